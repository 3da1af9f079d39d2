import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Says at the start when the database orders names by code point, because it was built without ICU: readers then find
 * `Ébène` behind `Zebra`, and Chinese names in no order, and no name by the initials of its pronunciation.
 */
export async function warnOfCodePointOrder(
  database: Database,
  log: { warn(facts: object, message: string): void },
): Promise<void> {
  const { provider } = await database.acrossTenants('seed', db =>
    db.one<{ provider: string | null }>(
      sql`select max(collprovider::text) as provider from pg_collation where collname = 'reader_zh'`,
    ),
  )
  if (provider !== 'i')
    log.warn({ provider }, 'This PostgreSQL was built without ICU: names are ordered by code point, not by language')
}
