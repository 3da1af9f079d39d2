import type { SerialRange } from '@timbermark/codes'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Page } from '../../../entity/list-query.ts'
import { type CodeRange, codeRange } from '../directory/range-facts.ts'
import { type CodeSearch, matchingCounts, matchingRanges, withRequests } from './code-search.ts'

interface MatchingRange extends SerialRange {
  request: number
}

/** The requests that a page touches, and the total: newest request first, codes of a request by serial. */
export const pageStatement = (search: CodeSearch, { page, limit }: Page): Sql => {
  const first = (page - 1) * limit
  return sql`
    with ${withRequests(search)},
    counted as (
      select c.request_number, c.n, sum(c.n) over (order by c.request_number desc) - c.n as before
      from (${matchingCounts(search)}) c where c.n > 0)
    select coalesce(sum(n), 0)::float8 as total,
      array_agg(request_number order by request_number desc) filter (where before < ${first + limit} and before + n > ${first}) as requests,
      coalesce(min(before) filter (where before < ${first + limit} and before + n > ${first}), 0)::float8 as before
    from counted`
}

/** Ranges of the requests that contain the codes from one place to another, counted over these requests alone. */
export const rangesStatement = (search: CodeSearch, requests: readonly number[], from: number, to: number): Sql => sql`
  with ${withRequests(search, sql`r.request_number = any(${[...requests]})`)},
  pieces as (
    select c.request_number, p as serials, sum(upper(p) - lower(p)) over (order by c.request_number desc, p) as upto
    from (${matchingRanges(search)}) c cross join lateral unnest(c.codes) p)
  select request_number as request, lower(serials) as "from", upper(serials) as "to",
    (upto - (upper(serials) - lower(serials)))::float8 as before
  from pieces where upto > ${from} and upto - (upper(serials) - lower(serials)) < ${to}
  order by request_number desc, serials`

/**
 * A page of the codes that a search finds, in ranges, with the total. The page is found by sums of ranges per request, so a
 * page at any depth costs as much as the first.
 */
export async function findCodePage(
  db: Db,
  search: CodeSearch,
  page: Page,
): Promise<{ ranges: CodeRange[]; total: number }> {
  const { total, requests, before } = await db.one<{ total: number; requests: number[] | null; before: number }>(
    pageStatement(search, page),
  )
  if (!requests) return { ranges: [], total }
  const from = (page.page - 1) * page.limit - before
  const to = from + page.limit
  const pieces = await db.query<MatchingRange & { before: number }>(rangesStatement(search, requests, from, to))
  const ranges = pieces.map(piece => {
    const at = (place: number) => Math.min(piece.to, Math.max(piece.from, piece.from + place - piece.before))
    return codeRange(piece.request, { from: at(from), to: at(to) })
  })
  return { ranges, total }
}

/** Requests whose ranges are read at once for an export, and the most ranges of one statement. */
const requestsAtOnce = 200
const rangesAtOnce = 5000

/** The requests with any code that the search finds, in the order of the list. */
async function loadMatchingRequests(db: Db, search: CodeSearch): Promise<number[]> {
  const rows = await db.query<{ request: number }>(sql`
    with ${withRequests(search)}
    select c.request_number as request from (${matchingCounts(search)}) c where c.n > 0 order by 1 desc`)
  return rows.map(({ request }) => request)
}

/**
 * All codes that a search finds, in blocks of ranges with at most so many codes. Each statement continues after the last code,
 * so that neither memory nor a transaction grows with the number of codes.
 */
export async function* readFoundCodes(
  inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  search: CodeSearch,
  perBlock: number,
): AsyncGenerator<CodeRange[]> {
  const matching = await inTenant(db => loadMatchingRequests(db, search))
  let block: CodeRange[] = []
  let size = 0
  for (let at = 0; at < matching.length; at += requestsAtOnce) {
    const requests = matching.slice(at, at + requestsAtOnce)
    for (let last: MatchingRange | undefined; ; ) {
      const pieces: MatchingRange[] = await inTenant(db => db.query(nextRanges(search, requests, last)))
      for (const piece of pieces)
        for (let from = piece.from; from < piece.to; ) {
          const to = Math.min(piece.to, from + perBlock - size)
          block.push(codeRange(piece.request, { from, to }))
          size += to - from
          from = to
          if (size < perBlock) continue
          yield block
          block = []
          size = 0
        }
      last = pieces.at(-1)
      if (!last || pieces.length < rangesAtOnce) break
    }
  }
  if (block.length > 0) yield block
}

/** The next ranges after a code. What became of later codes meanwhile is read as it now is. */
function nextRanges(search: CodeSearch, requests: readonly number[], after: MatchingRange | undefined): Sql {
  const rest = after
    ? sql`case when c.request_number = ${after.request} then c.codes * int4multirange(int4range(${after.to}::int, null)) else c.codes end`
    : sql`c.codes`
  return sql`
    with ${withRequests(search, sql`r.request_number = any(${[...requests]})`)}
    select c.request_number as request, lower(p) as "from", upper(p) as "to"
    from (${matchingRanges(search)}) c cross join lateral unnest(${rest}) p
    where ${after ? sql`c.request_number <= ${after.request}` : sql`true`}
    order by c.request_number desc, p limit ${rangesAtOnce}`
}
