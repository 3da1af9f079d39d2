import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type CodeRange, codeRange } from '../directory/range-facts.ts'
import type { CodeRef } from './links.ts'

/** Levels rise with every link (item, package, container), so three steps reach the top; the limit also ends a cycle. */
export const maxDepth = 3

/** The recursive CTE `packed (request_number, serial, depth, packing_id)`: a code and its current parents, with the packing of each link. */
export function parentsCte(tenant: number, request: number, serial: number): Sql {
  return sql`
    packed (request_number, serial, depth, packing_id) as (
      select ${request}::int, ${serial}::int, 0, null::bigint
      union all
      select l.parent_request, l.parent_serial, p.depth + 1, l.packing_id
      from packed p cross join lateral (
        select parent_request, parent_serial, serials, packing_id from code_link
        where tenant_id = ${tenant} and current and request_number = p.request_number and first_serial <= p.serial order by first_serial desc limit 1) l
      where p.depth < ${maxDepth} and upper(l.serials) > p.serial)`
}

/** Loads the current parents of a code, nearest first, and whether the packing of each link is sealed. */
export async function loadParents(
  db: Db,
  tenant: number,
  requestNumber: number,
  codeSerial: number,
): Promise<(CodeRef & { sealed: boolean })[]> {
  return db.query(sql`
    with recursive ${parentsCte(tenant, requestNumber, codeSerial)}
    select d.request_number as request, d.serial, exists (
      select from sealed_content c where c.tenant_id = ${tenant} and c.kind = 'packing' and c.row_id = d.packing_id) as sealed
    from packed d where d.depth > 0 order by d.depth`)
}

/**
 * The common table `inside` (request, first, beyond, depth): codes, at depth 0, and what is packed in them at any depth. Ranges stay
 * ranges: the cost depends on the number of links.
 */
export const insideRanges = (tenant: number, ranges: readonly CodeRange[]): Sql => sql`
    recursive inside (request, first, beyond, depth) as (
      select g.request, g.first, g.beyond, 0
      from unnest(${ranges.map(item => item.request)}::int[], ${ranges.map(item => item.from)}::int[],
        ${ranges.map(item => item.to)}::int[]) as g (request, first, beyond)
      union all
      select l.request_number, l.first_serial, upper(l.serials), i.depth + 1
      from inside i cross join lateral (
        select * from code_link c
        where c.tenant_id = ${tenant} and c.current and c.parent_request = i.request
          and c.parent_serial >= i.first and c.parent_serial < i.beyond
        offset 0) l
      where i.depth < ${maxDepth})`

/** Loads everything currently inside these codes at any depth, as the packed ranges; at most `limit` of them. */
export async function loadContainedRanges(
  db: Db,
  tenant: number,
  ranges: readonly CodeRange[],
  limit: number,
): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    with ${insideRanges(tenant, ranges)}
    select request, first as "from", beyond as "to" from inside where depth > 0 limit ${limit}`)
  return rows.map(({ request, ...range }) => codeRange(request, range))
}
