import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { headTimeOf } from './signed-head.ts'
import type { Head } from './store.ts'

/** A head is signed at least this often, even when nothing is new, so that readers can tell an old log from a quiet one. */
export const headEveryMs = 3_600_000

/** Whether the head is older than an hour, by the database's clock; also one whose time is in the future or missing. */
export async function isHeadDue(db: Db, { note }: Head): Promise<boolean> {
  const signedAt = headTimeOf(note)
  if (!signedAt) return true
  const { due } = await db.one<{ due: boolean }>(
    sql`select abs(extract(epoch from now() - ${signedAt}::timestamptz)) * 1000 >= ${headEveryMs} as due`,
  )
  return due
}
