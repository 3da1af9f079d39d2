import geodesic from 'geographiclib-geodesic'

/** Square metres in a hectare. */
const perHectare = 10_000

/** Area of a ring on the ellipsoid WGS 84 in hectares, whichever way it runs. @param ring degrees, longitude first */
function ringHectares(ring: readonly (readonly [number, number])[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false)
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude)
  return Math.abs(polygon.Compute(false, true).area ?? 0) / perHectare
}

/** Area of outer rings in hectares, to a square metre; rings do not overlap. */
export function areaHectares(rings: readonly (readonly (readonly [number, number])[])[]): number {
  return Math.round(rings.reduce((sum, ring) => sum + ringHectares(ring), 0) * perHectare) / perHectare
}
