import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { startOfDay } from '../../../platform/tenant-day.ts'
import { isNow, loadReportInfo, momentsOf, type ScopedQuery, sumsOf } from './report-query.ts'

export interface Point {
  start: string
  scans: number
  checks: number
  wrongChecks: number
}

const steps = { hour: '1 hour', day: '1 day', month: '1 month' } as const

/** Scans and checks by the period's grain, with those of the previous period point by point. */
export async function loadTrend(db: Db, query: ScopedQuery) {
  const { period, zone } = query
  const { grain, beforeFrom, to } = period
  const isHour = grain === 'hour'
  const inZone = sql`${zone}`
  // Hours are moments, days and months calendar days at midnight UTC.
  const begin = (day: typeof inZone) => (isHour ? startOfDay(day, inZone) : sql`(${day})::timestamptz`)
  const isOfPeriod = isHour ? momentsOf(period, inZone).isNow(sql`s.start`) : isNow(period, sql`s.start`)
  const rows = await db.query<Point & { now: boolean; at: Date }>(sql`
    select to_char(s.start, 'YYYY-MM-DD') as start, s.start as at, ${isOfPeriod} as now,
      coalesce(v.scans, 0)::bigint as scans, coalesce(v.checks, 0)::bigint as checks, coalesce(v.wrong, 0)::bigint as "wrongChecks"
    from generate_series(${begin(sql`${beforeFrom}::date`)}, ${begin(sql`${to}::date + 1`)} - ${steps[grain]}::interval, ${steps[grain]}::interval) s (start)
    left join (
      select ${isHour ? sql`date_trunc('hour', start, ${zone})` : sql`start`} as start, sum(scans) as scans, sum(checks) as checks,
        sum(wrong_checks) as wrong
      from ${sumsOf('visit_count', query)} t group by 1) v on v.start = s.start
    order by s.start`)
  const points = rows.map(({ now, at, start, ...counts }) => ({
    now,
    point: { start: isHour ? at.toISOString() : start, ...counts },
  }))
  const of = (now: boolean) => points.filter(each => each.now === now).map(({ point }) => point)
  const total = (list: readonly Point[], key: 'scans' | 'checks' | 'wrongChecks') =>
    list.reduce((sum, point) => sum + point[key], 0)
  const sums = (list: readonly Point[]) => ({
    scans: total(list, 'scans'),
    checks: total(list, 'checks'),
    wrongChecks: total(list, 'wrongChecks'),
  })
  const [now, before] = [of(true), of(false)]
  return {
    ...(await loadReportInfo(db, query)),
    now: sums(now),
    before: sums(before),
    points: now,
    pointsBefore: before,
  }
}
