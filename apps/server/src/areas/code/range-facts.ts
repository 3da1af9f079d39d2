import { rangeToSql, toRanges } from '@timbermark/codes'
import type { OpenedCode } from './code-directory.ts'
import type { Db } from '../../platform/database/database.ts'
import { join, name, type Sql, sql } from '../../platform/database/sql.ts'

/** A code that is known, with its request and serial. */
export type KnownCode = Extract<OpenedCode, { known: true }>

/** Serials of one request that stand side by side. */
export interface CodeRange {
  request: number
  /** As the database writes it: `[from,to)`. */
  range: string
  /** As the ledger hashes it: `request:from-to`. */
  text: string
}

/**
 * What people do to codes is a row about a range of them. In each of these tables an exclusion constraint sees to it that
 * no code is in two rows that contradict each other.
 */
export type RangeTable = 'stage_record_code' | 'code_link'

/** The few ranges that hold exactly these codes, by request and serial. */
export function rangesOf(codes: readonly KnownCode[]): CodeRange[] {
  return [...Map.groupBy(codes, code => code.entry.requestNumber)]
    .sort(([a], [b]) => a - b)
    .flatMap(([request, group]) =>
      toRanges(group.map(code => code.serial)).map(range => ({
        request,
        range: rangeToSql(range),
        text: `${request}:${range.from}-${range.to}`,
      })),
    )
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
    from ${name(table)} c
    join (values ${join(ranges.map(item => sql`(${item.request}::int, ${item.range}::int4range)`))}) g (request, serials)
      on c.request_number = g.request and c.serials && g.serials
    where c.tenant_id = ${tenantId} and ${which} order by 1, 2 limit 1`)
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
    insert into ${name(table)} (request_number, serials, ${join(columns.map(name))})
    values ${join(ranges.map(item => sql`(${item.request}, ${item.range}::int4range, ${join(Object.values(fact))})`))}`)
}

/** Was a fact refused because one of its codes is taken? Of two at the same moment the constraint lets one through. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23P01'
