import type { SerialRange } from '@timbermark/codes'
import type { codeFactKinds } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

interface Asked {
  tenantId: number
  /** Request number. */
  request: number
  first: number
  limit: number
  /** Only those within; all without it. */
  within?: readonly SerialRange[]
}

/** A page of those codes of a request of which something is known, and how many there are. */
export interface KnownPage {
  serials: number[]
  total: number
}

const counted: Record<string, Sql> = {
  scanned: sql`s.scans > 0`,
  checked: sql`s.checks + s.wrong_checks > 0`,
  wronglyChecked: sql`s.wrong_checks > 0`,
}

const dealtWith: Record<string, Sql> = { packed: sql`code_link`, reported: sql`stage_record_code` }

/** By what is kept of codes one by one (counts) or of ranges of them (packing, reports); in the order of their numbers. */
export async function knownCodes(db: Db, known: (typeof codeFactKinds)[number], asked: Asked): Promise<KnownPage> {
  const meets = counted[known]
  return meets ? countedCodes(db, meets, asked) : codesInRanges(db, dealtWith[known]!, asked)
}

async function countedCodes(
  db: Db,
  meets: Sql,
  { tenantId, request, first, limit, within }: Asked,
): Promise<KnownPage> {
  const where = sql`s.tenant_id = ${tenantId} and s.request_number = ${request} and ${meets}
    and (${written(within)}::int4multirange is null or s.serial <@ ${written(within)}::int4multirange)`
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total from code_stat s where ${where}`)
  const rows = await db.query<{ serial: number }>(
    sql`select s.serial from code_stat s where ${where} order by s.serial offset ${first} limit ${limit}`,
  )
  return { serials: rows.map(row => row.serial), total }
}

async function codesInRanges(
  db: Db,
  table: Sql,
  { tenantId, request, first, limit, within }: Asked,
): Promise<KnownPage> {
  const ranges = await db.query<SerialRange>(sql`
    select lower(r) as "from", upper(r) as "to" from (
      select unnest(range_agg(c.serials) * coalesce(${written(within)}::int4multirange, '{(,)}')) as r from ${table} c
      where c.tenant_id = ${tenantId} and c.request_number = ${request} and c.current) x order by 1`)
  return pageOfRanges(ranges, { first, limit })
}

/** As PostgreSQL writes several ranges of whole numbers. */
const written = (ranges: readonly SerialRange[] | undefined) =>
  ranges ? `{${ranges.map(({ from, to }) => `[${from},${to})`).join()}}` : null

/** A page of all serials in ranges that do not overlap and stand in their order. */
export function pageOfRanges(
  ranges: readonly SerialRange[],
  { first, limit }: Pick<Asked, 'first' | 'limit'>,
): KnownPage {
  const serials: number[] = []
  let before = 0
  for (const { from, to } of ranges) {
    const begin = from + Math.max(0, first - before)
    for (let serial = begin; serial < to && serials.length < limit; serial++) serials.push(serial)
    before += to - from
  }
  return { serials, total: before }
}
