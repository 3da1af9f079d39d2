import type { Row } from '../../../entity/types.ts'
import type { RowNode } from '../tree/visible-nodes.ts'

/**
 * Levels that were read one by one as a tree. A node goes by its division's code, which is how the level below names it;
 * its row's own id stands beside it as `recordId`.
 * @param below rows below a division, by its code; undefined while they are read.
 */
export function levelTree(rows: readonly Row[], below: ReadonlyMap<number, readonly Row[] | undefined>): RowNode[] {
  return rows.map(row => {
    const code = Number(row.cityId)
    const node: RowNode = { ...row, id: code, recordId: row.id }
    const inner = below.get(code)
    if (inner) return { ...node, children: levelTree(inner, below) }
    // An empty list makes the table offer to open what has not been read yet.
    return row.hasChildren === true ? { ...node, children: [] } : node
  })
}

/** Id of a row of the list or of a node of the tree. */
export const recordId = (row: Row): number => (row.recordId as number | undefined) ?? row.id
