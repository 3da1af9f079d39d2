import { runOutsideEffect } from '../../../platform/database/call-scope.ts'
import type { Db } from '../../../platform/database/database.ts'
import { raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { addFaults, countFaults } from '../log/faults.ts'
import { type AlteredRow, SealedBefore, type SealingServices } from './sealed-before.ts'

export type { AlteredRow, SealedBefore, SealingServices } from './sealed-before.ts'

/** Finds rows that differed before the call from what was sealed of them last. */
export type CompareBefore = (before: SealedBefore) => Promise<readonly AlteredRow[]>

/**
 * Compares rows, as they were before this call, with what was sealed of them last. A difference was made by somebody who writes to
 * the database without the server: sealed now, it would bear the reason and the name of the person who makes this call.
 * @param db the transaction of the call. The comparison reads in another one, which does not see what the call has changed
 * @throws Refusal ledger.altered, after the fault is stored and the alarm raised
 */
export async function assertAsSealed(
  db: Db,
  services: SealingServices,
  tenantId: number,
  compare: CompareBefore,
): Promise<void> {
  const altered = await beforeCall(db, tenantId, async before =>
    compare(await SealedBefore.open(before, tenantId, services)),
  )
  if (altered.length > 0) throw await refuseAltered(db, tenantId, altered)
}

/**
 * Stores the faults and raises the alarm, whatever becomes of the call. The row of an enterprise is locked by the call that changes
 * it, so its fault is stored as the platform's.
 * @returns the refusal to throw
 */
export async function refuseAltered(db: Db, tenantId: number, altered: readonly AlteredRow[]): Promise<Refusal> {
  await runOutsideEffect(() =>
    db.database.acrossTenants('ledger', async across => {
      for (const row of altered)
        await addFaults(across, { section: 'contents', cursor: 'part', block: blockOf(tenantId, row) }, [
          { kind: 'subjectChanged', place: placeOf(row), ...(row.kind === 'enterprise' ? {} : { tenantId }) },
        ])
      await raiseStandingAlarm(across, 'ledgerFaults', { found: await countFaults(across) })
    }),
  )
  return new Refusal('ledger.altered')
}

const placeOf = ({ kind, rowId }: AlteredRow) => `${kind}/${rowId}`

/** The nightly check compares this block again every night, until the row is what was sealed. */
const blockOf = (tenantId: number, { content }: AlteredRow) => ({
  tenantId,
  id: content === undefined ? 0 : content - 1,
})

/**
 * Reads in a transaction of its own, which sees what was committed before the call. By the other database role, so that calls do
 * not wait for connections of each other's pool.
 */
function beforeCall<T>(db: Db, tenantId: number, read: (before: Db) => Promise<T>): Promise<T> {
  return runOutsideEffect(() =>
    db.tenant === undefined ? db.database.withTenant(tenantId, read) : db.database.acrossTenants('ledger', read),
  )
}
