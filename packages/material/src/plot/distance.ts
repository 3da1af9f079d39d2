import geodesic from 'geographiclib-geodesic'
import { isInside } from './crossing.ts'
import type { PlotGeometry } from './shape.ts'

type Degrees = readonly [longitude: number, latitude: number]

/** Radius of a circle of four hectares, the most that a point stands for, metres. */
const pointRadius = Math.sqrt(40_000 / Math.PI)

/** Geodesic distance in metres on WGS 84. */
export const metresBetween = (a: Degrees, b: Degrees): number =>
  geodesic.Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0]).s12 ?? 0

/** Metres to the nearest position of an outline. A plane around the point finds it, the ellipsoid measures it. */
function metresToRing(point: Degrees, ring: readonly Degrees[]): number {
  if (isInside(point, ring)) return 0
  const narrow = Math.max(Math.cos((point[1] * Math.PI) / 180), 1e-6)
  const plane = ring.map(([x, y]) => [(x - point[0]) * narrow, y - point[1]] as const)
  let nearest = plane[0]!
  let least = Infinity
  for (let at = 1; at < plane.length; at++) {
    const [ax, ay] = plane[at - 1]!
    const [dx, dy] = [plane[at]![0] - ax, plane[at]![1] - ay]
    const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
    const foot = [ax + along * dx, ay + along * dy] as const
    const square = foot[0] ** 2 + foot[1] ** 2
    if (square < least) [least, nearest] = [square, foot]
  }
  return metresBetween(point, [point[0] + nearest[0] / narrow, point[1] + nearest[1]])
}

/**
 * Metres from a point to a plot; 0 inside. A plot stored as a point counts as the circle of four hectares around it.
 * @param point degrees, longitude first
 */
export function metresFromPlot(geometry: PlotGeometry, point: Degrees): number {
  if (geometry.type === 'Point') return Math.max(0, metresBetween(point, geometry.coordinates) - pointRadius)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return Math.min(...polygons.map(([ring]) => metresToRing(point, ring!)))
}
