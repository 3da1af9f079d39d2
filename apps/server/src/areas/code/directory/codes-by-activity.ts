import type { SerialRange } from '@timbermark/codes'
import type { knownOf } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

interface ActivityQuery {
  tenantId: number
  /** Request number. */
  request: number
  first: number
  limit: number
  /** Only serials in these ranges; all serials when absent. */
  within?: readonly SerialRange[]
}

/** A page of codes of a request, and their total number. */
export interface CodePage {
  serials: number[]
  total: number
}

const countFilters: Record<string, Sql> = {
  scanned: sql`s.scans > 0`,
  checked: sql`s.checks + s.wrong_checks > 0`,
  wronglyChecked: sql`s.wrong_checks > 0`,
}

const rangeTables: Record<string, Sql> = { packed: sql`code_link`, reported: sql`stage_record_code` }

/** Finds the codes of a request with some activity: counters of single codes, or facts about ranges (packing, reports). In serial order. */
export async function findCodesByActivity(
  db: Db,
  known: (typeof knownOf)[number],
  query: ActivityQuery,
): Promise<CodePage> {
  const filter = countFilters[known]
  return filter ? findCountedCodes(db, filter, query) : findCodesInRanges(db, rangeTables[known]!, query)
}

async function findCountedCodes(
  db: Db,
  filter: Sql,
  { tenantId, request, first, limit, within }: ActivityQuery,
): Promise<CodePage> {
  const where = sql`s.tenant_id = ${tenantId} and s.request_number = ${request} and ${filter}
    and (${multirangeText(within)}::int4multirange is null or s.serial <@ ${multirangeText(within)}::int4multirange)`
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total from code_stat s where ${where}`)
  const rows = await db.query<{ serial: number }>(
    sql`select s.serial from code_stat s where ${where} order by s.serial offset ${first} limit ${limit}`,
  )
  return { serials: rows.map(row => row.serial), total }
}

async function findCodesInRanges(
  db: Db,
  table: Sql,
  { tenantId, request, first, limit, within }: ActivityQuery,
): Promise<CodePage> {
  const ranges = await db.query<SerialRange>(sql`
    select lower(r) as "from", upper(r) as "to" from (
      select unnest(range_agg(c.serials) * coalesce(${multirangeText(within)}::int4multirange, '{(,)}')) as r from ${table} c
      where c.tenant_id = ${tenantId} and c.request_number = ${request} and c.current) x order by 1`)
  return pageOfRanges(ranges, { first, limit })
}

/** PostgreSQL's text form of an int4multirange. */
const multirangeText = (ranges: readonly SerialRange[] | undefined) =>
  ranges ? `{${ranges.map(({ from, to }) => `[${from},${to})`).join()}}` : null

/** A page of the serials in ordered ranges that do not overlap. */
export function pageOfRanges(
  ranges: readonly SerialRange[],
  { first, limit }: Pick<ActivityQuery, 'first' | 'limit'>,
): CodePage {
  const serials: number[] = []
  let before = 0
  for (const { from, to } of ranges) {
    const begin = from + Math.max(0, first - before)
    for (let serial = begin; serial < to && serials.length < limit; serial++) serials.push(serial)
    before += to - from
  }
  return { serials, total: before }
}
