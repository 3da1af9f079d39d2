import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { removeStaleUploads } from './pieces.ts'
import { locks } from '../../platform/database/locks.ts'

/** Younger content may belong to an upload whose row is still being written. */
const graceMs = 24 * 3600 * 1000

/**
 * Removes contents that no file of any enterprise refers to. Equal contents are stored once for all enterprises, so the check
 * reads the whole table. While a backup runs, nothing is removed; the next night's run does it.
 * @returns the number of removed contents
 */
export async function removeUnusedBlobs(services: Services, before = new Date(Date.now() - graceMs)): Promise<number> {
  const { database, files } = services
  await database.acrossTenants('jobs', db =>
    db.execute(sql`delete from upload_use where used_at < now() - interval '1 day'`),
  )
  await removeStaleUploads(services)
  return database.acrossTenants('jobs', async lock => {
    const { alone: hasLock } = await lock.one<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.blobs}) as alone`,
    )
    if (!hasLock) return 0
    // The lock must be held until the end, however long it takes.
    await lock.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    return files.blobs.sweep(before, async hashes => {
      const rows = await database.acrossTenants('jobs', db =>
        db.query<{ hash: string }>(sql`
          select hash from unnest(${[...hashes]}::text[]) as h (hash)
          where exists (select from file_object where sha256 = hash) or exists (select from file_object where public_sha256 = hash)`),
      )
      return new Set(rows.map(row => row.hash))
    })
  })
}
