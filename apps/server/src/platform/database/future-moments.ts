import type { Db } from './database.ts'
import { empty, identifier, join, type Sql, sql } from './sql.ts'

/** Clocks of two machines that are right may differ by so much, seconds. */
export const clockToleranceSeconds = 60

/** A stored moment that something waits for: a row of a clock that was wrong holds it up for as long as the clock was ahead. */
export interface AwaitedMoment {
  /** Another schema than the product's own. */
  schema?: 'graphile_worker'
  table: string
  column: string
  /** The furthest ahead that a right clock puts it, seconds; 0 for a moment that has always passed. */
  longest: number
  /**
   * What becomes of a row further ahead: its moment becomes now, or the furthest right one (for the end of something that
   * is still wanted), or the row is removed.
   */
  repair: 'now' | 'longest' | 'remove'
  /** Work waits for it, not only a limit or an expiry: rows further ahead raise an alarm. */
  work?: boolean
  /** Rows that are concerned; all by default. */
  only?: Sql
}

const tableOf = ({ schema, table }: AwaitedMoment) =>
  schema ? sql`${identifier(schema)}.${identifier(table)}` : identifier(table)

function tooFar({ column, longest, only }: AwaitedMoment): Sql {
  const limit = sql`now() + make_interval(secs => ${longest + clockToleranceSeconds})`
  return sql`${identifier(column)} > ${limit}${only ? sql` and ${only}` : empty}`
}

/**
 * Repairs the rows whose moment lies further ahead than a right clock puts it.
 * @param db a handle across tenants
 * @returns how many rows
 */
export function repairMoment(db: Db, moment: AwaitedMoment): Promise<number> {
  const table = tableOf(moment)
  const column = identifier(moment.column)
  if (moment.repair === 'remove') return db.execute(sql`delete from ${table} where ${tooFar(moment)}`)
  const longest = moment.repair === 'longest' ? moment.longest : 0
  return db.execute(
    sql`update ${table} set ${column} = now() + make_interval(secs => ${longest}) where ${tooFar(moment)}`,
  )
}

/**
 * Counts the rows for which work waits too far ahead.
 * @param db a handle across tenants
 */
export async function countWaitingAhead(db: Db, moments: readonly AwaitedMoment[]): Promise<number> {
  const counts = moments
    .filter(({ work }) => work)
    .map(moment => sql`(select count(*) from ${tableOf(moment)} where ${tooFar(moment)})`)
  if (counts.length === 0) return 0
  const { rows } = await db.one<{ rows: number }>(sql`select (${join(counts, ' + ')})::int as rows`)
  return rows
}
