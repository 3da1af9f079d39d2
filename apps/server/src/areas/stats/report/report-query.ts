import type { goodsQuery } from '@timbermark/contract'
import type { z } from 'zod'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { allOf, identifier, type Sql, sql } from '../../../platform/database/sql.ts'
import { isPlatform, platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadTenantDay, startOfDay } from '../../../platform/tenant-day.ts'
import { hasFullScope } from '../../system/rights/scope.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import { type Period, parsePeriod } from './period.ts'

type Query = Pick<z.output<typeof goodsQuery>, 'grain' | 'from' | 'to' | 'enterpriseId' | 'productId' | 'batchId'>

/** A report's query with the reader's scope. */
export interface ScopedQuery {
  period: Period
  /** The enterprise; `allTenants` for all enterprises together. */
  tenantId: number
  /** Time zone in which days begin: the enterprise's own. For all enterprises together the operator's, for hours only. */
  zone: string
  /** All rows of that enterprise, or of all enterprises, are in scope. */
  seesAll: boolean
  productId: number | undefined
  batchId: number | undefined
  /** Condition on rows in scope, for a table with `dept_id` and `created_by`. */
  scope: (alias: string) => Sql
}

/** Whether the reader may read across enterprises. Platform users who may not list enterprises read their own tenant only. */
export const canReadAllTenants = (actor: Actor): boolean =>
  isPlatform(actor) && hasPermission(actor, 'tenant:enterprise:list')

/**
 * Runs `work` within what the reader may read: the own enterprise, or all enterprises for platform users who may list them.
 * @throws Refusal forbidden when another user names an enterprise
 */
export function withScopedQuery<T>(
  database: Database,
  actor: Actor,
  permission: string,
  query: Query,
  work: (db: Db, query: ScopedQuery) => Promise<T>,
): Promise<T> {
  const { enterpriseId, productId, batchId } = query
  const run = async (db: Db, whose: Pick<ScopedQuery, 'tenantId' | 'seesAll' | 'scope'>) => {
    // Some thousand rows by an index: parallel workers would take longer to start than to read them.
    await db.execute(sql`set local max_parallel_workers_per_gather = 0`)
    const { zone, today } = await loadTenantDay(db, whose.tenantId === allTenants ? platformTenant : whose.tenantId)
    return work(db, { period: parsePeriod(query, today), productId, batchId, zone, ...whose })
  }
  if (canReadAllTenants(actor))
    return database.acrossTenants(
      'statistics',
      db => run(db, { tenantId: enterpriseId ?? allTenants, seesAll: true, scope: () => sql`true` }),
      { replica: true },
    )
  if (enterpriseId !== undefined && enterpriseId !== actor.tenantId) throw new Refusal('forbidden')
  return database.withTenant(actor.tenantId, db =>
    run(db, {
      tenantId: actor.tenantId,
      seesAll: hasFullScope(actor, permission),
      scope: alias => scopePredicate(actor, permission, { alias, dept: 'dept_id', owner: 'created_by' }),
    }),
  )
}

/** Condition on the `start` of a rolled-up day or month: from the previous period to the end of the period. */
export const within = ({ beforeFrom, to }: Period, start: Sql): Sql =>
  sql`${start} >= ${beforeFrom}::date::timestamptz and ${start} < (${to}::date + 1)::timestamptz`

/** Condition on the `start` of a rolled-up day or month: in the period itself, not in the previous one. */
export const isNow = ({ from }: Period, start: Sql): Sql => sql`${start} >= ${from}::date::timestamptz`

/** Moments of a period, whose days begin in `zone`. */
export interface Moments {
  /** From the previous period to the end of the period. */
  within: (at: Sql) => Sql
  /** In the period itself, not in the previous one. */
  isNow: (at: Sql) => Sql
}

export function momentsOf({ from, beforeFrom, to }: Period, zone: Sql): Moments {
  const start = (day: Sql) => startOfDay(day, zone)
  return {
    within: at => sql`${at} >= ${start(sql`${beforeFrom}::date`)} and ${at} < ${start(sql`${to}::date + 1`)}`,
    isNow: at => sql`${at} >= ${start(sql`${from}::date`)}`,
  }
}

/**
 * Roll-ups of the period and the previous one in the reader's scope, as rows of `table`: of the complete enterprise if
 * the query asks for it, else of the code requests in scope.
 * @param perRequest always one row per code request, with its `batch_id`
 */
export function sumsOf(table: 'visit_count' | 'visit_place', query: ScopedQuery, perRequest = false): Sql {
  const { period, tenantId, productId, batchId, zone } = query
  // Only the trend has hours; places have none.
  const grain = table === 'visit_place' || perRequest ? (period.grain === 'month' ? 'month' : 'day') : period.grain
  const start = sql`t.start`
  const range = sql`t.grain = ${grain} and ${grain === 'hour' ? momentsOf(period, sql`${zone}`).within(start) : within(period, start)}`
  const isCompleteEnterprise = query.seesAll && productId === undefined && batchId === undefined
  if (isCompleteEnterprise && !perRequest)
    return sql`(select t.* from ${identifier(table)} t where t.tenant_id = ${tenantId} and t.request_number = 0 and ${range})`
  const where = allOf([
    sql`c.tenant_id = ${tenantId}`,
    query.scope('c'),
    range,
    // Repeated for the partial index on rows with a product.
    ...(productId === undefined ? [] : [sql`t.product_id = ${productId} and t.product_id <> 0`]),
    ...(batchId === undefined ? [] : [sql`c.batch_id = ${batchId}`]),
  ])
  return sql`(select t.*, c.batch_id from code_request c join ${identifier(table)} t on t.tenant_id = ${tenantId}
    and t.request_number = c.request_number where ${where})`
}

/** Sums of the period and of the previous one, over rows `v` of days or months. */
export function comparedSums(period: Period): Sql {
  const now = isNow(period, sql`v.start`)
  const sum = (column: 'scans' | 'checks' | 'wrong_checks', when: Sql) =>
    sql`coalesce(sum(v.${identifier(column)}) filter (where ${when}), 0)::bigint`
  return sql`
    ${sum('scans', now)} as scans, ${sum('checks', now)} as checks, ${sum('wrong_checks', now)} as "wrongChecks",
    ${sum('scans', sql`not ${now}`)} as "scansBefore", ${sum('checks', sql`not ${now}`)} as "checksBefore",
    ${sum('wrong_checks', sql`not ${now}`)} as "wrongChecksBefore"`
}

export type Compared = Record<
  'scans' | 'checks' | 'wrongChecks' | 'scansBefore' | 'checksBefore' | 'wrongChecksBefore',
  number
>

/** Splits the counts by period. */
export const splitPeriods = (sums: Compared) => ({
  now: { scans: sums.scans, checks: sums.checks, wrongChecks: sums.wrongChecks },
  before: { scans: sums.scansBefore, checks: sums.checksBefore, wrongChecks: sums.wrongChecksBefore },
})

/** The zone in which days are cut; null for all enterprises together, each of which has its own. */
export const timeZoneFor = (tenantId: number, zone: string) => (tenantId === allTenants ? null : zone)

/** The period that was read, and how current its roll-ups are. */
export async function loadReportInfo(db: Db, { period, tenantId, zone }: ScopedQuery) {
  const { from, to, beforeFrom, beforeTo } = period
  const { countedAt, waiting } = await db.one<{ countedAt: Date | null; waiting: number }>(sql`
    select max(v.counted_at) as "countedAt", count(*) filter (where v.state <> 'counted')::int as waiting
    from visit_day v where v.tenant_id = ${tenantId} and v.day between ${from}::date and ${to}::date`)
  return { from, to, beforeFrom, beforeTo, countedAt, waiting, timeZone: timeZoneFor(tenantId, zone) }
}
