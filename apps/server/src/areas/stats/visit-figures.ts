import type { Language } from '@timbermark/contract'
import type { Overview } from '@timbermark/contract/calls'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { cityName } from '../place/city-names.ts'
import { hasFullScope } from '../system/rights/scope.ts'
import { loggedInReach } from '../trace/logs/log-scope.ts'

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

/**
 * Days, cities and counts as `(day, city, n, wrong)`, `wrong` being the checks of wrong codes among `n`, of the codes that the reader reaches, which are those that his logs show.
 * Whoever reaches all is answered from the sums of the days, which each scan keeps itself. A narrower reader is answered from the
 * logs of his own requests, and for days that are in the logs no more from the sums that statistics keep of them.
 * @param everybody of every enterprise
 */
export function visitsOf(kind: VisitKind, actor: Actor, everybody: boolean): Sql {
  const { permission, log, at, sum, wrong } = kinds[kind]
  if (everybody) return sql`(select t.day, t.city, ${sum} as n, ${wrong[0]} as wrong from scan_day t)`
  if (hasFullScope(actor, permission))
    return sql`(select t.day, t.city, ${sum} as n, ${wrong[0]} as wrong from scan_day t where t.tenant_id = ${actor.tenantId})`
  const reach = logEntriesInScope(actor, permission)
  // Days go from this table together with their entries.
  const logged = sql`coalesce((select min(d.day)::timestamptz from visit_day d where d.tenant_id = ${actor.tenantId}), 'infinity')`
  return sql`(
    select ${at}::date as day, coalesce(t.city, '') as city, 1::bigint as n, ${wrong[1]} as wrong from ${log} t
    where t.tenant_id = ${actor.tenantId} and ${reach}
    union all
    select t.start::date, t.city, ${sum}, ${wrong[0]} from visit_place t
    where t.tenant_id = ${actor.tenantId} and t.grain = 'day' and t.start < ${logged} and ${reach})`
}

/** May he know how many there were? */
export const mayCount = (kind: VisitKind, actor: Actor) => hasPermission(actor, kinds[kind].permission)

/** How often codes were scanned and checked, where and when. */
interface VisitFigures {
  scans: number
  checks: number
  /** Of `checks` those of wrong codes. */
  wrongChecks: number
  lists: Pick<Overview, 'cities' | 'trend'>
}

/** The ten cities with most scans, most first, called as the reader calls them. @param visits scans as `visitsOf` gives them */
export async function busiestCities(db: Db, visits: Sql, language: Language): Promise<Overview['cities']> {
  const cities = await db.query<Overview['cities'][number]>(sql`
    select city as name, sum(n)::bigint as scans from ${visits} v where city <> '' group by city having sum(n) > 0
    order by 2 desc, 1 limit 10`)
  return cities.map(({ name, scans }) => ({ name: cityName(name, language), scans }))
}

/** Scans and checks of the codes that the reader reaches. @param everybody of every enterprise */
export async function visitFigures(
  db: Db,
  actor: Actor,
  everybody: boolean,
  language: Language,
): Promise<VisitFigures> {
  const visits = (kind: VisitKind) => visitsOf(kind, actor, everybody)
  const { scans, checks, wrongChecks } = await db.one<Record<VisitKind | 'wrongChecks', number>>(sql`
    select (select coalesce(sum(n), 0)::bigint from ${visits('scans')} v) as scans,
           (select coalesce(sum(n), 0)::bigint from ${visits('checks')} v) as checks,
           (select coalesce(sum(wrong), 0)::bigint from ${visits('checks')} v) as "wrongChecks"`)
  const cities = await busiestCities(db, visits('scans'), language)
  const ofDay = (kind: VisitKind) =>
    sql`(select day, sum(n)::bigint as n from ${visits(kind)} v where day > current_date - 30 group by day)`
  const trend = await db.query<Overview['trend'][number]>(sql`
    select d::date as day, coalesce(s.n, 0)::bigint as scans, coalesce(c.n, 0)::bigint as checks
    from generate_series(current_date - 29, current_date, interval '1 day') d
    left join ${ofDay('scans')} s on s.day = d::date left join ${ofDay('checks')} c on c.day = d::date order by 1`)
  return { scans, checks, wrongChecks, lists: { cities, trend } }
}
