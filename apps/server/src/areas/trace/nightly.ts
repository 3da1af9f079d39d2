import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { clearStanding, raiseStanding } from '../../platform/alarms/standing-alarms.ts'
import { loadManifests } from '../code/manifest-leaf.ts'
import { ledgerLog } from '../ledger/log.ts'
import { leafOf } from '../ledger/queue.ts'
import { checkWholeLedger, type RowKey, type SubjectKind } from '../ledger/verify.ts'
import { loadFacts, recordLeaf } from '../stage/leaf.ts'

/**
 * Records whose state their versions do not bear out: hidden as superseded though nothing supersedes them, shown as
 * current though something does, or voided without the version that voids. Their leaves do not speak of the state.
 */
async function misplaced(db: Db, tenantId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select r.id from stage_record r where r.tenant_id = ${tenantId} and r.id = any(${[...ids]}) and (
      (r.status = 'voided' and r.version = 1)
      or (r.status = 'superseded') <> exists (
        select from stage_record n where n.tenant_id = r.tenant_id and n.first_id = coalesce(r.first_id, r.id) and n.version > r.version))`)
  return rows.map(row => row.id)
}

/** Stage records as the check of the whole ledger holds them against their leaves. */
const stageRecords: SubjectKind = {
  prefix: 'stage_record',
  rows: (db, after, limit) =>
    db.query<RowKey>(sql`
      select tenant_id as "tenantId", id from stage_record
      where (tenant_id, id) > (${after.tenantId}, ${after.id}) order by tenant_id, id limit ${limit}`),
  hashes: async (db, tenantId, ids) => {
    const hashes = new Map(
      [...(await loadFacts(db, tenantId, ids))].map(([id, facts]) => [id, leafOf(recordLeaf(facts)).hash]),
    )
    for (const id of await misplaced(db, tenantId, ids)) hashes.set(id, 'misplaced')
    return hashes
  },
}

/** Manifests of finished code requests. */
const codeRequests: SubjectKind = {
  prefix: 'code_request',
  rows: (db, after, limit) =>
    db.query<RowKey>(sql`
      select tenant_id as "tenantId", id from code_request
      where (tenant_id, id) > (${after.tenantId}, ${after.id}) and manifest_leaf is not null order by tenant_id, id limit ${limit}`),
  hashes: async (db, tenantId, ids) =>
    new Map([...(await loadManifests(db, tenantId, ids))].map(([id, statement]) => [id, leafOf(statement).hash])),
}

/** What else the ledger speaks of, for `checkWholeLedger`. */
export const subjectKinds: readonly SubjectKind[] = [stageRecords, codeRequests]

/**
 * Recomputes the whole ledger and tells of what does not agree: by an error that names the places, and by an alarm that
 * stands until a later check finds nothing.
 */
export async function checkLedgerNightly(services: Services): Promise<void> {
  const { faults, ...counts } = await checkWholeLedger(services.database, ledgerLog(services), subjectKinds)
  await services.database.acrossTenants('ledger', db =>
    faults.length === 0
      ? clearStanding(db, 'ledgerFaults')
      : raiseStanding(db, 'ledgerFaults', { found: faults.length }),
  )
  if (faults.length === 0) services.log.info(counts, 'the ledger agrees with itself and with the records')
  else services.log.error({ ...counts, faults: faults.slice(0, 20), found: faults.length }, 'the ledger does not agree')
}

export function scheduleLedgerCheck(services: Services): void {
  services.jobs.schedule('ledger-check', '20 2 * * *', () => checkLedgerNightly(services))
}
