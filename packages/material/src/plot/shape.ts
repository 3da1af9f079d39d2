import { areaHectares } from './area.ts'
import type { PlotFault, PlotFaultKey, PlotRepair } from './faults.ts'
import { findCrossing, isInside, type Position } from './crossing.ts'

type Degrees = [longitude: number, latitude: number]

export type PlotGeometry =
  | { type: 'Point'; coordinates: Degrees }
  | { type: 'Polygon'; coordinates: Degrees[][] }
  | { type: 'MultiPolygon'; coordinates: Degrees[][][] }

export interface PlotShape {
  geometry: PlotGeometry
  /** Hectares on the ellipsoid, for outlines; a point has none. */
  area: number | undefined
  positions: number
  /** West, south, east, north, in degrees. */
  box: readonly [number, number, number, number]
  repairs: PlotRepair[]
}

export type CheckedShape = { shape: PlotShape; faults?: undefined } | { shape?: undefined; faults: PlotFault[] }

/** Outlines that people walk or survey have some hundred positions. */
export const mostPositions = 10_000
/** A plot that is wider than this has a wrong position in it. Whole micro-degrees of this width multiply exactly. */
const widest = 10_000_000
/** The European system keeps six decimals of a degree: 11 cm. */
const perDegree = 1_000_000
/** The largest plot that a point may stand for, hectares, and the smallest. */
export const pointHectares = { min: 0.0001, max: 4 } as const

class Faulty extends Error {
  readonly found: PlotFault
  constructor(fault: PlotFaultKey, at?: number) {
    super(fault)
    this.found = at === undefined ? { fault } : { fault, at }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Counts positions before any is looked at, and stops when there are too many. */
function assertFew(value: unknown): void {
  let count = 0
  const open: unknown[] = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!Array.isArray(one)) continue
    if (one.length > mostPositions + 1) throw new Faulty('tooManyPositions')
    if (!Array.isArray(one[0])) count++
    else for (const part of one) open.push(part)
    if (count > mostPositions + 1) throw new Faulty('tooManyPositions')
  }
}

/** Reads positions in the order of the file and notes what it changes. */
class Reader {
  readonly repairs = new Set<PlotRepair>()
  #count = 0

  get count(): number {
    return this.#count
  }

  position(value: unknown): Position {
    const at = ++this.#count
    if (!Array.isArray(value) || value.length < 2) throw new Faulty('notNumber', at)
    const [longitude, latitude] = value as unknown[]
    if (
      typeof longitude !== 'number' ||
      typeof latitude !== 'number' ||
      !Number.isFinite(longitude) ||
      !Number.isFinite(latitude)
    )
      throw new Faulty('notNumber', at)
    // Nobody's longitude is within 90 degrees where the latitude is beyond: the file has latitude first.
    if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90)
      throw new Faulty('swapped', at)
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) throw new Faulty('range', at)
    if (value.length > 2) this.repairs.add('altitude')
    const position: Position = [Math.round(longitude * perDegree), Math.round(latitude * perDegree)]
    if (position[0] / perDegree !== longitude || position[1] / perDegree !== latitude) this.repairs.add('rounded')
    return position
  }

  /** A closed ring without repeated positions. */
  ring(value: unknown): Position[] {
    if (!Array.isArray(value)) throw new Faulty('notNumber', this.#count + 1)
    const start = this.#count
    const read = value.map(one => this.position(one))
    const isRepeated = (a: number, b: number) =>
      read[a]![0] === read[b]![0] && read[a]![1] === read[b]![1] ? same(value[a], value[b]) : undefined
    const ring: Position[] = []
    for (const [at, position] of read.entries()) {
      const repeated = at > 0 ? isRepeated(at - 1, at) : undefined
      if (repeated === false) throw new Faulty('roundingJoins', start + at + 1)
      if (repeated) this.repairs.add('repeated')
      else ring.push(position)
    }
    const [first, last] = [ring[0], ring.at(-1)]
    if (first && last && (ring.length === 1 || first[0] !== last[0] || first[1] !== last[1])) {
      if (ring.length > 2) this.repairs.add('closed')
      ring.push(first)
    } else if (read.length > 3 && isRepeated(0, read.length - 1) === false)
      throw new Faulty('roundingJoins', start + read.length)
    if (ring.length < 4) throw new Faulty('tooFewPositions', start + 1)
    const [a, b] = [ring[0]!, ring[1]!]
    if (ring.every(c => (b[0] - a[0]) * (c[1] - a[1]) === (b[1] - a[1]) * (c[0] - a[0])))
      throw new Faulty('straight', start + 1)
    return ring
  }
}

const same = (a: unknown, b: unknown) =>
  (a as readonly unknown[])[0] === (b as readonly unknown[])[0] &&
  (a as readonly unknown[])[1] === (b as readonly unknown[])[1]

function boxAround(positions: readonly Position[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [east, north] of positions) {
    box[0] = Math.min(box[0], east)
    box[1] = Math.min(box[1], north)
    box[2] = Math.max(box[2], east)
    box[3] = Math.max(box[3], north)
  }
  return box
}

const degreesOf = ([east, north]: Position): Degrees => [east / perDegree, north / perDegree]

function polygonShape(reader: Reader, polygons: readonly unknown[]): PlotShape {
  const rings = polygons.map(polygon => {
    if (!Array.isArray(polygon) || polygon.length === 0) throw new Faulty('notGeometry')
    if (polygon.length > 1) throw new Faulty('hole')
    return reader.ring(polygon[0])
  })
  if (rings.length === 0) throw new Faulty('notGeometry')
  const box = boxAround(rings.flat())
  // Land does not reach around the world: its outline passes 180 degrees.
  if (box[2] - box[0] > 180 * perDegree) throw new Faulty('dateLine')
  if (box[2] - box[0] > widest || box[3] - box[1] > widest) throw new Faulty('tooWide')
  const crossing = findCrossing(rings)
  if (crossing)
    throw new Faulty(
      'crossing',
      rings.slice(0, crossing.ring).reduce((sum, ring) => sum + ring.length, 1) + crossing.at,
    )
  // Rings that do not cross are apart, or one is inside of another.
  const boxes = rings.map(boxAround)
  for (const [inner, ring] of rings.entries())
    for (const [outer, other] of rings.entries()) {
      const [small, large] = [boxes[inner]!, boxes[outer]!]
      const fits = small[0] >= large[0] && small[1] >= large[1] && small[2] <= large[2] && small[3] <= large[3]
      if (inner !== outer && fits && isInside(ring[0]!, other)) throw new Faulty('crossing')
    }
  const outlines = rings.map(ring => ring.map(degreesOf))
  return {
    geometry:
      outlines.length === 1
        ? { type: 'Polygon', coordinates: [outlines[0]!] }
        : { type: 'MultiPolygon', coordinates: outlines.map(outline => [outline]) },
    area: areaHectares(outlines),
    positions: rings.reduce((sum, ring) => sum + ring.length, 0),
    box: box.map(value => value / perDegree) as [number, number, number, number],
    repairs: [...reader.repairs],
  }
}

function pointShape(reader: Reader, coordinates: unknown): PlotShape {
  // An example of the official text nests the position of a point, which its own list of errors forbids.
  const position = degreesOf(reader.position(coordinates))
  return {
    geometry: { type: 'Point', coordinates: position },
    area: undefined,
    positions: 1,
    box: [...position, ...position],
    repairs: [...reader.repairs],
  }
}

function readShape(value: unknown): PlotShape {
  let geometry = value
  // A feature, or a collection of one, has its geometry inside.
  if (isObject(geometry) && geometry.type === 'FeatureCollection' && Array.isArray(geometry.features)) {
    if (geometry.features.length !== 1) throw new Faulty('notGeometry')
    geometry = geometry.features[0]
  }
  if (isObject(geometry) && geometry.type === 'Feature') geometry = geometry.geometry
  if (!isObject(geometry)) throw new Faulty('notGeometry')
  const { type, coordinates } = geometry
  if (type === 'LineString' || type === 'MultiLineString') throw new Faulty('lineType')
  if (type !== 'Point' && type !== 'Polygon' && type !== 'MultiPolygon') throw new Faulty('notGeometry')
  if (!Array.isArray(coordinates)) throw new Faulty('notGeometry')
  assertFew(coordinates)
  const reader = new Reader()
  if (type === 'Point') return pointShape(reader, coordinates)
  return polygonShape(reader, type === 'Polygon' ? [coordinates] : coordinates)
}

/**
 * Checks the shape of a plot by the rules of the European system. It closes an open ring, leaves out positions that repeat
 * the one before, and cuts to six decimals: what leaves shape and area alone. Axes are never swapped.
 * @param value a GeoJSON geometry (RFC 7946) or a feature that has one
 */
export function checkShape(value: unknown): CheckedShape {
  try {
    return { shape: readShape(value) }
  } catch (error) {
    if (error instanceof Faulty) return { faults: [error.found] }
    throw error
  }
}

/** The same of GeoJSON text. */
export function checkShapeText(text: string): CheckedShape {
  try {
    return checkShape(JSON.parse(text) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError) return { faults: [{ fault: 'notGeometry' }] }
    throw error
  }
}
