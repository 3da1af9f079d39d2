/** A place on a map, in degrees (WGS 84). */
export interface Spot {
  longitude: number
  latitude: number
}

/** West, south, east, north. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** North-west and south-east corner of what is shown, as the library asks for them. */
export type Corners = [northWest: [number, number], southEast: [number, number]]

/** A map shows at least so many degrees from south to north: one town alone is seen within its province. */
const leastDegrees = 9
/** Free room on each side, as a part of what is shown. */
const margin = 0.14
const world: Box = [-168, -56, 178, 74]

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * What a map has to show so that every spot and every area is on it, with some room around them; the world where there are none.
 * It has the proportions of the picture, so that nothing is drawn wider or higher than it is in the middle of the map.
 * @param ratio width of the picture by its height
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
  // How much narrower a degree of longitude is than one of latitude.
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

/** Diameters of the smallest and the largest point, px: a number can be read in the smallest, a finger finds it. */
const [smallest, largest] = [18, 40]

/** Diameter of a point, so that its area goes with its value. */
export const diameterOf = (value: number, most: number): number =>
  Math.round(smallest + (largest - smallest) * Math.sqrt(most > 0 ? Math.max(0, value) / most : 0))

/** How strongly an area is shaded, 0 to 1: what has something can be told from what has nothing. */
export const shadeOf = (value: number, most: number): number =>
  value <= 0 ? 0 : 0.15 + 0.45 * Math.sqrt(most > 0 ? value / most : 1)

/** Neighbours in a sequence that are not the same place: the legs of a way. */
export function legsOf(route: readonly number[]): [from: number, to: number][] {
  return route.slice(1).flatMap((to, at): [number, number][] => (route[at] === to ? [] : [[route[at]!, to]]))
}
