import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Whether the enterprise demands that labels are put in use before anything else names them. */
export async function mustActivate(db: Db, tenantId: number): Promise<boolean> {
  const row = await db.maybe<{ holds: boolean }>(
    sql`select holds from label_rule where tenant_id = ${tenantId} and rule = 'mustActivate'`,
  )
  return row?.holds ?? false
}

export async function setMustActivate(db: Db, tenantId: number, holds: boolean): Promise<void> {
  await db.execute(sql`
    insert into label_rule (tenant_id, rule, holds) values (${tenantId}, 'mustActivate', ${holds})
    on conflict (tenant_id, rule) do update set holds = excluded.holds`)
}
