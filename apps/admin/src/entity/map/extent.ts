/** A place on a map, in degrees (WGS 84). */
export interface Spot {
  longitude: number
  latitude: number
}

/** West, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** North-west and south-east corner of the visible part, as the library expects them. */
export type Corners = [northWest: [number, number], southEast: [number, number]]

/** Minimum height of a map in degrees of latitude: a single town is seen within its province. */
const leastDegrees = 9
/** Margin on each side, as a share of the visible part. */
const margin = 0.14
const world: Box = [-168, -56, 178, 74]

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * The visible part that has every spot and every area in it, with a margin; the world when there are none. It has the
 * proportions of the picture, so that the middle of the map is not distorted.
 * @param ratio width of the picture divided by its height
 */
export function extentOf(spots: readonly Spot[], boxes: readonly Box[], ratio: number): Corners {
  const all: Box[] = [
    ...spots.map(({ longitude, latitude }): Box => [longitude, latitude, longitude, latitude]),
    ...boxes,
  ]
  const visible = all.length > 0 ? all : [world]
  const west = Math.min(...visible.map(box => box[0]))
  const south = Math.min(...visible.map(box => box[1]))
  const east = Math.max(...visible.map(box => box[2]))
  const north = Math.max(...visible.map(box => box[3]))
  const middle = [(west + east) / 2, (south + north) / 2] as const
  // Length of a degree of longitude relative to one of latitude.
  const narrow = within(Math.cos((middle[1] * Math.PI) / 180), 0.3, 1)
  const high = Math.max(
    leastDegrees,
    (north - south) * (1 + 2 * margin),
    ((east - west) * (1 + 2 * margin) * narrow) / ratio,
  )
  const wide = (high * ratio) / narrow
  return [
    [middle[0] - wide / 2, middle[1] + high / 2],
    [middle[0] + wide / 2, middle[1] - high / 2],
  ]
}

/** Diameters of the smallest and the largest point in px: a number fits into the smallest, and a finger can hit it. */
const [smallest, largest] = [18, 40]

/** Diameter of a point whose area is proportional to its value. */
export const diameterOf = (value: number, most: number): number =>
  Math.round(smallest + (largest - smallest) * Math.sqrt(most > 0 ? Math.max(0, value) / most : 0))

/** Opacity of an area's shade, 0 to 1: any value differs visibly from none. */
export const shadeOf = (value: number, most: number): number =>
  value <= 0 ? 0 : 0.15 + 0.45 * Math.sqrt(most > 0 ? value / most : 1)

/** Consecutive places of a route that differ. */
export function legsOf(route: readonly number[]): [from: number, to: number][] {
  return route.slice(1).flatMap((to, at): [number, number][] => (route[at] === to ? [] : [[route[at]!, to]]))
}
