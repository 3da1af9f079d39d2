import {
  countSerials,
  intersectRanges,
  rangeToSql,
  type SerialRange,
  subtractRanges,
  toRanges,
} from '@timbermark/codes'
import type { OpenedCode } from './code-directory.ts'
import type { Db } from '../../../platform/database/database.ts'
import { locks } from '../../../platform/database/locks.ts'
import { join, identifier, type Sql, sql } from '../../../platform/database/sql.ts'

/** A code that is known, with its request and serial. */
export type KnownCode = Extract<OpenedCode, { known: true }>

/** Serials of one request that stand side by side. */
export interface CodeRange {
  request: number
  /** First serial, and the one behind the last. */
  from: number
  to: number
  /** As the database writes it: `[from,to)`. */
  range: string
  /** As the ledger hashes it: `request:from-to`. */
  text: string
}

/**
 * What people do to codes is a row about a range of them. In each of these tables an exclusion constraint sees to it that
 * no code is in two rows that contradict each other.
 */
export type RangeTable = 'stage_record_code' | 'code_link' | 'code_assignment' | 'recalled_code'

/** The serials of a request from one up to another, which is not in it any more. */
export const codeRange = (request: number, range: SerialRange): CodeRange => ({
  request,
  ...range,
  range: rangeToSql(range),
  text: `${request}:${range.from}-${range.to}`,
})

/** The few ranges that hold exactly these codes, by request and serial. */
export function rangesOf(codes: readonly KnownCode[]): CodeRange[] {
  return [...Map.groupBy(codes, code => code.entry.requestNumber)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, group]) => toRanges(group.map(code => code.serial)).map(range => codeRange(request, range)))
}

/** The first code of an enterprise's ranges that the table holds already, among its rows `c` that meet `which`. */
export async function firstTaken(
  db: Db,
  tenantId: number,
  table: RangeTable,
  ranges: readonly CodeRange[],
  which: Sql,
): Promise<{ request: number; serial: number } | undefined> {
  return db.maybe(sql`
    select c.request_number as request, lower(c.serials * g.serials) as serial
    from ${identifier(table)} c
    join (values ${join(ranges.map(item => sql`(${item.request}::int, ${item.range}::int4range)`))}) g (request, serials)
      on c.request_number = g.request and c.serials && g.serials
    where c.tenant_id = ${tenantId} and ${which} order by 1, 2 limit 1`)
}

/**
 * Who changes what is said of codes of a request waits until another has: of two exactly one finds them free, and neither
 * meets the other in the database's exclusion. What was read before has to be read again. @param kind of what is said
 */
export async function waitForTurn(
  db: Db,
  kind: 'packing' | 'certification' | 'assignment' | 'recall',
  ranges: readonly Pick<CodeRange, 'request'>[],
): Promise<void> {
  const requests = [...new Set(ranges.map(({ request }) => request))].sort((a, b) => a - b)
  for (const request of requests) await db.execute(sql`select pg_advisory_xact_lock(${locks[kind]}, ${request})`)
}

/** Adds the same fact about each of the ranges. @throws the database's refusal, which `isTaken` knows */
export async function addFacts(
  db: Db,
  table: RangeTable,
  ranges: readonly CodeRange[],
  fact: Readonly<Record<string, string | number>>,
): Promise<void> {
  const columns = Object.keys(fact)
  await db.execute(sql`
    insert into ${identifier(table)} (request_number, serials, ${join(columns.map(identifier))})
    select g.request, g.serials, ${join(Object.values(fact))}
    from unnest(${ranges.map(item => item.request)}::int[], ${ranges.map(item => item.range)}::int4range[]) as g (request, serials)`)
}

/** A fact that holds now, about these serials. */
export interface HeldRange {
  id: number
  request: number
  from: number
  to: number
}

/**
 * The facts that hold now of any code of these ranges. Found by their first serials: those that begin in a range, and the
 * last one that begins before it, as facts of one kind never overlap.
 */
export async function heldIn(
  db: Db,
  tenantId: number,
  table: RangeTable,
  ranges: readonly CodeRange[],
): Promise<HeldRange[]> {
  const facts = (where: Sql) => sql`
    select c.id, c.first_serial as "from", upper(c.serials) as "to" from ${identifier(table)} c
    where c.tenant_id = ${tenantId} and c.current and c.request_number = g.request and ${where}`
  return db.query<HeldRange>(sql`
    select distinct h.id, g.request, h."from", h."to"
    from unnest(${ranges.map(item => item.request)}::int[], ${ranges.map(item => item.from)}::int[], ${ranges.map(item => item.to)}::int[]) as g (request, first, beyond)
    cross join lateral (
      (${facts(sql`c.first_serial < g.first order by c.first_serial desc limit 1`)})
      union all
      (${facts(sql`c.first_serial >= g.first and c.first_serial < g.beyond`)})) h
    where h."to" > g.first order by 2, 3`)
}

const ofRequest = <T extends { request: number }>(all: readonly T[], request: number) =>
  all.filter(one => one.request === request)

/** Those of the codes that no fact holds. */
export function freeOf(ranges: readonly CodeRange[], held: readonly HeldRange[]): CodeRange[] {
  return ranges.flatMap(({ request, from, to }) =>
    subtractRanges([{ from, to }], ofRequest(held, request)).map(free => codeRange(request, free)),
  )
}

/** Those of the codes that a fact holds. */
export const heldBy = (fact: HeldRange, ranges: readonly CodeRange[]) =>
  intersectRanges([fact], ofRequest(ranges, fact.request))

/** Columns of facts that have a beginning and an end, beside those that every such table has. */
const carried = {
  code_link: ['parent_request', 'parent_serial', 'record_id', 'packing_id'],
  code_assignment: ['dealer_id', 'assignment_id'],
} as const satisfies Partial<Record<RangeTable, readonly string[]>>

/**
 * Ends facts for some of their codes; for the rest of a fact's codes it goes on as it was.
 * @param by what they end by, and when: never before a fact began
 * @returns for how many codes
 */
export async function endFacts(
  db: Db,
  tenantId: number,
  table: keyof typeof carried,
  ranges: readonly CodeRange[],
  facts: readonly HeldRange[],
  by: { endedBy: number; at: Date },
): Promise<number> {
  const pieces = facts.flatMap(fact => {
    const out = heldBy(fact, ranges)
    return [
      ...out.map(piece => ({ id: fact.id, ended: true, piece })),
      ...subtractRanges([fact], out).map(piece => ({ id: fact.id, ended: false, piece })),
    ]
  })
  const columns = carried[table].map(identifier)
  await db.execute(sql`
    with before as (
      delete from ${identifier(table)} where tenant_id = ${tenantId} and id = any(${facts.map(({ id }) => id)}) returning *)
    insert into ${identifier(table)} (tenant_id, request_number, serials, ${join(columns)}, created_at, ended_by, during)
    select b.tenant_id, b.request_number, int4range(p.first, p.beyond), ${join(columns.map(column => sql`b.${column}`))}, b.created_at,
           case when p.ended then ${by.endedBy}::bigint else b.ended_by end,
           case when p.ended then tstzrange(lower(b.during), greatest(lower(b.during), ${by.at}::timestamptz)) else b.during end
    from before b join unnest(
      ${pieces.map(({ id }) => id)}::bigint[], ${pieces.map(({ piece }) => piece.from)}::int[], ${pieces.map(({ piece }) => piece.to)}::int[],
      ${pieces.map(({ ended }) => ended)}::bool[]) as p (id, first, beyond, ended) on p.id = b.id`)
  return countSerials(pieces.filter(({ ended }) => ended).map(({ piece }) => piece))
}

/** Was a fact refused because one of its codes is taken? Of two at the same moment the constraint lets one through. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23P01'
