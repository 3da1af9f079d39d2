/** Flat rows as a tree; a row whose parent is missing becomes a root. Order stays. */
export function treeOf<R extends { id: number; parentId: number | null }, N extends { id: number; children?: N[] }>(
  rows: readonly R[],
  node: (row: R) => N,
): N[] {
  const nodes = new Map(rows.map(row => [row.id, node(row)]))
  const roots: N[] = []
  for (const row of rows) {
    const ownNode = nodes.get(row.id)!
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    if (!parent) roots.push(ownNode)
    else {
      parent.children ??= []
      parent.children.push(ownNode)
    }
  }
  return roots
}
