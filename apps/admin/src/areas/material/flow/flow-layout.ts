import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import { type FlowColumn, nodesByColumn, volumeOf } from './flow-columns.ts'

export interface PlacedNode {
  node: FlowNode
  x: number
  y: number
  height: number
  /** Width that its name may take, in px. */
  room: number
  /** Its name stands to the left: there is no room to the right. */
  isLast: boolean
}

export interface PlacedLink {
  link: FlowLink
  /** The middle of the band as an SVG path. */
  path: string
  width: number
}

export interface FlowLayout {
  height: number
  nodes: PlacedNode[]
  links: PlacedLink[]
  columns: { column: FlowColumn; x: number; isLast: boolean }[]
}

/** A node, or the place where a link passes a column that is between its ends. */
interface Slot {
  key: string
  node?: FlowNode
  column: number
  volume: number
  y: number
  height: number
  /** Volumes by which neighbours pull it, in the columns before and after. */
  neighbours: { slot: Slot; volume: number }[]
}

export const nodeWidth = 12
/** Room above the first node for the names of the columns. */
const head = 34
const gap = { node: 14, passing: 5 }
/** A node has room for its two lines. */
const leastPitch = 34
const leastHeight = 300
const sweeps = 6
/** Shares of the way to the next column that a name may take: those of the last column stand to its left. */
const roomShares = { other: 0.88, beforeLast: 0.48, last: 0.5 }

/** Places nodes in columns and bands between them, so that few bands cross. @param width of the picture in px */
export function layOutFlow(nodes: readonly FlowNode[], links: readonly FlowLink[], width: number): FlowLayout {
  const columns = nodesByColumn(nodes)
  const slots: Slot[][] = columns.map(({ nodes: its }, column) =>
    its.map(node => makeSlot(node.id, column, volumeOf(node), node)),
  )
  const byId = new Map(slots.flat().map(slot => [slot.key, slot]))
  const routes = links.flatMap(link => {
    const [from, to] = [byId.get(link.from), byId.get(link.to)]
    return from && to && from !== to && volumeOf(link) > 0 ? [{ link, slots: routeOf(link, from, to, slots) }] : []
  })
  for (const { link, slots: route } of routes)
    for (let at = 1; at < route.length; at++) {
      route[at]!.neighbours.push({ slot: route[at - 1]!, volume: volumeOf(link) })
      route[at - 1]!.neighbours.push({ slot: route[at]!, volume: volumeOf(link) })
    }
  const height = stack(slots)
  const step = columns.length > 1 ? (width - nodeWidth) / (columns.length - 1) : width
  const x = (column: number) => column * step
  const isLast = (column: number) => column > 0 && column === columns.length - 1
  const placeOf = (column: number) => (isLast(column) ? 'last' : column === columns.length - 2 ? 'beforeLast' : 'other')
  return {
    height,
    columns: columns.map(({ column }, at) => ({ column, x: x(at), isLast: isLast(at) })),
    nodes: slots.flat().flatMap(({ node, column, y, height: its }) =>
      node
        ? [
            {
              node,
              x: x(column),
              y,
              height: its,
              isLast: isLast(column),
              room: roomShares[placeOf(column)] * step,
            },
          ]
        : [],
    ),
    links: drawLinks(routes, x),
  }
}

const makeSlot = (key: string, column: number, volume: number, node?: FlowNode): Slot => ({
  key,
  node,
  column,
  volume,
  y: 0,
  height: 0,
  neighbours: [],
})

/** The slots that a link passes, with its ends; those between are added to their columns. */
function routeOf(link: FlowLink, from: Slot, to: Slot, slots: Slot[][]): Slot[] {
  const direction = Math.sign(to.column - from.column) || 1
  const route = [from]
  for (
    let column = from.column + direction;
    column !== to.column && column >= 0 && slots[column];
    column += direction
  ) {
    const passing = makeSlot(`${link.from} > ${link.to}`, column, volumeOf(link))
    slots[column]!.push(passing)
    route.push(passing)
  }
  return [...route, to]
}

/** Orders and stacks the slots of each column. @returns the height of the picture */
function stack(slots: readonly Slot[][]): number {
  const gapBelow = ({ node }: Slot) => (node ? gap.node : gap.passing)
  const tallest = Math.max(leastHeight, ...slots.map(its => its.filter(({ node }) => node).length * leastPitch * 1.4))
  const scale = Math.min(
    ...slots.map(its => {
      const volume = its.reduce((sum, one) => sum + one.volume, 0)
      const gaps = its.reduce((sum, one) => sum + gapBelow(one), 0)
      return volume > 0 ? Math.max(tallest - gaps, tallest / 3) / volume : Number.POSITIVE_INFINITY
    }),
  )
  for (const slot of slots.flat()) slot.height = Math.max(1.5, slot.volume * (Number.isFinite(scale) ? scale : 1))
  const pitch = (slot: Slot) => (slot.node ? Math.max(slot.height + gap.node, leastPitch) : slot.height + gap.passing)
  const heights = slots.map(its => its.reduce((sum, slot) => sum + pitch(slot), 0))
  const height = Math.max(0, ...heights)
  const place = (its: Slot[], at: number) => {
    let y = head + (height - heights[at]!) / 2
    for (const slot of its) {
      slot.y = y
      y += pitch(slot)
    }
  }
  slots.forEach(place)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const order = sweep % 2 === 0 ? [...slots.keys()] : [...slots.keys()].reverse()
    for (const at of order) {
      const its = slots[at]!
      const pulls = new Map(its.map(slot => [slot, pullOf(slot)]))
      its.sort((a, b) => pulls.get(a)! - pulls.get(b)!)
      place(its, at)
    }
  }
  return head + height
}

/** Where its neighbours would have it. */
function pullOf({ neighbours, y, height }: Slot): number {
  const volume = neighbours.reduce((sum, one) => sum + one.volume, 0)
  if (volume === 0) return y + height / 2
  return neighbours.reduce((sum, { slot, volume: its }) => sum + (slot.y + slot.height / 2) * its, 0) / volume
}

interface Route {
  link: FlowLink
  slots: Slot[]
}

/** Bands leave and reach their nodes in the order of their other ends. */
function drawLinks(routes: readonly Route[], x: (column: number) => number): PlacedLink[] {
  const ends = new Map<Route, { start: number; end: number; width: number }>()
  const widthOf = ({ link, slots }: Route) => {
    const from = slots[0]!
    return from.volume > 0 ? (volumeOf(link) / from.volume) * from.height : 1
  }
  for (const route of routes) ends.set(route, { start: 0, end: 0, width: Math.max(1, widthOf(route)) })
  const assign = (node: (route: Route) => Slot, next: (route: Route) => Slot, end: 'start' | 'end') => {
    for (const [slot, its] of Map.groupBy(routes, node)) {
      let y = slot.y
      for (const route of its.sort((a, b) => next(a).y - next(b).y)) {
        const width = widthOf(route)
        ends.get(route)![end] = y + width / 2
        y += width
      }
    }
  }
  assign(
    route => route.slots[0]!,
    route => route.slots[1]!,
    'start',
  )
  assign(
    route => route.slots.at(-1)!,
    route => route.slots.at(-2)!,
    'end',
  )
  return routes.map(route => {
    const { start, end, width } = ends.get(route)!
    const points = route.slots.map((slot, at) => ({
      left: x(slot.column),
      right: x(slot.column) + nodeWidth,
      y: at === 0 ? start : at === route.slots.length - 1 ? end : slot.y + slot.height / 2,
    }))
    let path = `M${points[0]!.right} ${round(points[0]!.y)}`
    for (let at = 1; at < points.length; at++) {
      const [before, after] = [points[at - 1]!, points[at]!]
      const middle = round((before.right + after.left) / 2)
      path += `C${middle} ${round(before.y)} ${middle} ${round(after.y)} ${round(after.left)} ${round(after.y)}`
      if (at < points.length - 1) path += `H${round(after.right)}`
    }
    return { link: route.link, path, width: round(width) }
  })
}

const round = (n: number): number => Math.round(n * 10) / 10
