import { areaHectares, findCrossing, isInside, type PlotGeometry, type Position } from '@timbermark/contract/plot'
import { intersection } from 'polyclip-ts'

/** Neighbours that were measured apart meet within the six decimals: so little in common is no overlap. Hectares. */
const leastHectares = 0.01
/** Small plots overlap by less: this share of the smaller one. */
const leastShare = 0.01

type Rings = readonly (readonly Position[])[]

const ringsOf = (geometry: PlotGeometry): Rings =>
  geometry.type === 'Point'
    ? []
    : geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.coordinates.map(polygon => polygon[0]!)

/** Whether some of the outlines meet or lie in each other: cheap, where most neighbours of a plot are only near. */
function outlinesTouch(a: Rings, b: Rings): boolean {
  const inside = (rings: Rings, others: Rings) => rings.some(ring => others.some(other => isInside(ring[0]!, other)))
  return inside(a, b) || inside(b, a) || findCrossing([...a, ...b]) !== undefined
}

const pointIn = (point: Position, other: PlotGeometry) =>
  other.type === 'Point'
    ? point[0] === other.coordinates[0] && point[1] === other.coordinates[1]
    : ringsOf(other).some(ring => isInside(point, ring))

/** Hectares that two plots have in common: null for a point in the other plot, undefined when they do not overlap. */
export function overlapHectares(a: PlotGeometry, b: PlotGeometry): number | null | undefined {
  if (a.type === 'Point') return pointIn(a.coordinates, b) ? null : undefined
  if (b.type === 'Point') return pointIn(b.coordinates, a) ? null : undefined
  const [ringsA, ringsB] = [ringsOf(a), ringsOf(b)]
  if (!outlinesTouch(ringsA, ringsB)) return undefined
  const shared = intersection(
    ringsA.map(ring => [[...ring]]) as [number, number][][][],
    ringsB.map(ring => [[...ring]]) as [number, number][][][],
  )
  const area = shared.reduce((sum, [outer, ...holes]) => sum + areaHectares([outer!]) - areaHectares(holes), 0)
  const smaller = Math.min(areaHectares(ringsA), areaHectares(ringsB))
  return area > leastHectares || area > smaller * leastShare ? Math.round(area * 10_000) / 10_000 : undefined
}
