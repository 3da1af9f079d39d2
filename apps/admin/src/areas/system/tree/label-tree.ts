/** Node of the trees that the server answers for choosing (departments, menus). */
export interface LabelNode {
  id: number
  label: string
  disabled?: boolean
  menuType?: 'M' | 'C' | 'F'
  children?: LabelNode[]
}

/** All nodes whose label contains the text, with their ancestors and descendants. */
export function filterTree(nodes: readonly LabelNode[], text: string): LabelNode[] {
  const query = text.trim().toLocaleLowerCase()
  if (query === '') return [...nodes]
  return nodes.flatMap(node => {
    if (node.label.toLocaleLowerCase().includes(query)) return [node]
    const children = filterTree(node.children ?? [], query)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Ids of all nodes, parents first. */
export function keysOf(nodes: readonly LabelNode[]): number[] {
  return nodes.flatMap(node => [node.id, ...keysOf(node.children ?? [])])
}

/** Ids of the nodes that have children. */
export function branchesOf(nodes: readonly LabelNode[]): number[] {
  return nodes.flatMap(node => (node.children?.length ? [node.id, ...branchesOf(node.children)] : []))
}
