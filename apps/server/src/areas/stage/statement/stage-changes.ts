import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Marks what a report, a correction or a withdrawal changes of the sums that statistics read. It belongs into the transaction that
 * changes it; a mark is a row of its own, so that those who report do not wait for each other.
 * @param records stage records as `r`
 */
export async function markStageChange(db: Db, tenantId: number, records: Sql): Promise<void> {
  await db.execute(sql`
    insert into stage_change (tenant_id, batch_id, day)
    select distinct r.tenant_id, r.batch_id, r.happened_at::date from stage_record r where r.tenant_id = ${tenantId} and ${records}`)
}
