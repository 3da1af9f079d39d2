/** Node of the trees that the server makes for choosing (departments, menus). */
export interface LabelNode {
  id: number
  label: string
  disabled?: boolean
  menuType?: 'M' | 'C' | 'F'
  children?: LabelNode[]
}

/** All nodes whose label contains the text, with what stands above and below them. */
export function filterTree(nodes: readonly LabelNode[], text: string): LabelNode[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return [...nodes]
  return nodes.flatMap(node => {
    if (node.label.toLocaleLowerCase().includes(wanted)) return [node]
    const children = filterTree(node.children ?? [], wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Ids of all nodes, parents first. */
export function keysOf(nodes: readonly LabelNode[]): number[] {
  return nodes.flatMap(node => [node.id, ...keysOf(node.children ?? [])])
}

/** Ids of the nodes that have others below them. */
export function branchesOf(nodes: readonly LabelNode[]): number[] {
  return nodes.flatMap(node => (node.children?.length ? [node.id, ...branchesOf(node.children)] : []))
}
