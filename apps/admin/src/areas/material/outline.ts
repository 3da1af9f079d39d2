import { distanceKm } from '@timbermark/contract'

type Degrees = readonly [number, number]
const width = 400
const margin = 16
/** Below the outline, for the scale bar. */
const foot = 28

type Shape =
  | { type: 'Point'; coordinates: Degrees }
  | { type: 'Polygon'; coordinates: Degrees[][] }
  | { type: 'MultiPolygon'; coordinates: Degrees[][][] }

function ringsOf(geometry: string): Degrees[][] | undefined {
  try {
    const shape = JSON.parse(geometry) as Shape
    if (shape.type === 'Point') return [[shape.coordinates]]
    return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()
  } catch {
    return undefined
  }
}

/** The longest of 1, 2, 5, 10 ... metres that is not longer than this. */
function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map(step => step * power).find(length => length <= metres) ?? power
}

/** A shape as lines of a drawing: degrees of longitude are narrowed by the latitude, so that right angles look right. */
export function outlineOf(geometry: string) {
  const rings = ringsOf(geometry)
  const positions = rings?.flat() ?? []
  if (!rings || positions.length === 0) return undefined
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const middle = (south + north) / 2
  const narrowing = Math.max(0.01, Math.cos((middle * Math.PI) / 180))
  // A point is drawn in a kilometre of land.
  const degrees = Math.max((east - west) * narrowing, north - south) || 0.009
  const perDegree = (width - 2 * margin) / degrees
  const high = Math.max(120, (north - south) * perDegree)
  const left = (width - (east - west) * narrowing * perDegree) / 2
  const top = margin + (high - (north - south) * perDegree) / 2
  const place = ([longitude, latitude]: Degrees) =>
    [
      Math.round((left + (longitude - west) * narrowing * perDegree) * 10) / 10,
      Math.round((top + (north - latitude) * perDegree) * 10) / 10,
    ] as const
  const metresPerUnit = (distanceKm([west, middle], [west + 0.001, middle]) * 1000) / (0.001 * narrowing * perDegree)
  const metres = roundLength(metresPerUnit * 120)
  return {
    rings: rings.map(ring => ring.map(place)),
    positions,
    bar: { metres, length: Math.round(metres / metresPerUnit) },
    width,
    height: Math.round(high + 2 * margin + foot),
  }
}
