import type { goodsQuery } from '@timbermark/contract'
import type { z } from 'zod'
import { scopePredicate } from '../../../entity/scope.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { allOf, identifier, type Sql, sql } from '../../../platform/database/sql.ts'
import { isPlatform } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { hasFullScope } from '../../system/rights/scope.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import { type Period, periodOf } from './period.ts'

type Query = Pick<z.output<typeof goodsQuery>, 'grain' | 'from' | 'to' | 'enterpriseId' | 'productId' | 'batchId'>

/** What a reader asks for, and how far he reaches. */
export interface Asked {
  period: Period
  /** The enterprise whose figures these are; `allTenants` for all of them together. */
  tenantId: number
  /** Every row of that enterprise is in reach, or every enterprise's. */
  reachesAll: boolean
  productId: number | undefined
  batchId: number | undefined
  /** Rows of a table with `dept_id` and `created_by` that the reader reaches. */
  reach: (alias: string) => Sql
}

/** May he read across enterprises? Somebody of the platform who may not list them reads its own, as everybody does. */
export const readsEverybody = (actor: Actor): boolean =>
  isPlatform(actor) && hasPermission(actor, 'tenant:enterprise:list')

/**
 * Runs `work` where the reader may read: in his own enterprise, or for those of the platform who may list enterprises across
 * them.
 * @throws Refusal forbidden when somebody else names an enterprise
 */
export function reading<T>(
  database: Database,
  actor: Actor,
  permission: string,
  query: Query,
  work: (db: Db, asked: Asked) => Promise<T>,
): Promise<T> {
  const { enterpriseId, productId, batchId } = query
  const asked = { period: periodOf(query), productId, batchId }
  const alone = async (db: Db, whose: Asked) => {
    // Some thousand rows by an index: helpers of the database would take longer to begin than to read them.
    await db.execute(sql`set local max_parallel_workers_per_gather = 0`)
    return work(db, whose)
  }
  if (readsEverybody(actor))
    return database.acrossTenants('statistics', db =>
      alone(db, { ...asked, tenantId: enterpriseId ?? allTenants, reachesAll: true, reach: () => sql`true` }),
    )
  if (enterpriseId !== undefined && enterpriseId !== actor.tenantId) throw new Refusal('forbidden')
  return database.withTenant(actor.tenantId, db =>
    alone(db, {
      ...asked,
      tenantId: actor.tenantId,
      reachesAll: hasFullScope(actor, permission),
      reach: alias => scopePredicate(actor, permission, { alias, dept: 'dept_id', owner: 'created_by' }),
    }),
  )
}

/** From the first day of the period before to the last day of the period. */
export const within = ({ beforeFrom, to }: Period, at: Sql): Sql =>
  sql`${at} >= ${beforeFrom}::date::timestamptz and ${at} < (${to}::date + 1)::timestamptz`

/** Lies a moment in the period itself, not in the one before? */
export const isNow = ({ from }: Period, at: Sql): Sql => sql`${at} >= ${from}::date::timestamptz`

/**
 * Sums of the period and the one before that the reader reaches, as rows of `table`: of the whole enterprise where that is
 * what is asked for, else of the requests in reach.
 * @param apart one row for each request even so, with its `batch_id`
 */
export function sumsOf(table: 'visit_count' | 'visit_place', asked: Asked, apart = false): Sql {
  const { period, tenantId, productId, batchId } = asked
  // Hours are for the trend alone; a place has none.
  const grain = table === 'visit_place' || apart ? (period.grain === 'month' ? 'month' : 'day') : period.grain
  const range = sql`t.grain = ${grain} and ${within(period, sql`t.start`)}`
  const whole = asked.reachesAll && productId === undefined && batchId === undefined
  if (whole && !apart)
    return sql`(select t.* from ${identifier(table)} t where t.tenant_id = ${tenantId} and t.request_number = 0 and ${range})`
  const where = allOf([
    sql`c.tenant_id = ${tenantId}`,
    asked.reach('c'),
    range,
    // Said twice for the index, which holds what has a product.
    ...(productId === undefined ? [] : [sql`t.product_id = ${productId} and t.product_id <> 0`]),
    ...(batchId === undefined ? [] : [sql`c.batch_id = ${batchId}`]),
  ])
  return sql`(select t.*, c.batch_id from code_request c join ${identifier(table)} t on t.tenant_id = c.tenant_id and t.request_number = c.request_number where ${where})`
}

/** Sums of the period and of the one before, of rows `v` that have a `start`. */
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

/** The counts of the period, and those of the one before, apart. */
export const apartOf = (sums: Compared) => ({
  now: { scans: sums.scans, checks: sums.checks, wrongChecks: sums.wrongChecks },
  before: { scans: sums.scansBefore, checks: sums.checksBefore, wrongChecks: sums.wrongChecksBefore },
})

/** Which period was read, and how new its sums are. */
export async function aboutOf(db: Db, { period, tenantId }: Asked) {
  const { from, to, beforeFrom, beforeTo } = period
  const { countedAt, waiting } = await db.one<{ countedAt: Date | null; waiting: number }>(sql`
    select max(v.counted_at) as "countedAt", count(*) filter (where v.state <> 'counted')::int as waiting
    from visit_day v where v.tenant_id = ${tenantId} and v.day between ${from}::date and ${to}::date`)
  return { from, to, beforeFrom, beforeTo, countedAt, waiting }
}
