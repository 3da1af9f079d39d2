import {
  countSerials,
  intersectRanges,
  normaliseRanges,
  rangeToSql,
  type SerialRange,
  subtractRanges,
  toRanges,
} from '@timbermark/codes'
import type { OpenedCode } from './code-directory.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { locks } from '../../../platform/database/locks.ts'
import { allOf, identifier, join, type Sql, sql } from '../../../platform/database/sql.ts'
import { errorCode } from '../../../platform/error-facts.ts'

/** A code that was opened: it exists, with its request and serial. */
export type KnownCode = Extract<OpenedCode, { known: true }>

/** Consecutive serials of one request. */
export interface CodeRange {
  request: number
  /** First serial; `to` is the serial after the last. */
  from: number
  to: number
  /** PostgreSQL's text form: `[from,to)`. */
  range: string
  /** The text that the ledger hashes: `request:from-to`. */
  text: string
}

/**
 * Tables of facts about codes: what people do to codes is stored as one row per range. An exclusion constraint on each table
 * prevents that one code is in two contradicting rows.
 */
export type RangeTable = 'stage_record_code' | 'code_link' | 'code_assignment' | 'recalled_code'

/** A range of a request; `to` is excluded. */
export const codeRange = (request: number, range: SerialRange): CodeRange => ({
  request,
  ...range,
  range: rangeToSql(range),
  text: `${request}:${range.from}-${range.to}`,
})

/** A code as a range of one. */
export const rangeOfCode = ({ entry, serial }: KnownCode): CodeRange =>
  codeRange(entry.requestNumber, { from: serial, to: serial + 1 })

/** The fewest ranges that contain exactly these codes, by request and serial. */
export function toCodeRanges(codes: readonly KnownCode[]): CodeRange[] {
  return [...Map.groupBy(codes, code => code.entry.requestNumber)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, group]) => toRanges(group.map(code => code.serial)).map(range => codeRange(request, range)))
}

/** The fewest ranges that contain exactly the codes of these, by request and serial; they may overlap. */
export const mergeCodeRanges = (ranges: readonly CodeRange[]): CodeRange[] =>
  [...Map.groupBy(ranges, ({ request }) => request)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, group]) => normaliseRanges(group).map(range => codeRange(request, range)))

/** For each table of ranges, as `f`, the rows that never overlap within a request; null where all never do. */
export const disjointRows = {
  stage_record_code: sql`f.current`,
  code_link: sql`f.current`,
  code_assignment: sql`f.current`,
  recalled_code: sql`f.current`,
  custody_handover: sql`f.stages is null`,
  label_state: null,
  certification: null,
} as const satisfies Record<string, Sql | null>

/**
 * Joins the rows of a table that overlap each range `g` with the columns `request`, `first` and `beyond`. Row security lets no index
 * serve functions of ranges, so that a join by `&&` reads the whole request. These rows never overlap each other: a range meets the
 * last one that begins at or before it and those that begin in it. Requests are compared as `bigint`, which the GiST index of the
 * exclusion cannot: it would be chosen for a table without statistics, and read the whole request.
 * @param which more conditions of the rows, as `f`; for `stage_record_code` the stage, within which the rows are disjoint
 */
export function rowsInRanges(table: keyof typeof disjointRows, tenantId: number, which?: Sql): Sql {
  const conditions = [
    sql`f.tenant_id = ${tenantId} and f.request_number = g.request::bigint`,
    ...(disjointRows[table] ? [disjointRows[table]] : []),
    ...(which ? [which] : []),
  ]
  const rows = (where: Sql) => sql`select f.* from ${identifier(table)} f where ${allOf([...conditions, where])}`
  return sql`lateral (
    select * from (${rows(sql`f.first_serial <= g.first order by f.first_serial desc limit 1`)}) f
    where upper(f.serials) > g.first
    union all
    (${rows(sql`f.first_serial > g.first and f.first_serial < g.beyond`)} order by f.first_serial offset 0))`
}

/** Ranges as `g` of a statement, as `rowsInRanges` takes them, and each as `serials` too. */
export const rangesAsRows = (ranges: readonly Omit<CodeRange, 'text' | 'range'>[]): Sql =>
  sql`unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
    ${ranges.map(({ to }) => to)}::int[], ${ranges.map(rangeToSql)}::int4range[]) as g (request, first, beyond, serials)`

/** One range as `g` of a statement. `offset 0` keeps the functions of ranges out of the condition that an index shall serve. */
export const rangeAsRow = (request: Sql, serials: Sql): Sql => sql`(
  select ${request} as request, lower(${serials}) as first, upper(${serials}) as beyond offset 0) g`

/** Finds the first code of the ranges that a row of the table contains. @param which as for `rowsInRanges` */
export async function findFirstMatch(
  db: Db,
  tenantId: number,
  table: RangeTable,
  ranges: readonly CodeRange[],
  which: Sql,
): Promise<{ request: number; serial: number } | undefined> {
  return db.maybe(sql`
    select g.request, lower(c.serials * g.serials) as serial
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges(table, tenantId, which)} c
    order by 1, 2 limit 1`)
}

/**
 * Locks the requests of these ranges for one kind of fact until the end of the transaction. Concurrent changes run one after
 * the other, so that the second one gets a clear refusal and not a violation of the exclusion constraint. Read the facts
 * again after the lock.
 */
export async function lockCodeRequests(
  db: Db,
  kind: 'packing' | 'certification' | 'assignment' | 'recall' | 'label' | 'custody',
  ranges: readonly Pick<CodeRange, 'request'>[],
): Promise<void> {
  const requests = [...new Set(ranges.map(({ request }) => request))].sort((a, b) => a - b)
  for (const request of requests) await db.execute(sql`select pg_advisory_xact_lock(${locks[kind]}, ${request})`)
}

/** Adds the same fact about each range. @throws the database error that `isExclusionViolation` recognizes */
export async function addFacts(
  db: Db,
  table: RangeTable,
  ranges: readonly CodeRange[],
  fact: Readonly<Record<string, string | number>>,
): Promise<void> {
  await insertRows(
    db,
    table,
    ranges.map(({ request, range }) => ({ ...fact, request_number: request, serials: range })),
  )
}

/** A current fact about a range of codes. */
export interface RangeFact {
  id: number
  request: number
  from: number
  to: number
}

/** Loads the current facts about any code of these ranges. */
export async function loadFactsInRanges(
  db: Db,
  tenantId: number,
  table: RangeTable,
  ranges: readonly CodeRange[],
): Promise<RangeFact[]> {
  return db.query<RangeFact>(sql`
    select distinct c.id, g.request, lower(c.serials) as "from", upper(c.serials) as "to"
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges(table, tenantId)} c order by 2, 3`)
}

const ofRequest = <T extends { request: number }>(all: readonly T[], request: number) =>
  all.filter(one => one.request === request)

/** The parts of the ranges without a fact. */
export function rangesWithoutFact(ranges: readonly CodeRange[], facts: readonly RangeFact[]): CodeRange[] {
  return ranges.flatMap(({ request, from, to }) =>
    subtractRanges([{ from, to }], ofRequest(facts, request)).map(uncovered => codeRange(request, uncovered)),
  )
}

/** The parts of the ranges that a fact covers. */
export const rangesOfFact = (fact: RangeFact, ranges: readonly CodeRange[]) =>
  intersectRanges([fact], ofRequest(ranges, fact.request))

/** Columns that the pieces of a split fact keep, in addition to the columns that every table of facts with a period has. */
const carriedColumns = {
  code_link: ['parent_request', 'parent_serial', 'record_id', 'packing_id'],
  code_assignment: ['dealer_id', 'assignment_id'],
} as const satisfies Partial<Record<RangeTable, readonly string[]>>

/**
 * Ends facts for some of their codes. Splits a fact when only a part of its codes ends; the rest stays unchanged.
 * `endedBy` is the id of what ends them; a period never ends before it began.
 * @returns for how many codes
 */
export async function endFacts(
  db: Db,
  tenantId: number,
  table: keyof typeof carriedColumns,
  {
    ranges,
    facts,
    endedBy,
    at,
  }: { ranges: readonly CodeRange[]; facts: readonly RangeFact[]; endedBy: number; at: Date },
): Promise<number> {
  const pieces = facts.flatMap(fact => {
    const removed = rangesOfFact(fact, ranges)
    return [
      ...removed.map(piece => ({ id: fact.id, ended: true, piece })),
      ...subtractRanges([fact], removed).map(piece => ({ id: fact.id, ended: false, piece })),
    ]
  })
  const columns = carriedColumns[table].map(identifier)
  await db.execute(sql`
    with before as (
      delete from ${identifier(table)} where tenant_id = ${tenantId} and id = any(${facts.map(({ id }) => id)}) returning *)
    insert into ${identifier(table)} (tenant_id, request_number, serials, ${join(columns)}, created_at, ended_by, during)
    select b.tenant_id, b.request_number, int4range(p.first, p.beyond), ${join(columns.map(column => sql`b.${column}`))}, b.created_at,
           case when p.ended then ${endedBy}::bigint else b.ended_by end,
           case when p.ended then tstzrange(lower(b.during), greatest(lower(b.during), ${at}::timestamptz)) else b.during end
    from before b join unnest(
      ${pieces.map(({ id }) => id)}::bigint[], ${pieces.map(({ piece }) => piece.from)}::int[], ${pieces.map(({ piece }) => piece.to)}::int[],
      ${pieces.map(({ ended }) => ended)}::bool[]) as p (id, first, beyond, ended) on p.id = b.id`)
  return countSerials(pieces.filter(({ ended }) => ended).map(({ piece }) => piece))
}

/** Whether the exclusion constraint refused a fact: of two concurrent facts about one code it accepts one. */
export const isExclusionViolation = (error: unknown): boolean => errorCode(error) === '23P01'
