import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Marks the days whose roll-ups a report, a correction or a withdrawal changes; belongs in the same transaction. Each mark is
 * a new row, so that concurrent reports do not wait for each other.
 * @param records stage records as `r`
 */
export async function markStageChange(db: Db, tenantId: number, records: Sql): Promise<void> {
  await db.execute(sql`
    insert into stage_change (tenant_id, batch_id, day)
    select distinct r.tenant_id, r.batch_id, r.happened_at::date from stage_record r where r.tenant_id = ${tenantId} and ${records}`)
}
