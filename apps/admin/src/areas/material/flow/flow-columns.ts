import type { FlowNode } from '@timbermark/contract/calls'

/** The columns of the picture, in the order in which wood passes them. */
export const flowColumns = ['source', 'log', 'processing', 'sawn', 'secondaryProcessing', 'product', 'sink'] as const
export type FlowColumn = (typeof flowColumns)[number]

/** Sources have ids that begin so: some kinds stand on either side. */
const sourceMark = 'in '

export function columnOf({ id, kind, form, stage }: FlowNode): FlowColumn {
  if (kind === 'wood') return form === 'sawn' || form === 'product' ? form : 'log'
  if (kind === 'stage') return stage === 'secondaryProcessing' ? 'secondaryProcessing' : 'processing'
  return id.startsWith(sourceMark) ? 'source' : 'sink'
}

/** Cubic metres of a node or link; zero for what is no number. */
export const volumeOf = ({ volume }: { volume: string }): number => Number(volume) || 0

/** The nodes of each column that has any, the largest first; all others come last. */
export const nodesByColumn = (nodes: readonly FlowNode[]): { column: FlowColumn; nodes: FlowNode[] }[] =>
  flowColumns
    .map(column => ({
      column,
      nodes: nodes
        .filter(node => columnOf(node) === column)
        .sort((a, b) => Number(a.others) - Number(b.others) || volumeOf(b) - volumeOf(a)),
    }))
    .filter(({ nodes: its }) => its.length > 0)
