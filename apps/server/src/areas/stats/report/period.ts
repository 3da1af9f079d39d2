import { type Grain, mostDays, type periodQuery } from '@timbermark/contract'
import type { z } from 'zod'
import { invalid } from '../../../platform/refusal.ts'

export type PeriodQuery = Pick<z.output<typeof periodQuery>, 'grain' | 'from' | 'to'>

/**
 * Days as YYYY-MM-DD, last days included, in the time zone of the enterprise; the previous period has the same length and ends
 * where this one begins.
 */
export interface Period {
  grain: Grain
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
}

const dayMs = 86_400_000
const usualDays = 30
/** Earliest day: no scans exist before it. */
const earliest = '2000-01-01'

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const text = (moment: Date | number) => new Date(moment).toISOString().slice(0, 10)
const daysAfter = (day: string, days: number) => text(at(day).getTime() + days * dayMs)
const monthsAfter = (day: string, months: number) => {
  const moment = at(day)
  return text(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1))
}
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * The requested period and the previous one.
 * @param today as YYYY-MM-DD, the last day where none is requested
 * @throws Refusal invalid when it ends before it begins or is too long for its grain
 */
export function parsePeriod({ grain, from, to }: PeriodQuery, today: string): Period {
  const end = to ?? (from === undefined ? today : daysAfter(from, usualDays - 1))
  const begin = from ?? daysAfter(end, -(grain === 'hour' ? mostDays.hour : usualDays) + 1)
  if (begin < earliest) throw invalid([{ field: 'from', error: 'tooSmall', params: { min: earliest } }])
  if (end < begin) throw invalid([{ field: 'to', error: 'tooSmall', params: { min: begin } }])
  const last = daysAfter(begin, mostDays[grain] - 1)
  if (end > last) throw invalid([{ field: 'to', error: 'tooLarge', params: { max: last } }])
  if (grain !== 'month') {
    const days = (at(end).getTime() - at(begin).getTime()) / dayMs + 1
    return { grain, from: begin, to: end, beforeFrom: daysAfter(begin, -days), beforeTo: daysAfter(begin, -1) }
  }
  const months = monthNumber(end) - monthNumber(begin) + 1
  const first = monthsAfter(begin, 0)
  return {
    grain,
    from: first,
    to: daysAfter(monthsAfter(end, 1), -1),
    beforeFrom: monthsAfter(begin, -months),
    beforeTo: daysAfter(first, -1),
  }
}
