import type { LabelNode } from './label-tree.ts'

/** What a tree of checkboxes shows: ticked nodes, and partly ticked ones. */
export interface Ticks {
  checked: number[]
  half: number[]
}

const withDescendants = (node: LabelNode): number[] => [node.id, ...(node.children ?? []).flatMap(withDescendants)]

/** Nodes from a root down to the one with this id, inclusive. */
function pathTo(nodes: readonly LabelNode[], id: number): LabelNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const trail = pathTo(node.children ?? [], id)
    if (trail.length > 0) return [node, ...trail]
  }
  return []
}

/**
 * The ticks that show a set of granted ids. With linkage a node is ticked when all its descendants are granted too, half when
 * only some are; without it, each node is ticked by itself.
 */
export function ticksOf(nodes: readonly LabelNode[], granted: ReadonlySet<number>, linked: boolean): Ticks {
  const ticks: Ticks = { checked: [], half: [] }
  const walk = (node: LabelNode): boolean => {
    const inner = (node.children ?? []).map(walk)
    const isChecked = granted.has(node.id) && (!linked || inner.every(Boolean))
    if (isChecked) ticks.checked.push(node.id)
    else if (granted.has(node.id)) ticks.half.push(node.id)
    return isChecked
  }
  for (const node of nodes) walk(node)
  return ticks
}

/**
 * The granted ids after a click on a node. With linkage ticking a node also ticks its descendants and ancestors (no screen is
 * reachable without its catalogue); clearing it also clears its descendants, and ancestors that become empty.
 */
export function toggleNode(
  nodes: readonly LabelNode[],
  granted: ReadonlySet<number>,
  id: number,
  linked: boolean,
): Set<number> {
  const next = new Set(granted)
  if (!linked) {
    if (!next.delete(id)) next.add(id)
    return next
  }
  const trail = pathTo(nodes, id)
  const node = trail.at(-1)
  if (!node) return next
  const isComplete = withDescendants(node).every(inner => granted.has(inner))
  if (!isComplete) {
    for (const part of [...withDescendants(node), ...trail.map(above => above.id)]) next.add(part)
    return next
  }
  for (const part of withDescendants(node)) next.delete(part)
  for (const above of trail.slice(0, -1).reverse()) {
    if (!(above.children ?? []).some(child => next.has(child.id))) next.delete(above.id)
  }
  return next
}

/** Ticks everything or nothing; ids that the tree does not show are left alone. */
export function setAll(nodes: readonly LabelNode[], granted: ReadonlySet<number>, on: boolean): Set<number> {
  const next = new Set(granted)
  for (const id of nodes.flatMap(withDescendants)) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
