/** Micro-degrees: whole numbers, so that products of two differences within a plot are exact. */
export type Position = readonly [east: number, north: number]

/** A side of a ring, from one position to the next. */
interface Side {
  from: Position
  to: Position
  ring: number
  at: number
}

/** The box around consecutive sides of one ring; its halves have boxes of their own. */
interface SideBox {
  west: number
  south: number
  east: number
  north: number
  side?: Side
  halves?: readonly [SideBox, SideBox]
}

const turn = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const between = (a: Position, b: Position, c: Position) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

/** Whether two sides have a point in common. */
function sidesMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && between(a, b, c)) ||
    (abd === 0 && between(a, b, d)) ||
    (cda === 0 && between(c, d, a)) ||
    (cdb === 0 && between(c, d, b))
  )
}

/** Neighbours share a position; they cross only where one runs back over the other. */
function neighboursFold(first: Side, second: Side): boolean {
  return (
    turn(first.from, first.to, second.to) === 0 &&
    (first.to[0] - first.from[0]) * (second.to[0] - second.from[0]) +
      (first.to[1] - first.from[1]) * (second.to[1] - second.from[1]) <
      0
  )
}

function boxOf(sides: readonly Side[], from: number, to: number): SideBox {
  if (to - from === 1) {
    const side = sides[from]!
    return {
      west: Math.min(side.from[0], side.to[0]),
      south: Math.min(side.from[1], side.to[1]),
      east: Math.max(side.from[0], side.to[0]),
      north: Math.max(side.from[1], side.to[1]),
      side,
    }
  }
  const middle = (from + to) >> 1
  const [a, b] = [boxOf(sides, from, middle), boxOf(sides, middle, to)]
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
    halves: [a, b],
  }
}

const apart = (a: SideBox, b: SideBox) => a.west > b.east || b.west > a.east || a.south > b.north || b.south > a.north

/**
 * The number of the ring, and of the position in it, where the rings first meet themselves or each other. Sides that follow
 * each other lie together, so that halves of a ring whose boxes are apart are never compared: nearly linear for outlines of land.
 * @param rings closed: the last position is the first
 */
export function findCrossing(rings: readonly (readonly Position[])[]): { ring: number; at: number } | undefined {
  const sides = rings.flatMap((ring, number) =>
    ring.slice(1).map((to, at): Side => ({ from: ring[at]!, to, ring: number, at })),
  )
  if (sides.length === 0) return undefined
  const lastOf = rings.map(ring => ring.length - 2)
  const meet = (a: Side, b: Side): boolean => {
    if (a.ring === b.ring) {
      if (b.at === a.at + 1) return neighboursFold(a, b)
      if (a.at === 0 && b.at === lastOf[a.ring]) return neighboursFold(b, a)
    }
    return sidesMeet(a.from, a.to, b.from, b.to)
  }
  const open: [SideBox, SideBox][] = []
  const root = boxOf(sides, 0, sides.length)
  open.push([root, root])
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair
    if (a === b) {
      if (a.halves) open.push([a.halves[0], a.halves[1]], [a.halves[1], a.halves[1]], [a.halves[0], a.halves[0]])
      continue
    }
    if (apart(a, b)) continue
    if (a.side && b.side) {
      if (meet(a.side, b.side)) return { ring: b.side.ring, at: b.side.at }
    } else if (a.halves) open.push([a.halves[0], b], [a.halves[1], b])
    else if (b.halves) open.push([a, b.halves[0]], [a, b.halves[1]])
  }
  return undefined
}

/** Whether a position is inside of a closed ring (even-odd rule). */
export function isInside([east, north]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (let at = 1; at < ring.length; at++) {
    const [x1, y1] = ring[at - 1]!
    const [x2, y2] = ring[at]!
    if (y1 > north !== y2 > north && east < ((x2 - x1) * (north - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}
