interface Level {
  id: number
  /** Code of the division; the level below refers to it. */
  cityId: number
  hasChildren: boolean
}

/** A row in the tree: its id is the division's code, `recordId` is the row's own id. */
export type LevelNode<R> = R & { recordId: number; children?: LevelNode<R>[] }

/**
 * Levels that were loaded one by one, as a tree.
 * @param below rows below a division, by its code; undefined while they are loading
 */
export function buildLevelTree<R extends Level>(
  rows: readonly R[],
  below: ReadonlyMap<number, readonly R[] | undefined>,
): LevelNode<R>[] {
  return rows.map(row => {
    const node: LevelNode<R> = { ...row, id: row.cityId, recordId: row.id }
    const inner = below.get(row.cityId)
    if (inner) return { ...node, children: buildLevelTree(inner, below) }
    // An empty list makes the table offer to open a level that has not been loaded yet.
    return row.hasChildren ? { ...node, children: [] } : node
  })
}

/** Id of a row of the list or of a node of the tree. */
export const recordId = (row: { id: number; recordId?: number }): number => row.recordId ?? row.id
