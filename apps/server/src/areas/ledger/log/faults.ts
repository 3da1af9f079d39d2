import { type Alarm, alarmGrades } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerFault } from './verify.ts'

/** Keeps what a check of the whole ledger found in the place of what an earlier one did, for those whom it concerns. */
export async function keepFaults(db: Db, faults: readonly LedgerFault[]): Promise<void> {
  await db.execute(sql`delete from ledger_fault`)
  await db.execute(sql`
    insert into ledger_fault (tenant_id, kind, place)
    select * from unnest(${faults.map(({ tenantId }) => tenantId ?? platformTenant)}::bigint[], ${faults.map(({ kind }) => kind)}::text[], ${faults.map(({ place }) => place)}::text[])`)
  await db.execute(sql`
    insert into ledger_checked (at, found) values (now(), ${faults.length})
    on conflict (only_row) do update set at = excluded.at, found = excluded.found`)
}

/** The alarm of an enterprise whose rows no longer say what was sealed of them. */
export async function faultAlarms(db: Db, tenantId: number): Promise<Alarm[]> {
  const { found, since } = await db.one<{ found: number; since: Date | null }>(
    sql`select count(*) as found, min(found_at) as since from ledger_fault where tenant_id = ${tenantId}`,
  )
  if (!since) return []
  return [{ key: 'recordsChanged', grade: alarmGrades.recordsChanged, since: since.toISOString(), detail: { found } }]
}

/** What the last check of the whole ledger came to, for those who watch from outside; undefined before the first. */
export async function checkedText(db: Db): Promise<string | undefined> {
  const last = await db.maybe<{ at: Date; found: number }>(sql`select at, found from ledger_checked`)
  return last && `checked ${last.at.toISOString()}\nfound ${last.found}\n`
}
