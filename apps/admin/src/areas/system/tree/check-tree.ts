import type { LabelNode } from './label-tree.ts'

/** What a tree of boxes shows: ticked, and ticked in part. */
export interface Ticks {
  checked: number[]
  half: number[]
}

const below = (node: LabelNode): number[] => [node.id, ...(node.children ?? []).flatMap(below)]

/** Nodes from a root down to the one with this id, it included. */
function trailTo(nodes: readonly LabelNode[], id: number): LabelNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const trail = trailTo(node.children ?? [], id)
    if (trail.length > 0) return [node, ...trail]
  }
  return []
}

/**
 * How a set of granted ids is shown. With linkage a node is ticked when all below it is granted too, half when only
 * some of it is; without, each node stands for itself.
 */
export function ticksOf(nodes: readonly LabelNode[], granted: ReadonlySet<number>, linked: boolean): Ticks {
  const ticks: Ticks = { checked: [], half: [] }
  const walk = (node: LabelNode): boolean => {
    const inner = (node.children ?? []).map(walk)
    const whole = granted.has(node.id) && (!linked || inner.every(Boolean))
    if (whole) ticks.checked.push(node.id)
    else if (granted.has(node.id)) ticks.half.push(node.id)
    return whole
  }
  for (const node of nodes) walk(node)
  return ticks
}

/**
 * The granted ids after a click on a node. With linkage a tick takes along all that is below and what stands above (no
 * screen can be reached without its catalogue); taking it away takes all below along, and what is empty above.
 */
export function toggle(
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
  const trail = trailTo(nodes, id)
  const node = trail.at(-1)
  if (!node) return next
  const isWhole = below(node).every(inner => granted.has(inner))
  if (!isWhole) {
    for (const part of [...below(node), ...trail.map(above => above.id)]) next.add(part)
    return next
  }
  for (const part of below(node)) next.delete(part)
  for (const above of trail.slice(0, -1).reverse()) {
    if (!(above.children ?? []).some(child => next.has(child.id))) next.delete(above.id)
  }
  return next
}

/** Everything ticked, or nothing; ids that the tree does not show stay as they are. */
export function setAll(nodes: readonly LabelNode[], granted: ReadonlySet<number>, on: boolean): Set<number> {
  const next = new Set(granted)
  for (const id of nodes.flatMap(below)) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
