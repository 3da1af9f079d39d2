import { scopePredicate } from '../../crud/scope.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, route } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** The lists whose rows the figures count. */
const counted = [
  'code:request:list',
  'catalog:product:list',
  'catalog:batch:list',
  'trace:scan-log:list',
  'trace:check-log:list',
  'stage:record:list',
  'tenant:enterprise:list',
]

export const statsRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/stats/overview',
    access: { anyOf: counted },
    summary:
      'For whoever may list any of what is counted. Codes, scans, checks, products, scan trend and most active cities: of the own enterprise, or of all for those of the platform who may list enterprises',
    handler: async ({ services, actor }) => {
      const all = isPlatform(actor) && may(actor, 'tenant:enterprise:list')
      const { database } = services
      const read = (db: Db) => overview(db, actor)
      const figures = all
        ? await database.acrossTenants('statistics', read)
        : await database.withTenant(actor.tenantId, read)
      return all
        ? { ...figures, scope: 'platform', alarms: await services.alarms.all() }
        : { ...figures, scope: 'enterprise' }
    },
  }),
]

/** Counts over every row that `db` shows; the latest records are those that the caller's list of them has. */
async function overview(db: Db, actor: Actor) {
  const own = (alias: Sql) => (db.tenant === undefined ? sql`true` : sql`${alias}.tenant_id = ${db.tenant}`)
  const counts = await db.one(sql`
    select (select coalesce(sum(count), 0)::bigint from code_request c where ${own(sql`c`)} and status in ('completed', 'downloaded')) as codes,
           (select coalesce(sum(scans), 0)::bigint from scan_day s where ${own(sql`s`)}) as scans, (select coalesce(sum(checks), 0)::bigint from scan_day s where ${own(sql`s`)}) as checks,
           (select count(*)::int from product p where ${own(sql`p`)}) as products, (select count(*)::int from batch b where ${own(sql`b`)}) as batches,
           (select count(*)::int from code_request c where ${own(sql`c`)} and status in ('inProgress', 'processing')) as "activeRequests"`)
  const cities = await db.query(
    sql`select city as name, sum(scans)::bigint as scans from scan_day s where ${own(sql`s`)} and city <> '' group by city order by 2 desc, 1 limit 10`,
  )
  const trend = await db.query(sql`
    select d::date as day, coalesce(sum(s.scans), 0)::bigint as scans, coalesce(sum(s.checks), 0)::bigint as checks
    from generate_series(current_date - 29, current_date, interval '1 day') d left join scan_day s on ${own(sql`s`)} and s.day = d::date group by 1 order by 1`)
  const reach = scopePredicate(actor, 'stage:record:list', { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  const recent = await db.query(sql`
    select r.stage, b.batch_number as "batchNumber", r.recorded_at as "recordedAt", e.name as enterprise
    from stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join enterprise e on e.id = r.tenant_id where ${own(sql`r`)} and ${reach} order by r.id desc limit 8`)
  return { ...counts, cities, trend, recent }
}
