interface Level {
  id: number
  /** Code of the division, by which the level below names it. */
  cityId: number
  hasChildren: boolean
}

/** A row in the tree: it goes by its division's code; its row's own id stands beside it. */
export type LevelNode<R> = R & { recordId: number; children?: LevelNode<R>[] }

/**
 * Levels that were read one by one as a tree.
 * @param below rows below a division, by its code; undefined while they are read.
 */
export function levelTree<R extends Level>(
  rows: readonly R[],
  below: ReadonlyMap<number, readonly R[] | undefined>,
): LevelNode<R>[] {
  return rows.map(row => {
    const node: LevelNode<R> = { ...row, id: row.cityId, recordId: row.id }
    const inner = below.get(row.cityId)
    if (inner) return { ...node, children: levelTree(inner, below) }
    // An empty list makes the table offer to open what has not been read yet.
    return row.hasChildren ? { ...node, children: [] } : node
  })
}

/** Id of a row of the list or of a node of the tree. */
export const recordId = (row: { id: number; recordId?: number }): number => row.recordId ?? row.id
