import {
  checkShape,
  checkShapeText,
  mostPositions,
  type PlotFault,
  type PlotShape,
  pointHectares,
} from '@timbermark/contract/plot'
import type { ErrorKey, Issue } from '@timbermark/contract'
import { loadFindOtherCountry } from '../../place/other-country.ts'

type Checked = { shape: PlotShape; faults: PlotFault[] } | { shape?: undefined; faults: PlotFault[] }

/** Checks shapes with what only the server knows: the outlines of countries. */
export async function loadCheckPlot(): Promise<
  (shape: unknown, facts: { country?: unknown; declaredArea?: unknown }) => Checked
> {
  const findOtherCountry = await loadFindOtherCountry()
  return (value, { country, declaredArea }) => {
    const { shape, faults } = typeof value === 'string' ? checkShapeText(value) : checkShape(value)
    if (!shape) return { faults }
    const [longitude, latitude] = shape.box
    // Far from its country as it is, and in it with the axes swapped.
    const isSwapped =
      typeof country === 'string' &&
      Math.abs(longitude) <= 90 &&
      findOtherCountry([longitude, latitude], country) !== undefined &&
      findOtherCountry([latitude, longitude], country) === undefined
    const isLarge = shape.geometry.type === 'Point' && Number(declaredArea ?? 0) > pointHectares.max
    return {
      shape,
      faults: [
        ...(isSwapped ? [{ fault: 'swapped', at: 1 } as const] : []),
        ...(isLarge ? [{ fault: 'pointArea' } as const] : []),
      ],
    }
  }
}

/** The refusal of each fault, by name: the interface documents are collected from the sources. */
const errorOf: Readonly<Record<PlotFault['fault'], ErrorKey>> = {
  notGeometry: 'material.plot.notGeometry',
  lineType: 'material.plot.lineType',
  notNumber: 'material.plot.notNumber',
  range: 'material.plot.range',
  swapped: 'material.plot.swapped',
  tooManyPositions: 'material.plot.tooManyPositions',
  tooFewPositions: 'material.plot.tooFewPositions',
  straight: 'material.plot.straight',
  crossing: 'material.plot.crossing',
  hole: 'material.plot.hole',
  roundingJoins: 'material.plot.roundingJoins',
  dateLine: 'material.plot.dateLine',
  tooWide: 'material.plot.tooWide',
  pointArea: 'material.plot.pointArea',
}

/** What the text of a fault says. */
export const faultParams = ({ at }: PlotFault) => ({ at: at ?? 1, max: mostPositions })

/** A fault as a refusal beside the field that has it. */
export const issueOf = (fault: PlotFault): Issue => ({
  field: fault.fault === 'pointArea' ? 'declaredArea' : 'geometry',
  error: errorOf[fault.fault],
  params: faultParams(fault),
})

/** Columns that follow from a shape. */
export const columnsOf = ({ geometry, area, positions }: PlotShape) => ({
  geometry: JSON.stringify(geometry),
  kind: geometry.type === 'Point' ? 'point' : 'polygon',
  area: area === undefined ? null : String(area),
  positions,
})

/** The box of a shape as the database reads it. */
export const boxText = ({ box: [west, south, east, north] }: PlotShape) => `((${east},${north}),(${west},${south}))`
