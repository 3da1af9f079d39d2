/** Longitude and latitude, degrees, WGS-84. */
export type Point = readonly [longitude: number, latitude: number]

/** Mean radius of the earth, kilometres. */
const radius = 6371.0088

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance of two points in kilometres, on a sphere: exact to half a percent. */
export function distanceKm([lonA, latA]: Point, [lonB, latB]: Point): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const chord = half(latB - latA) + Math.cos(radians(latA)) * Math.cos(radians(latB)) * half(lonB - lonA)
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(chord)))
}
