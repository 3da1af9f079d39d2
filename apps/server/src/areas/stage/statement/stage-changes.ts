import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { dayAt, zoneOf } from '../../../platform/tenant-day.ts'

/**
 * Marks the days whose roll-ups a report, a correction or a withdrawal changes; belongs in the same transaction. Each mark is
 * a new row, so that concurrent reports do not wait for each other.
 * @param records stage records as `r`
 */
export async function markStageChange(db: Db, tenantId: number, records: Sql): Promise<void> {
  const changed = await db.query<{ batch_id: number; day: string }>(sql`
    select distinct r.batch_id, ${dayAt(sql`r.happened_at`, zoneOf(sql`${tenantId}`))} as day from stage_record r
    where r.tenant_id = ${tenantId} and ${records}`)
  await insertRows(
    db,
    'stage_change',
    changed.map(row => ({ tenant_id: tenantId, ...row })),
  )
}
