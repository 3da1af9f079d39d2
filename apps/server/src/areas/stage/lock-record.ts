import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Locks a record with all its versions, through the first one: corrections, withdrawals, the removal of personal data and
 * requests for a change wait for each other.
 * @param id of any version
 */
export async function lockFirstVersion(db: Db, tenantId: number, id: number): Promise<void> {
  await db.maybe(sql`
    select 1 from stage_record f
    where f.tenant_id = ${tenantId}
      and f.id = (select coalesce(t.first_id, t.id) from stage_record t where t.tenant_id = ${tenantId} and t.id = ${id})
    for no key update of f`)
}
