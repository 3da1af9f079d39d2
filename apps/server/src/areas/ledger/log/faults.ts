import { type Alarm, alarmGrades } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerFault } from './verify.ts'

/** Replaces the faults of the previous check of the whole ledger by those of this one, for the enterprises concerned. */
export async function storeFaults(db: Db, faults: readonly LedgerFault[]): Promise<void> {
  await db.execute(sql`delete from ledger_fault`)
  await insertRows(
    db,
    'ledger_fault',
    faults.map(({ tenantId, kind, place }) => ({ tenant_id: tenantId ?? platformTenant, kind, place })),
  )
  await db.execute(sql`
    insert into ledger_checked (at, found) values (now(), ${faults.length})
    on conflict (only_row) do update set at = excluded.at, found = excluded.found`)
}

/** The alarm of an enterprise whose rows differ from their sealed contents. */
export async function faultAlarms(db: Db, tenantId: number): Promise<Alarm[]> {
  const { found, since } = await db.one<{ found: number; since: Date | null }>(
    sql`select count(*) as found, min(found_at) as since from ledger_fault where tenant_id = ${tenantId}`,
  )
  if (!since) return []
  return [{ key: 'recordsChanged', grade: alarmGrades.recordsChanged, since: since.toISOString(), detail: { found } }]
}

/** Result of the last check of the whole ledger, for monitors outside; undefined before the first check. */
export async function lastCheckText(db: Db): Promise<string | undefined> {
  const last = await db.maybe<{ at: Date; found: number }>(sql`select at, found from ledger_checked`)
  return last && `checked ${last.at.toISOString()}\nfound ${last.found}\n`
}
