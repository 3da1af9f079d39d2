import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Holds for enterprises that have set nothing. */
export const defaultChangeHours = 48

/** For how many hours after a report reached the server its reporter may ask for a change; 0 means not at all. */
export async function loadChangeHours(db: Db, tenantId: number): Promise<number> {
  const row = await db.maybe<{ value: number }>(
    sql`select value from record_rule where tenant_id = ${tenantId} and rule = 'changeHours'`,
  )
  return row?.value ?? defaultChangeHours
}

export async function setChangeHours(db: Db, tenantId: number, hours: number): Promise<void> {
  await db.execute(sql`
    insert into record_rule (tenant_id, rule, value) values (${tenantId}, 'changeHours', ${hours})
    on conflict (tenant_id, rule) do update set value = excluded.value`)
}
