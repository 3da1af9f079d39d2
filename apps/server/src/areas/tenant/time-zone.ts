import type { Db, Row } from '../../platform/database/database.ts'
import { assertValid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

const field = 'timeZone'

/**
 * Refuses a time zone that the database does not know: its list may be older than that of this process.
 * @throws Refusal invalid
 */
export async function checkTimeZone(db: Db, body: Row): Promise<void> {
  const name = body[field]
  if (typeof name !== 'string' || name === '') return
  const known = await db.maybe(sql`select 1 from pg_timezone_names where lower(name) = ${name.toLowerCase()} limit 1`)
  assertValid(known ? [] : [{ field, error: 'notOneOf' }])
}

/** Marks all days of an enterprise to be rolled up anew when its time zone changes. */
export async function recountInNewZone(db: Db, id: number, before: unknown, after: unknown): Promise<void> {
  if (after !== undefined && after !== before) await db.execute(sql`select mark_days_for_recount(${id})`)
}
