import { maxRequestNumber } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'

/** Numbers of code requests: there are so many for ever, on the whole platform. */
export interface RequestNumbers {
  used: number
  most: number
  /** Until they are used up at the rate of the last 90 days; null when none was used in that time. */
  years: number | null
}

/** The rate is that of so many days. */
const rateDays = 90
const leastDays = 30
/** From these on an operator has to plan another format of codes. */
const scarce = { share: 0.9, years: 1 }

/**
 * How many numbers are used, and for how long the rest lasts.
 * @param recent numbers used in the last `days` days
 */
export function estimateNumbers(used: number, recent: number, days: number): RequestNumbers {
  // The first days of an installation, with what it takes over from elsewhere, say little about a year.
  const perYear = (recent / Math.max(leastDays, days)) * 365
  const years = perYear > 0 ? Math.round(((maxRequestNumber - used) / perYear) * 10) / 10 : null
  return { used, most: maxRequestNumber, years }
}

export const areScarce = ({ used, most, years }: RequestNumbers): boolean =>
  used > most * scarce.share || (years !== null && years < scarce.years)

/** Reads them. Numbers are given in order of time: the first one of the period is found in some 25 steps of an index. */
export async function readRequestNumbers(db: Db): Promise<RequestNumbers> {
  const { used, recent, days } = await db.one<{ used: number; recent: number; days: number }>(sql`
    with recursive highest as (select coalesce(max(number), 0) as number from request_number),
    first_of_period (before, at) as (
      select 0, number + 1 from highest
      union all
      select case when m.is_old then s.middle else s.before end, case when m.is_old then s.at else s.middle end
      from (select before, at, (before + at) / 2 as middle from first_of_period where at - before > 1) s
      cross join lateral (
        select coalesce((
          select r.created_at < now() - make_interval(days => ${rateDays}) from code_request r
          where r.request_number >= s.middle order by r.request_number limit 1), false) as is_old) m)
    select highest.number as used, highest.number - (select max(before) from first_of_period) as recent,
      least(${rateDays}, coalesce(extract(epoch from now() - (select created_at from code_request order by request_number limit 1)) / 86400, 0))::float8
        as days
    from highest`)
  return estimateNumbers(used, recent, days)
}

/** Raises the alarm that numbers run out, or clears it. */
export async function checkRequestNumbers({ database, alarms }: Pick<Services, 'database' | 'alarms'>): Promise<void> {
  const numbers = await database.acrossTenants('monitor', readRequestNumbers)
  if (!areScarce(numbers)) return alarms.clear('requestNumbersScarce')
  alarms.raise('requestNumbersScarce', {
    used: numbers.used,
    most: numbers.most,
    years: numbers.years ?? '–',
  })
}
