import { isCounted } from '../code/request/counted-codes.ts'
import { activity as activityCall } from '@timbermark/contract/calls'
import type { Language } from '@timbermark/contract'
import { scopePredicate } from '../../entity/scope.ts'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { dayAt, startOfDay } from '../../platform/tenant-day.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { canReadAllTenants } from './report/report-query.ts'
import { busiestCities, canCount, loadVisitScope, type VisitKind, visitsOf } from './visit-figures.ts'

export const activityRoutes: RouteSpec[] = [
  serve(activityCall, ({ services: { database }, actor, language, query }) => {
    const read = (db: Db) => activity(db, actor, query.days, language)
    return canReadAllTenants(actor)
      ? database.acrossTenants('statistics', read, { replica: true })
      : database.withTenant(actor.tenantId, read)
  }),
]

async function activity(db: Db, actor: Actor, days: number, language: Language) {
  const everybody = db.tenant === undefined
  const scope = await loadVisitScope(db, actor)
  const [today, zone] = [sql`${scope.today}::date`, sql`${scope.zone}`]
  const from = (length: Sql) => sql`(${today} - ${length} + 1)`
  const both = sql`2 * ${days}::int`
  const ofDay = (kind: VisitKind) =>
    sql`(select day, sum(n)::bigint as n, sum(wrong)::bigint as wrong from ${visitsOf(kind, scope, from(both))} v group by day)`
  const trend = await db.query<{ day: string; scans: number; checks: number; wrong: number; now: boolean }>(sql`
    select d::date as day, d::date > ${today} - ${days}::int as now, coalesce(s.n, 0)::bigint as scans,
      coalesce(c.n, 0)::bigint as checks, coalesce(c.wrong, 0)::bigint as wrong
    from generate_series(${today} - (2 * ${days}::int - 1), ${today}, interval '1 day') d
    left join ${ofDay('scans')} s on s.day = d::date left join ${ofDay('checks')} c on c.day = d::date order by 1`)
  const ownRows = everybody
    ? sql`true`
    : sql`c.tenant_id = ${db.tenant} and ${scopePredicate(actor, 'code:request:list', { alias: 'c', dept: 'dept_id', owner: 'created_by' })}`
  const completedDay = dayAt(sql`completed_at`, zone)
  const codes = await db.one<{ now: number; before: number }>(sql`
    select coalesce(sum(count) filter (where ${completedDay} > ${today} - ${days}::int), 0)::bigint as now,
           coalesce(sum(count) filter (where ${completedDay} <= ${today} - ${days}::int), 0)::bigint as before
    from code_request c where ${ownRows} and ${isCounted(sql`c`)} and completed_at >= ${startOfDay(from(both), zone)}`)
  const inDays = sql`(select city, n from ${visitsOf('scans', scope, from(sql`${days}::int`))} v)`
  const sums = (now: boolean) => {
    const total = (name: 'scans' | 'checks' | 'wrong') =>
      trend.filter(day => day.now === now).reduce((sum, day) => sum + Number(day[name]), 0)
    return {
      scans: everybody || canCount('scans', actor) ? total('scans') : null,
      checks: everybody || canCount('checks', actor) ? total('checks') : null,
      wrongChecks: everybody || canCount('checks', actor) ? total('wrong') : null,
      codes: everybody || hasPermission(actor, 'code:request:list') ? Number(now ? codes.now : codes.before) : null,
    }
  }
  return {
    now: sums(true),
    before: sums(false),
    trend: trend.filter(({ now }) => now).map(({ day, scans, checks }) => ({ day, scans, checks })),
    cities: await busiestCities(db, inDays, language),
  }
}
