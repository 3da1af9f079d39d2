/** A place on the picture. */
interface Place {
  longitude: number
  latitude: number
  visits: number
}

export interface Drawn {
  width: number
  height: number
  points: { x: number; y: number; radius: number }[]
  /** Lines of whole degrees: x1, y1, x2, y2. */
  lines: (readonly [number, number, number, number])[]
  /** A round number of kilometres, and how long that is on the picture in its middle. */
  scale: { km: number; width: number }
}

const width = 640
const height = 300
const margin = 44
/** A picture is at least so many degrees high, so that one town does not fill it. */
const leastDegrees = 2
const kmPerDegree = 111.2

/** Steps for lines and scales: 1, 2, 5 and their tens. */
function roundDown(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value))
  return ([5, 2, 1].find(step => step * ten <= value) ?? 1) * ten
}

/**
 * Places in proportion: degrees of longitude are as narrow as they are in the middle of the picture, which is right to some
 * percent for a country, and for the world says at least who is east and who is north of whom.
 */
export function drawMap(places: readonly Place[]): Drawn {
  const west = Math.min(...places.map(({ longitude }) => longitude))
  const east = Math.max(...places.map(({ longitude }) => longitude))
  const south = Math.min(...places.map(({ latitude }) => latitude))
  const north = Math.max(...places.map(({ latitude }) => latitude))
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2]
  const narrow = Math.max(0.2, Math.cos((middleY * Math.PI) / 180))
  const perDegree = Math.min(
    (width - 2 * margin) / Math.max(leastDegrees, (east - west) * narrow),
    (height - 2 * margin) / Math.max(leastDegrees, north - south),
  )
  const x = (longitude: number) => Math.round((width / 2 + (longitude - middleX) * narrow * perDegree) * 10) / 10
  const y = (latitude: number) => Math.round((height / 2 - (latitude - middleY) * perDegree) * 10) / 10
  const km = roundDown((140 / perDegree) * kmPerDegree)
  const most = Math.max(...places.map(({ visits }) => visits))
  return {
    width,
    height,
    points: places.map(place => ({
      x: x(place.longitude),
      y: y(place.latitude),
      radius: Math.round(9 + 9 * Math.sqrt(place.visits / most)),
    })),
    lines: [...meridians(middleX, perDegree * narrow, x), ...parallels(middleY, perDegree, y)],
    scale: { km, width: Math.round((km / kmPerDegree) * perDegree) },
  }
}

/** Whole multiples of a step around a middle, as far as the picture reaches. */
function around(middle: number, reach: number): number[] {
  const step = Math.max(0.5, roundDown(reach / 2))
  const first = Math.ceil((middle - reach) / step)
  return Array.from({ length: Math.floor((2 * reach) / step) + 1 }, (_, index) => (first + index) * step)
}

const meridians = (middle: number, perDegree: number, x: (degrees: number) => number) =>
  around(middle, width / 2 / perDegree).map(degrees => [x(degrees), 0, x(degrees), height] as const)

const parallels = (middle: number, perDegree: number, y: (degrees: number) => number) =>
  around(middle, height / 2 / perDegree).map(degrees => [0, y(degrees), width, y(degrees)] as const)
