import { activity as activityCall } from '@timbermark/contract/calls'
import type { Language } from '@timbermark/contract'
import { scopePredicate } from '../../crud/scope.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { cityName } from '../place/city-names.ts'

export const activityRoutes: RouteSpec[] = [
  serve(activityCall, ({ services: { database }, actor, language, query }) => {
    const read = (db: Db) => activity(db, actor, query.days, language)
    return isPlatform(actor) && may(actor, 'tenant:enterprise:list')
      ? database.acrossTenants('statistics', read)
      : database.withTenant(actor.tenantId, read)
  }),
]

/** Does a role with this permission reach every row of the enterprise? */
const reachesAll = (actor: Actor, permission: string) =>
  actor.superAdmin || actor.grants.some(grant => grant.permissions.has(permission) && grant.dataScope === '1')

/** Counts of days, of the products that this reader reaches by this permission. */
function reachOfDays(actor: Actor, permission: string): Sql {
  if (!may(actor, permission)) return sql`false`
  if (reachesAll(actor, permission)) return sql`true`
  const reach = scopePredicate(actor, permission, { alias: 'p', dept: 'dept_id', owner: 'created_by' })
  return sql`exists (select 1 from product p where p.tenant_id = s.tenant_id and p.id = s.product_id and ${reach})`
}

async function activity(db: Db, actor: Actor, days: number, language: Language) {
  const own = (alias: Sql) => (db.tenant === undefined ? sql`true` : sql`${alias}.tenant_id = ${db.tenant}`)
  const scans = reachOfDays(actor, 'trace:scan-log:list')
  const checks = reachOfDays(actor, 'trace:check-log:list')
  const trend = await db.query<{ day: string; scans: number; checks: number; now: boolean }>(sql`
    select d::date as day, d::date > current_date - ${days}::int as now,
           coalesce(sum(s.scans) filter (where ${scans}), 0)::bigint as scans, coalesce(sum(s.checks) filter (where ${checks}), 0)::bigint as checks
    from generate_series(current_date - (2 * ${days}::int - 1), current_date, interval '1 day') d
    left join scan_day s on ${own(sql`s`)} and s.day = d::date group by 1 order by 1`)
  const made = scopePredicate(actor, 'code:request:list', { alias: 'c', dept: 'dept_id', owner: 'created_by' })
  const codes = await db.one<{ now: number; before: number }>(sql`
    select coalesce(sum(count) filter (where completed_at::date > current_date - ${days}::int), 0)::bigint as now,
           coalesce(sum(count) filter (where completed_at::date <= current_date - ${days}::int), 0)::bigint as before
    from code_request c where ${own(sql`c`)} and status in ('completed', 'downloaded') and completed_at::date > current_date - 2 * ${days}::int and ${made}`)
  const cities = await db.query<{ name: string; scans: number }>(sql`
    select city as name, sum(scans)::bigint as scans from scan_day s
    where ${own(sql`s`)} and city <> '' and s.day > current_date - ${days}::int and ${scans} group by city having sum(scans) > 0 order by 2 desc, 1 limit 10`)
  const sums = (now: boolean) => {
    const total = (name: 'scans' | 'checks') =>
      trend.filter(day => day.now === now).reduce((sum, day) => sum + Number(day[name]), 0)
    return {
      scans: may(actor, 'trace:scan-log:list') ? total('scans') : null,
      checks: may(actor, 'trace:check-log:list') ? total('checks') : null,
      codes: may(actor, 'code:request:list') ? Number(now ? codes.now : codes.before) : null,
    }
  }
  return {
    now: sums(true),
    before: sums(false),
    trend: trend.filter(({ now }) => now).map(({ now: _, ...day }) => day),
    cities: cities.map(({ name, scans }) => ({ name: cityName(name, language), scans })),
  }
}
