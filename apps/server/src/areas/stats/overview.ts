import { type Overview, overview as overviewCall } from '@timbermark/contract/calls'
import { scopePredicate } from '../../crud/scope.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { faultAlarms } from '../ledger/faults.ts'
import { type RouteSpec, serve, type Unsent } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

export const statsRoutes: RouteSpec[] = [
  serve(overviewCall, async ({ services, actor }) => {
    const all = isPlatform(actor) && may(actor, 'tenant:enterprise:list')
    const { database } = services
    const read = (db: Db) => overview(db, actor)
    const figures = all
      ? await database.acrossTenants('statistics', read)
      : await database.withTenant(actor.tenantId, read)
    return all
      ? { ...figures, scope: 'platform' as const, alarms: await services.alarms.all() }
      : { ...figures, scope: 'enterprise' as const, alarms: await own(database, actor.tenantId) }
  }),
]

/** What stands in the way of the enterprise itself. */
const own = (database: Database, tenantId: number) => database.withTenant(tenantId, db => faultAlarms(db, tenantId))

/** Counts over every row that `db` shows; the latest records are those that the caller's list of them has. */
async function overview(db: Db, actor: Actor) {
  const own = (alias: Sql) => (db.tenant === undefined ? sql`true` : sql`${alias}.tenant_id = ${db.tenant}`)
  const counts = await db.one<
    Record<'codes' | 'scans' | 'checks' | 'products' | 'batches' | 'activeRequests', number>
  >(sql`
    select (select coalesce(sum(count), 0)::bigint from code_request c where ${own(sql`c`)} and status in ('completed', 'downloaded')) as codes,
           (select coalesce(sum(scans), 0)::bigint from scan_day s where ${own(sql`s`)}) as scans, (select coalesce(sum(checks), 0)::bigint from scan_day s where ${own(sql`s`)}) as checks,
           (select count(*)::int from product p where ${own(sql`p`)}) as products, (select count(*)::int from batch b where ${own(sql`b`)}) as batches,
           (select count(*)::int from code_request c where ${own(sql`c`)} and status in ('inProgress', 'processing')) as "activeRequests"`)
  const cities = await db.query<Overview['cities'][number]>(
    sql`select city as name, sum(scans)::bigint as scans from scan_day s where ${own(sql`s`)} and city <> '' group by city order by 2 desc, 1 limit 10`,
  )
  const trend = await db.query<Overview['trend'][number]>(sql`
    select d::date as day, coalesce(sum(s.scans), 0)::bigint as scans, coalesce(sum(s.checks), 0)::bigint as checks
    from generate_series(current_date - 29, current_date, interval '1 day') d left join scan_day s on ${own(sql`s`)} and s.day = d::date group by 1 order by 1`)
  const reach = scopePredicate(actor, 'stage:record:list', { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  const recent = await db.query<Unsent<Overview['recent'][number]>>(sql`
    select r.stage, b.batch_number as "batchNumber", r.recorded_at as "recordedAt", e.name as enterprise
    from stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join enterprise e on e.id = r.tenant_id where ${own(sql`r`)} and ${reach} order by r.id desc limit 8`)
  return { ...counts, cities, trend, recent }
}
