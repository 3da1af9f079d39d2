import { type Language, largestPlotFile, mostPlots } from '@timbermark/contract'
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

/** Headings of a list of points, as people write them in three languages. */
const headings: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'nom', '名称', 'plot', 'parcelle', '地块'],
  number: ['number', 'plot number', 'numéro', 'numéro de parcelle', '编号', '地块编号'],
  latitude: ['latitude', 'lat', '纬度'],
  longitude: ['longitude', 'lon', 'lng', 'long', '经度'],
  area: ['area', 'surface', '面积'],
  country: ['country', 'pays', '国家', 'producercountry'],
  producer: ['producer', 'producteur', '生产者', 'producername'],
  place: ['place', 'lieu', '地点', 'productionplace'],
}

const numberOf = (cell: unknown) => {
  const text = String(cell ?? '').trim()
  return /^[+-]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
}

async function readList(content: Buffer, language: Language): Promise<ReadPlot[]> {
  const limits = { accept: ['csv' as const], kilobytes: largestPlotFile / 1024, rows: mostPlots + 1 }
  for (const { complete } of await readTable(content, language, limits)) {
    const [first, ...rows] = complete().rows
    const columns = (first?.cells ?? []).map(cell => {
      const heading = String(cell ?? '')
        .trim()
        .toLowerCase()
        .replace(/\s*\(.*\)$/, '')
      return Object.keys(headings).find(key => headings[key]!.includes(heading))
    })
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
