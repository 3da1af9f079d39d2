import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Whether the enterprise demands that labels are put in use before anything else names them. */
export async function mustActivate(db: Db, tenantId: number): Promise<boolean> {
  const row = await db.maybe<{ must: boolean }>(
    sql`select must_activate as must from label_rule where tenant_id = ${tenantId}`,
  )
  return row?.must ?? false
}

export async function setMustActivate(db: Db, tenantId: number, must: boolean): Promise<void> {
  await db.execute(sql`
    insert into label_rule (tenant_id, must_activate) values (${tenantId}, ${must})
    on conflict (tenant_id) do update set must_activate = excluded.must_activate`)
}
