import { distanceKm, type Point } from '../../kinds/distance.ts'
import { isAbsent } from '../../kinds/kinds.ts'
import type { Stage } from '../types.ts'

/** Input of the rules: a report. */
export interface ReportFacts {
  stage: Stage
  /** Values by field key, as in the request: numbers as decimal text. */
  values: Readonly<Record<string, unknown>>
  /** How many codes are reported. */
  codes: number
  /** When the stage happened, milliseconds since 1970. */
  at: number
  /** The server's clock; phones omit it, because theirs may be years off. */
  now?: number
}

/** Result of a rule: the field, and the parameters of its phrase. */
export interface RuleResult {
  field: string
  params: Record<string, string | number>
}

/** A rule about `Facts`. It returns nothing when one of its values is missing or no number: other checks cover that. */
export interface Rule<Facts> {
  /** Fields that it reads, with their units, if the stage has them. */
  reads: Readonly<Record<string, string | null>>
  judge(facts: Facts): RuleResult | undefined
}

/** Length of a day, milliseconds. */
export const dayMs = 24 * 3600 * 1000

/** A value of one of the stage's own fields; a template's attribute of the same key does not count. */
export function ownFieldValue({ stage, values }: Pick<ReportFacts, 'stage' | 'values'>, key: string): unknown {
  if (!stage.fields.some(field => field.key === key) || !Object.hasOwn(values, key)) return undefined
  return isAbsent(values[key]) ? undefined : values[key]
}

/** A measure above zero. */
export function measureOf(report: Pick<ReportFacts, 'stage' | 'values'>, key: string): number | undefined {
  const value = ownFieldValue(report, key)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const measure = Number(value)
  return Number.isFinite(measure) && measure > 0 ? measure : undefined
}

/** A dictionary or choice value. */
export function wordOf(report: ReportFacts, key: string): string | undefined {
  const value = ownFieldValue(report, key)
  return typeof value === 'string' ? value : undefined
}

/** A day or a moment, milliseconds since 1970; a day is its first moment in UTC. */
export function momentOf(report: ReportFacts, key: string): number | undefined {
  const moment = Date.parse(wordOf(report, key) ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

/** Rounds to three decimal places, as volumes are written. */
export const roundVolume = (value: number): number => Math.round(value * 1000) / 1000

/** The day of a moment, in UTC. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** Fastest transport, km/h; positions may be some kilometres off, and times are rounded. */
const fastest = 120
const unsure = { kilometres: 30, hours: 1 }

/** Somewhere at some moment, milliseconds since 1970. */
interface Presence {
  at: number
  position: Point
}

/** The journey between two presences: kilometres and hours, rounded, and whether nothing travels that fast. */
export function journeyOf(one: Presence, other: Presence): { distance: number; hours: number; tooFast: boolean } {
  const kilometres = distanceKm(one.position, other.position)
  const hours = Math.abs(one.at - other.at) / 3_600_000
  return {
    distance: Math.round(kilometres),
    hours: Math.round(hours * 10) / 10,
    tooFast: kilometres - unsure.kilometres > (hours + unsure.hours) * fastest,
  }
}
