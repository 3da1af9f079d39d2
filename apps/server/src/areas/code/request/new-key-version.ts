import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import { tellDirectory } from '../directory/code-directory.ts'
import { addTenantKey } from '../../../platform/secrets/tenant-keys.ts'

/** An enterprise whose codes have a new key. */
export interface NewVersion {
  identification: string
  version: number
}

/**
 * Makes the next version of the key of an enterprise, or of all: requests that are added from now on have their codes
 * from it, codes of before are read as before. Every process hears of it.
 * @param identification of one enterprise; undefined for all
 * @returns none when there is no such enterprise
 */
export async function makeKeyVersions(db: Db, secrets: Secrets, identification?: string): Promise<NewVersion[]> {
  // Two who do so at once get a version each.
  await db.execute(sql`lock table tenant_key in share row exclusive mode`)
  const newest = await db.query<NewVersion & { tenantId: number }>(sql`
    select e.id as "tenantId", e.identification, max(k.version) as version
    from enterprise e join tenant_key k on k.tenant_id = e.id
    where ${identification ?? null}::text is null or lower(e.identification) = lower(${identification ?? null})
    group by e.id, e.identification order by e.id`)
  const made: NewVersion[] = []
  for (const { tenantId, identification, version } of newest) {
    await addTenantKey(db, secrets, tenantId, version + 1)
    made.push({ identification, version: version + 1 })
  }
  await tellDirectory(db)
  return made
}
