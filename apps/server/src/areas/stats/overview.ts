import type { Language } from '@timbermark/contract'
import { overview as overviewCall, type RecentReport } from '@timbermark/contract/calls'
import { scopePredicate } from '../../entity/scope.ts'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { isCounted } from '../code/request/counted-codes.ts'
import { faultAlarms } from '../ledger/log/faults.ts'
import { type RouteSpec, serve, type BeforeWire } from '../../platform/http/http.ts'
import { canReadAllTenants } from './report/report-query.ts'
import { loadVisitScope, visitFigures } from './visit-figures.ts'
import { identifier, type Sql, sql } from '../../platform/database/sql.ts'

/** The list whose rows each figure counts. */
const countedBy = {
  codes: 'code:request:list',
  activeRequests: 'code:request:list',
  products: 'catalog:product:list',
  batches: 'catalog:batch:list',
  scans: 'trace:scan-log:list',
  checks: 'trace:check-log:list',
  wrongChecks: 'trace:check-log:list',
} as const
type Figure = keyof typeof countedBy

export const statsRoutes: RouteSpec[] = [
  serve(overviewCall, async ({ services, actor, language }) => {
    const all = canReadAllTenants(actor)
    const { database } = services
    const read = (db: Db) => overview(db, actor, language)
    const figures = all
      ? await database.acrossTenants('statistics', read, { replica: true })
      : await database.withTenant(actor.tenantId, read)
    return all
      ? { ...figures, scope: 'platform' as const, alarms: await services.alarms.all() }
      : { ...figures, scope: 'enterprise' as const, alarms: await loadOwnAlarms(database, actor.tenantId) }
  }),
]

/** Alarms about the enterprise itself. */
const loadOwnAlarms = (database: Database, tenantId: number) =>
  database.withTenant(tenantId, db => faultAlarms(db, tenantId))

/** Rows that a figure counts: those of the reader's list, all rows of all enterprises, or none. */
type Counted = (permission: string, alias: string) => Sql

/** Counts rows that the reader's lists show; rows of all enterprises when `db` reads across tenants. */
async function overview(db: Db, actor: Actor, language: Language) {
  const everybody = db.tenant === undefined
  const ownRows = (alias: Sql) => (everybody ? sql`true` : sql`${alias}.tenant_id = ${db.tenant}`)
  const scopeOf: Counted = (permission, alias) =>
    scopePredicate(actor, permission, { alias, dept: 'dept_id', owner: 'created_by' })
  const within: Counted = (permission, alias) =>
    everybody ? sql`true` : sql`(${ownRows(identifier(alias))} and ${scopeOf(permission, alias)})`
  const counts = await db.one<Record<'codes' | 'products' | 'batches' | 'activeRequests', number>>(sql`
    select (select coalesce(sum(count), 0)::bigint from code_request c where ${within(countedBy.codes, 'c')}
      and ${isCounted(sql`c`)}) as codes,
           (select count(*)::int from product p where ${within(countedBy.products, 'p')}) as products,
           (select count(*)::int from batch b where ${within(countedBy.batches, 'b')}) as batches,
           (select count(*)::int from code_request c where ${within(countedBy.codes, 'c')} and status in ('inProgress', 'processing')) as "activeRequests"`)
  const visits = await visitFigures(db, await loadVisitScope(db, actor), language)
  const recent = await db.query<BeforeWire<RecentReport>>(sql`
    select r.stage, b.batch_number as "batchNumber", r.recorded_at as "recordedAt", e.name as enterprise
    from stage_record r join batch b on b.tenant_id = ${everybody ? sql`r.tenant_id` : db.tenant} and b.id = r.batch_id join enterprise e on e.id = r.tenant_id
    where ${ownRows(sql`r`)} and ${scopeOf('stage:record:list', 'r')} order by r.id desc limit 8`)
  const figures = { ...counts, scans: visits.scans, checks: visits.checks, wrongChecks: visits.wrongChecks }
  const entries = Object.entries(figures).map(([figure, count]) => [
    figure,
    everybody || hasPermission(actor, countedBy[figure as Figure]) ? count : null,
  ])
  return {
    ...(Object.fromEntries(entries) as Record<Figure, number | null>),
    ...visits.lists,
    recent: hasPermission(actor, 'stage:record:list') ? recent : null,
  }
}
