/** Builds a tree from rows that name their parent. A row whose parent is not in the list becomes a root. */
export function toTree<T extends { id: number | string; parentId?: unknown }>(rows: readonly T[]) {
  type Node = T & { children?: Node[] }
  const nodes = new Map<string, Node>(rows.map(row => [String(row.id), { ...row }]))
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(String(node.parentId))
    if (parent && parent !== node) {
      parent.children = [...(parent.children ?? []), node]
    } else {
      roots.push(node)
    }
  }
  return roots
}
