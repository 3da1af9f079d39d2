/**
 * The section and the markers of the map of places. Plain equirectangular degrees: x to the east, y to the south, so that
 * `public/land.svg` needs no projection.
 */
export interface MapPoint {
  longitude: number
  latitude: number
  /** Numbers (1 to 18) of the stages reported here. */
  stages: { order: number }[]
}

export interface Marker {
  x: number
  y: number
  /** Numbers of the stages at this marker, in order. */
  orders: number[]
}

export interface MapView {
  viewBox: { x: number; y: number; width: number; height: number }
  markers: Marker[]
  /** SVG path through the reported places in the order of the stages. */
  line: string
  /** Offsets (degrees) at which the land is drawn; two when the view crosses the date line. */
  land: number[]
}

/** Width divided by height. */
const aspectRatio = 1.9
/** Smallest width in degrees: the coastline is too coarse for a closer view. */
const minWidth = 24
/** Markers closer than this fraction of the width become one. */
const clusterRadius = 0.055

/** Builds the view that contains all points, across the Pacific when that is shorter; undefined without points. */
export function buildMapView(points: readonly MapPoint[]): MapView | undefined {
  const usable = points.filter(
    ({ longitude, latitude }) =>
      Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && !(longitude === 0 && latitude === 0),
  )
  if (usable.length === 0) return undefined
  const straight = usable.map(point => point.longitude)
  const pacific = straight.map(longitude => (longitude < -30 ? longitude + 360 : longitude))
  const xs = extent(pacific) < extent(straight) ? pacific : straight
  const ys = usable.map(point => -point.latitude)
  const width = Math.max(extent(xs) * 1.34, extent(ys) * 1.4 * aspectRatio, minWidth)
  const height = width / aspectRatio
  const viewBox = {
    x: (Math.min(...xs) + Math.max(...xs) - width) / 2,
    y: Math.min(Math.max((Math.min(...ys) + Math.max(...ys) - height) / 2, -90), Math.max(90 - height, -90)),
    width,
    height,
  }
  const placed = usable
    .flatMap((point, i) => point.stages.map(({ order }) => ({ x: xs[i]!, y: ys[i]!, order })))
    .sort((a, b) => a.order - b.order)
  const line = placed
    .map((to, i) => (i === 0 ? `M${round(to.x)} ${round(to.y)}` : legPath(placed[i - 1]!, to, width)))
    .join('')
  const land = [-360, 0, 360].filter(offset => offset + 180 > viewBox.x && offset - 180 < viewBox.x + width)
  return { viewBox, markers: clusterMarkers(placed, width * clusterRadius), line, land }
}

/** The path to the next place: straight when it is near, otherwise a curve, which cannot be mistaken for a road. */
function legPath(from: { x: number; y: number }, to: { x: number; y: number }, width: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (length < width * 0.12) return `L${round(to.x)} ${round(to.y)}`
  // The curve bends to the south.
  const side = dx < 0 ? -0.2 : 0.2
  return `Q${round(from.x + dx / 2 - dy * side)} ${round(from.y + dy / 2 + dx * side)} ${round(to.x)} ${round(to.y)}`
}

function clusterMarkers(points: { x: number; y: number; order: number }[], distance: number): Marker[] {
  const markers: Marker[] = []
  for (const { x, y, order } of points) {
    const marker = markers.find(marker => Math.hypot(marker.x - x, marker.y - y) < distance)
    if (!marker) markers.push({ x, y, orders: [order] })
    else if (!marker.orders.includes(order)) marker.orders.push(order)
  }
  return markers
}

/** Formats the numbers of a marker briefly: `1`, `14, 16`, `1–13`. The table next to the map names each stage. */
export function formatMarker(orders: readonly number[]): string {
  return orders.length > 2 ? `${orders[0]}–${orders[orders.length - 1]}` : orders.join(', ')
}

function extent(values: number[]): number {
  return Math.max(...values) - Math.min(...values)
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
