import type { Language } from '@timbermark/contract'
import type { Overview } from '@timbermark/contract/calls'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { platformTenant } from '../../platform/operator.ts'
import { dayAt, loadTenantDay, startOfDay } from '../../platform/tenant-day.ts'
import { cityName } from '../place/city-names.ts'
import { allTenants as everyTenant } from './rollups/roll-up-days.ts'
import { hasFullScope } from '../system/rights/scope.ts'
import { logEntriesInScope } from '../trace/logs/log-scope.ts'

const kinds = {
  scans: {
    permission: 'trace:scan-log:list',
    log: sql`scan_log`,
    at: sql`t.scanned_at`,
    sum: sql`t.scans`,
    wrong: [sql`0::bigint`, sql`0::bigint`],
  },
  checks: {
    permission: 'trace:check-log:list',
    log: sql`check_log`,
    at: sql`t.checked_at`,
    sum: sql`t.checks`,
    wrong: [sql`t.wrong_checks`, sql`(not t.genuine)::int::bigint`],
  },
} as const
export type VisitKind = keyof typeof kinds

/** Whose visits a figure counts, and how far their roll-ups are computed. */
export interface VisitScope {
  actor: Actor
  /** Count every enterprise. */
  allTenants: boolean
  /** Days, as YYYY-MM-DD, whose roll-ups are not up to date. */
  openDays: readonly string[]
  /** Time zone of the reader's enterprise, and its day of today. */
  zone: string
  today: string
}

/**
 * Finds the days whose roll-ups lack visits: today, as a rule. Their daily sums, which each scan updates, are read instead; of
 * all other days the roll-ups are, which have a few rows per day for all enterprises together.
 */
export async function loadVisitScope(db: Db, actor: Actor): Promise<VisitScope> {
  const allTenants = db.tenant === undefined
  const of = allTenants ? sql`true` : sql`t.tenant_id = ${db.tenant}`
  const rows = await db.query<{ day: string }>(
    sql`select distinct t.day from visit_day t where ${of} and t.state <> 'counted'`,
  )
  const day = await loadTenantDay(db, db.tenant ?? platformTenant)
  return { actor, allTenants, openDays: rows.map(({ day }) => day), ...day }
}

/**
 * Days, cities and counts as `(day, city, n, wrong)`, with `wrong` the checks of wrong codes among `n`, of codes in the
 * reader's scope, as in the logs. With the scope "all" it reads roll-ups, and the daily sums of open days. With a narrower
 * scope it reads the logs of the requests in scope, and roll-ups for days that the logs no longer have.
 * @param from the first day; without it, all visits, and `day` may be the first of a month
 */
export function visitsOf(kind: VisitKind, { actor, allTenants, openDays, zone }: VisitScope, from?: Sql): Sql {
  const { permission, log, at, sum, wrong } = kinds[kind]
  if (allTenants || hasFullScope(actor, permission)) {
    const summed = allTenants ? everyTenant : actor.tenantId
    const of = allTenants ? sql`true` : sql`t.tenant_id = ${actor.tenantId}`
    const open = sql`${[...openDays]}::date[]`
    const openMonths = sql`(select date_trunc('month', o) from unnest(${open}) o)`
    const rolledUp = (grain: 'day' | 'month', where: Sql) => sql`
      select t.start::date as day, t.city, ${sum} as n, ${wrong[0]} as wrong from visit_place t
      where t.tenant_id = ${summed} and t.request_number = 0 and t.grain = ${grain} and ${where}`
    return sql`(
      ${
        from
          ? rolledUp('day', sql`t.start >= ${from}::timestamptz and t.start::date <> all(${open})`)
          : sql`${rolledUp('month', sql`t.start not in ${openMonths}`)} union all
            ${rolledUp('day', sql`date_trunc('month', t.start) in ${openMonths} and t.start::date <> all(${open})`)}`
      }
      union all
      select t.day, t.city, ${sum} as n, ${wrong[0]} as wrong from scan_day t
      where ${of} and t.day = any(${open}) ${from ? sql`and t.day >= ${from}` : sql``})`
  }
  const scope = logEntriesInScope(actor, permission)
  // Days are removed from this table together with their log entries.
  const logged = sql`coalesce((select min(d.day) from visit_day d where d.tenant_id = ${actor.tenantId}), 'infinity'::date)`
  const inZone = sql`${zone}`
  return sql`(
    select ${dayAt(at, inZone)} as day, coalesce(t.city, '') as city, 1::bigint as n, ${wrong[1]} as wrong from ${log} t
    where t.tenant_id = ${actor.tenantId} and ${scope} and ${dayAt(at, inZone)} >= ${logged}
      ${from ? sql`and ${at} >= ${startOfDay(from, inZone)}` : sql``}
    union all
    select t.start::date, t.city, ${sum}, ${wrong[0]} from visit_place t
    where t.tenant_id = ${actor.tenantId} and t.grain = 'day' and t.start < ${logged}::timestamptz and ${scope}
      ${from ? sql`and t.start >= ${from}::timestamptz` : sql``})`
}

/** Whether the reader may see the count. */
export const canCount = (kind: VisitKind, actor: Actor) => hasPermission(actor, kinds[kind].permission)

/** Counts of scans and checks by place and day. */
interface VisitFigures {
  scans: number
  checks: number
  /** Of `checks` those of wrong codes. */
  wrongChecks: number
  lists: Pick<Overview, 'cities' | 'trend'>
}

/** The ten cities with most scans, in descending order, named in the reader's language. @param visits scans from `visitsOf` */
export async function busiestCities(db: Db, visits: Sql, language: Language): Promise<Overview['cities']> {
  const cities = await db.query<Overview['cities'][number]>(sql`
    select city as name, sum(n)::bigint as scans from ${visits} v where city <> '' group by city having sum(n) > 0
    order by 2 desc, 1 limit 10`)
  return cities.map(({ name, scans }) => ({ name: cityName(name, language), scans }))
}

/** Scans and checks of codes in the reader's scope. */
export async function visitFigures(db: Db, scope: VisitScope, language: Language): Promise<VisitFigures> {
  const { scans } = await db.one<{ scans: number }>(
    sql`select coalesce(sum(n), 0)::bigint as scans from ${visitsOf('scans', scope)} v`,
  )
  const { checks, wrongChecks } = await db.one<{ checks: number; wrongChecks: number }>(sql`
    select coalesce(sum(n), 0)::bigint as checks, coalesce(sum(wrong), 0)::bigint as "wrongChecks"
    from ${visitsOf('checks', scope)} v`)
  const cities = await busiestCities(db, visitsOf('scans', scope), language)
  const today = sql`${scope.today}::date`
  const ofDay = (kind: VisitKind) =>
    sql`(select day, sum(n)::bigint as n from ${visitsOf(kind, scope, sql`(${today} - 29)`)} v group by day)`
  const trend = await db.query<Overview['trend'][number]>(sql`
    select d::date as day, coalesce(s.n, 0)::bigint as scans, coalesce(c.n, 0)::bigint as checks
    from generate_series(${today} - 29, ${today}, interval '1 day') d
    left join ${ofDay('scans')} s on s.day = d::date left join ${ofDay('checks')} c on c.day = d::date order by 1`)
  return { scans, checks, wrongChecks, lists: { cities, trend } }
}
