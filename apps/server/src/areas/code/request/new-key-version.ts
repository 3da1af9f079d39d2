import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import { addTenantKey } from '../../../platform/secrets/tenant-keys.ts'

/** A new version of an enterprise's key. */
export interface AddedKeyVersion {
  identification: string
  version: number
}

/**
 * Adds the next version of the key of one enterprise, or of all. Requests added from now on derive their codes from it;
 * existing codes keep their version. Notifies every process.
 * @param identification of one enterprise; undefined for all
 * @returns empty when there is no such enterprise
 */
export async function addKeyVersions(db: Db, secrets: Secrets, identification?: string): Promise<AddedKeyVersion[]> {
  // Concurrent calls get a version each.
  await db.execute(sql`lock table tenant_key in share row exclusive mode`)
  const newest = await db.query<AddedKeyVersion & { tenantId: number }>(sql`
    select e.id as "tenantId", e.identification, max(k.version) as version
    from enterprise e join tenant_key k on k.tenant_id = e.id
    where ${identification ?? null}::text is null or lower(e.identification) = lower(${identification ?? null})
    group by e.id, e.identification order by e.id`)
  const added: AddedKeyVersion[] = []
  for (const { tenantId, identification, version } of newest) {
    await addTenantKey(db, secrets, tenantId, version + 1)
    added.push({ identification, version: version + 1 })
  }
  // Keys are read with the requests that use them; a process of an earlier version reads all of them anew.
  const [only] = newest
  await notifyDirectoryChange(db, only && newest.length === 1 ? { tenantId: only.tenantId } : 'anything')
  return added
}
