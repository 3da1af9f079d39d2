import { isAbsent } from '../../kinds/kinds.ts'
import type { Stage } from '../types.ts'

/** A report as the rules read it. */
export interface ReportFacts {
  stage: Stage
  /** Values by key of the field, as they travel: numbers as decimal text. */
  values: Readonly<Record<string, unknown>>
  /** How many codes are reported. */
  codes: number
  /** When the stage happened, milliseconds since 1970. */
  at: number
  /** The server's clock; a phone leaves it out, as its own may be years off. */
  now?: number
}

/** What a rule found: the field that it is said of, and what its sentence is filled with. */
export interface RuleResult {
  field: string
  params: Record<string, string | number>
}

/** A rule about what `Facts` say. It is silent where one of its values is missing or no number: that is checked elsewhere. */
export interface Rule<Facts> {
  /** Fields that it reads, with their units; of each stage those that it has. */
  reads: Readonly<Record<string, string | null>>
  judge(facts: Facts): RuleResult | undefined
}

/** Length of a day, milliseconds. */
export const dayMs = 24 * 3600 * 1000

/** A value of one of the stage's own fields; what a template adds under the same name is something else. */
export function ownFieldValue({ stage, values }: ReportFacts, key: string): unknown {
  if (!stage.fields.some(field => field.key === key) || !Object.hasOwn(values, key)) return undefined
  return isAbsent(values[key]) ? undefined : values[key]
}

/** A measure above zero. */
export function measureOf(report: ReportFacts, key: string): number | undefined {
  const value = ownFieldValue(report, key)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const measure = Number(value)
  return Number.isFinite(measure) && measure > 0 ? measure : undefined
}

/** A word of a list, as of a dictionary. */
export function wordOf(report: ReportFacts, key: string): string | undefined {
  const value = ownFieldValue(report, key)
  return typeof value === 'string' ? value : undefined
}

/** A day or a moment, milliseconds since 1970; a day is its first moment in UTC. */
export function momentOf(report: ReportFacts, key: string): number | undefined {
  const moment = Date.parse(wordOf(report, key) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

/** To three places after the point, as volumes are written. */
export const roundVolume = (value: number): number => Math.round(value * 1000) / 1000

/** The day of a moment, in UTC. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
