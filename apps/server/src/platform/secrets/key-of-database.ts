import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../installation/secrets.ts'
import { SettingsError } from '../settings.ts'
import { openTenantKey, opensAllKeys } from './tenant-keys.ts'

/**
 * Ensures that the master key is the one of this database: with another one no code could be read, and what is queued
 * for the ledger would bear a foreign mark.
 * @param file where the key was read from, for the message
 * @throws SettingsError in one sentence, and what to do
 */
export async function assertKeyOfDatabase(database: Database, secrets: Secrets, file: string): Promise<void> {
  if (!(await database.acrossTenants('directory', db => opensAllKeys(db, secrets)))) throw foreignKeyError(file)
}

/** The error for a key file that belongs to another database, or no longer to this one. */
export function foreignKeyError(file: string): SettingsError {
  return new SettingsError(
    `MASTER_KEY_FILE: ${file} does not hold the master key of this database. If the key was changed (npm run keys:master), name the file of the new one; a database restored from a backup needs the key of that time`,
  )
}

/** Whether this master key sealed the stored keys of enterprises; true when there is none. */
export async function opensStoredKey(owner: Pick<pg.ClientBase, 'query'>, secrets: Secrets): Promise<boolean> {
  const { rows } = await owner.query<{ tenantId: string; version: number; wrapped: Buffer }>(
    'select tenant_id::text as "tenantId", version, wrapped from tenant_key limit 1',
  )
  try {
    for (const { tenantId, ...key } of rows) openTenantKey(secrets, { tenantId: Number(tenantId), ...key })
    return true
  } catch {
    return false
  }
}
