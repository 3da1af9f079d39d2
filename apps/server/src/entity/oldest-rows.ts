import type { Db } from '../platform/database/database.ts'
import { allOf, join, type Sql, sql } from '../platform/database/sql.ts'
import type { ListQuery } from './list-query.ts'
import { columnIn, findRows, type Reader, type Reading } from './read-rows.ts'

interface OldestQuery {
  /** Filter of the list. */
  query: ListQuery
  /** The field by whose time rows are ordered. */
  moment: string
  /** Fields of the oldest row that are answered. */
  names: readonly string[]
  /** Count no more rows than these. */
  most: number
  /** Repeats a filter without parameters, for a partial index. */
  hint?: Sql
  /** The order costs a computation of every row: any rows are counted, and there is no oldest when there are more. */
  unordered?: boolean
  /** Rows that may be found, as a query of their ids in order: no more than `examinedRows` of them are computed. */
  candidates?: Sql
}

/** So many rows are computed in some tens of milliseconds. */
const examinedRows = 200

export interface OldestRows {
  count: number
  /** There are more rows than were counted. */
  more: boolean
  /** The earliest moment: a day as YYYY-MM-DD, or an instant. */
  oldest: Date | string | null
  names: (string | null)[]
}

/** Counts the rows that a list with a filter would find, up to a number, and names the oldest of them. */
export async function countOldest(
  db: Db,
  reading: Reading,
  reader: Reader,
  { query, moment, names, most, hint, unordered = false, candidates }: OldestQuery,
): Promise<OldestRows> {
  const { from, where } = await findRows(reading, reader, query)
  const examined = candidates ? sql`t.id = any(array(${candidates} limit ${examinedRows}))` : undefined
  const labels = names.map(name => sql`${columnIn(reading, name)}::text`)
  const rows = await db.query<{ at: Date | string | null; names: (string | null)[] }>(sql`
    select ${columnIn(reading, moment)} as at, array[${labels.length > 0 ? join(labels, ', ') : sql``}]::text[] as names
    from ${from} where ${allOf([where, ...(hint ? [hint] : []), ...(examined ? [examined] : [])])}
    ${unordered ? sql`` : sql`order by ${columnIn(reading, moment)}`} limit ${most + 1}`)
  const count = Math.min(rows.length, most)
  const more =
    rows.length > most ||
    (candidates !== undefined && (await db.maybe(sql`${candidates} offset ${examinedRows} limit 1`)) !== undefined)
  if (unordered && more) return { count, more, oldest: null, names: [] }
  const [oldest] = unordered ? [...rows].sort((a, b) => Number(a.at) - Number(b.at)) : rows
  return { count, more, oldest: oldest?.at ?? null, names: oldest?.names ?? [] }
}
