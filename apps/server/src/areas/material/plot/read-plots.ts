import { type Language, languages, largestPlotFile, mostPlots } from '@timbermark/contract'
import { word } from '../../../entity/words.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readTable } from '../../../platform/workbook/sheet-read.ts'
import { readKml } from './read-kml.ts'

/** A plot of a file before any check. */
export interface ReadPlot {
  geometry: unknown
  facts: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readGeoJson(text: string): ReadPlot[] {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new Error('No GeoJSON')
  const features = value.type === 'FeatureCollection' && Array.isArray(value.features) ? value.features : [value]
  return features.map(
    (feature: unknown): ReadPlot =>
      isObject(feature) && feature.type === 'Feature'
        ? { geometry: feature.geometry, facts: isObject(feature.properties) ? feature.properties : {} }
        : { geometry: feature, facts: {} },
  )
}

/** What headings of a list of points mean, beside the name of the field in each language. */
const headings: Readonly<Record<string, { field: string; also: readonly string[] }>> = {
  name: { field: 'material.plot.name', also: ['plot', 'parcelle'] },
  number: { field: 'material.plot.number', also: ['number', 'id'] },
  latitude: { field: 'field.latitude', also: ['lat'] },
  longitude: { field: 'field.longitude', also: ['lon', 'lng', 'long'] },
  area: { field: 'material.plot.declaredArea', also: ['area', 'surface'] },
  country: { field: 'material.plot.country', also: ['producercountry'] },
  producer: { field: 'material.plot.producer', also: ['producername'] },
  place: { field: 'material.plot.place', also: ['productionplace'] },
}

/** The fact under a heading; undefined for a column that is not read. */
function factUnder(cell: unknown): string | undefined {
  const heading = String(cell ?? '')
    .trim()
    .toLowerCase()
    .replace(/\s*\(.*\)$/, '')
  return Object.keys(headings).find(key => {
    const { field, also } = headings[key]!
    return also.includes(heading) || languages.some(language => word(language, field).toLowerCase() === heading)
  })
}

const numberOf = (cell: unknown) => {
  const text = String(cell ?? '').trim()
  return /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
}

async function readList(content: Buffer, language: Language): Promise<ReadPlot[]> {
  const limits = { accept: ['csv' as const], kilobytes: largestPlotFile / 1024, rows: mostPlots + 1 }
  for (const { complete } of await readTable(content, language, limits)) {
    const [first, ...rows] = complete().rows
    const columns = (first?.cells ?? []).map(factUnder)
    if (!columns.includes('latitude') || !columns.includes('longitude')) continue
    return rows.map(({ cells }): ReadPlot => {
      const value = (key: string) => cells[columns.indexOf(key)]
      const known = (key: string) => (columns.includes(key) ? { [key]: value(key) } : {})
      return {
        geometry: { type: 'Point', coordinates: [numberOf(value('longitude')), numberOf(value('latitude'))] },
        facts: {
          ...Object.fromEntries(
            ['name', 'number', 'country', 'producer', 'place'].flatMap(key => Object.entries(known(key))),
          ),
          ...(columns.includes('area') && { area: numberOf(value('area')) }),
        },
      }
    })
  }
  throw new Error('No list of points')
}

/**
 * Reads a file of plots by its content: GeoJSON, KML or a list of points.
 * @throws Refusal material.plotFile, material.plotFileEmpty, material.plotFileLong
 */
export async function readPlots(content: Buffer, language: Language): Promise<ReadPlot[]> {
  let read: ReadPlot[]
  try {
    const start = content
      .subarray(0, 1000)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
    const text = () => new TextDecoder('utf-8', { fatal: true }).decode(content)
    if (start.startsWith('{') || start.startsWith('[')) read = readGeoJson(text())
    else if (start.startsWith('<')) read = readKml(text())
    else read = await readList(content, language)
  } catch {
    throw new Refusal('material.plotFile')
  }
  if (read.length === 0) throw new Refusal('material.plotFileEmpty')
  if (read.length > mostPlots) throw new Refusal('material.plotFileLong', { max: mostPlots })
  return read
}
