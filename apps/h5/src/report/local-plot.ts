/** A plot that is walked with the phone, as the phone stores it until it is sent. */
import type { Delivery } from './report.ts'
import { accuracyOf, geometryOf, newWalk, type Walk } from './walk.ts'

/** What was walked and entered. Stored on the phone: property names must stay. */
export interface PlotContent {
  walk: Walk
  name: string
  /** By which reports name the plot. */
  number: string
  country: string
  producer: string
  /** Hectares, of a point. */
  declaredArea: string
}

export interface LocalPlot extends Delivery {
  kind: 'plot'
  content: PlotContent
  /** What the server stored. */
  stored?: { id: number; number: string }
}

/**
 * A number that nobody else gives: of the second and the person.
 * @param at moment in the phone's time zone
 */
export function proposedNumber(owner: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.getFullYear() % 100)}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}-${owner}`
}

/** A plot before the first step. @param country that of the last one */
export function newPlot(input: { id: string; owner: string; now: number; country: string }): LocalPlot {
  const { id, owner, now, country } = input
  const number = proposedNumber(owner, new Date(now))
  return {
    kind: 'plot',
    key: id,
    owner,
    reportId: id,
    state: 'draft',
    content: { walk: newWalk(), name: '', number, country, producer: '', declaredArea: '' },
    createdAt: now,
    updatedAt: now,
    attempts: 0,
    nextAt: 0,
    left: false,
  }
}

/** The body of the call: always identical for the same plot, because the server compares retries. */
export function plotBody({ reportId, content }: Pick<LocalPlot, 'reportId' | 'content'>) {
  const { walk, name, number, country, producer, declaredArea } = content
  const { worst, median } = accuracyOf(walk)
  return {
    walkId: reportId,
    name: name.trim(),
    number: number.trim(),
    country,
    ...(producer.trim() !== '' && { producer: producer.trim() }),
    ...(walk.mode === 'point' && declaredArea.trim() !== '' && { declaredArea: declaredArea.trim().replace(',', '.') }),
    geometry: JSON.stringify(geometryOf(walk)),
    worstAccuracy: worst,
    medianAccuracy: median,
  }
}
