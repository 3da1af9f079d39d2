import type { Row } from '../../../entity/types.ts'

export type RowNode<R = Row> = R & { children?: RowNode<R>[] }

export interface VisibleNode {
  node: RowNode
  /** 0 for a root. */
  depth: number
  /** Undefined for a node without children. */
  open: boolean | undefined
}

/** Nodes in display order while some of them are open. */
export function listVisibleNodes(
  nodes: readonly RowNode[],
  open: ReadonlySet<number>,
  isBranch: (node: RowNode) => boolean = hasChildren,
  depth = 0,
): VisibleNode[] {
  return nodes.flatMap(node => {
    if (!isBranch(node)) return [{ node, depth, open: undefined }]
    const isOpen = open.has(node.id)
    const inner = isOpen ? listVisibleNodes(node.children ?? [], open, isBranch, depth + 1) : []
    return [{ node, depth, open: isOpen }, ...inner]
  })
}

export const hasChildren = (node: RowNode): boolean => (node.children?.length ?? 0) > 0

/** Ids of the nodes that have children. */
export function branchIds(nodes: readonly RowNode[]): number[] {
  return nodes.flatMap(node => (hasChildren(node) ? [node.id, ...branchIds(node.children ?? [])] : []))
}
