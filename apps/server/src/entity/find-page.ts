import { limits } from '@timbermark/contract'
import type { Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Page } from './list-query.ts'

/** Exact up to this many rows, the planner's estimate beyond. */
export async function countRows(
  db: Db,
  from: Sql,
  where: Sql,
  exact: number = limits.exactTotal,
): Promise<{ total: number; estimated: boolean }> {
  const { n } = await db.one<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} where ${where} limit ${exact + 1}) counted`,
  )
  if (n <= exact) return { total: n, estimated: false }
  return { total: Math.max(n, await estimateRows(db, from, where)), estimated: true }
}

/** The planner's estimate. */
async function estimateRows(db: Db, from: Sql, where: Sql): Promise<number> {
  const [plan] = await db.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select 1 from ${from} where ${where}`,
  )
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** One page of rows, and the total. */
export interface FoundPage {
  /** Ids of the page's rows, in order. */
  ids: number[]
  total: number
  /** The total is the planner's estimate. */
  estimated: boolean
}

/**
 * Finds the rows of a page and the total. A search is one pass over its matching rows; a list without a search walks
 * the index of its order and stops at the end of the page.
 * @param from the table as `t`, with the joins that `where` and `order` need
 * @param exact the total of such a list is exact up to this many rows
 * @param searched whether `where` holds more than the scope
 */
export async function findPage(
  db: Db,
  { from, where, order, searched, exact }: { from: Sql; where: Sql; order: Sql; searched: boolean; exact?: number },
  { page, limit }: Page,
): Promise<FoundPage> {
  const skipped = (page - 1) * limit
  if (searched && skipped + limit <= limits.exactTotal) {
    const { total, ids } = await db.one<{ total: number; ids: number[] }>(sql`
      with found as materialized (
        select t.id, row_number() over (order by ${order}) as place from ${from} where ${where} order by place
        limit ${limits.exactTotal + 1})
      select (select count(*)::int from found) as total,
        coalesce((select json_agg(id order by place) from found where place > ${skipped} and place <= ${skipped + limit}), '[]') as ids`)
    return total <= limits.exactTotal
      ? { ids, total, estimated: false }
      : { ids, total: Math.max(total, await estimateRows(db, from, where)), estimated: true }
  }
  const rows = await db.query<{ id: number }>(
    sql`select t.id from ${from} where ${where} order by ${order} limit ${limit} offset ${skipped}`,
  )
  const ids = rows.map(row => row.id)
  // A page that is not full is the last one.
  if (ids.length < limit && (ids.length > 0 || page === 1))
    return { ids, total: skipped + ids.length, estimated: false }
  return { ids, ...(await countRows(db, from, where, exact)) }
}
