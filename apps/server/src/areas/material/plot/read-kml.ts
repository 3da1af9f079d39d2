import { SaxesParser } from 'saxes'
import type { ReadPlot } from './read-plots.ts'

/** Elements inside each other: no program writes more. */
const deepest = 50

/** "longitude,latitude[,altitude]" separated by blanks. */
const positionsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .filter(part => part !== '')
    .map(part => part.split(',').map(Number))

interface Placemark {
  name: string
  facts: Record<string, string>
  points: unknown[]
  polygons: unknown[][]
  hasLine: boolean
}

function geometryOf({ points, polygons, hasLine }: Placemark): unknown {
  if (hasLine) return { type: 'LineString' }
  if (polygons.length > 0) return { type: 'MultiPolygon', coordinates: polygons }
  return points.length === 1 ? { type: 'Point', coordinates: points[0] } : null
}

/**
 * Reads the placemarks of a KML document. Entities of a document type are not expanded, and nothing is loaded.
 * @throws Error when it is not well-formed
 */
export function readKml(text: string): ReadPlot[] {
  const plots: ReadPlot[] = []
  const path: string[] = []
  let mark: Placemark | undefined
  let dataName: string | undefined
  let content = ''
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', tag => {
    const name = tag.name.replace(/^.*:/, '')
    if (path.push(name) > deepest) throw new Error('Too deep')
    content = ''
    if (name === 'Placemark') mark = { name: '', facts: {}, points: [], polygons: [], hasLine: false }
    if (name === 'Polygon') mark?.polygons.push([])
    if (name === 'LineString' && mark) mark.hasLine = true
    if (name === 'Data' || name === 'SimpleData')
      dataName = String((tag.attributes as Record<string, unknown>).name ?? '')
  })
  const take = (piece: string) => {
    content += piece
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', () => {
    const name = path.pop()
    if (!mark) return
    if (name === 'name' && path.at(-1) === 'Placemark') mark.name = content.trim()
    if ((name === 'value' || name === 'SimpleData') && dataName) mark.facts[dataName] = content.trim()
    if (name === 'coordinates') {
      const positions = positionsOf(content)
      if (path.at(-1) === 'Point') mark.points.push(positions[0])
      else if (path.at(-1) === 'LinearRing') mark.polygons.at(-1)?.push(positions)
    }
    if (name === 'Placemark') {
      plots.push({ geometry: geometryOf(mark), facts: { name: mark.name, ...mark.facts } })
      mark = undefined
    }
    content = ''
  })
  parser.write(text).close()
  return plots
}
