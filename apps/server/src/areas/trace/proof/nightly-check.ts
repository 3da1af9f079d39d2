import { clearStandingAlarm, raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { ledgerLog } from '../../ledger/log/log.ts'
import { storeFaults } from '../../ledger/log/faults.ts'
import { checkWholeLedger, type FurtherCheck } from '../../ledger/log/verify.ts'
import { checkContents, createFileCheck, checkUnsealed } from './sealed-check.ts'

/** Checks of rows against the ledger, for `checkWholeLedger`. */
export const rowChecks: readonly FurtherCheck[] = [checkContents, checkUnsealed]

/** Days that the alarm about refused queue rows stays raised. */
const refusedAlarmDays = 7

/**
 * Recomputes the whole ledger and reports faults: by a logged error with the places, and by an alarm that stays raised until
 * a later check finds nothing.
 * @returns number of faults, and number of entries checked
 */
export async function checkLedgerNightly(services: Services): Promise<{ found: number; leaves: number }> {
  const { faults, ...counts } = await checkWholeLedger(services.database, ledgerLog(services), [
    ...rowChecks,
    createFileCheck(services.files),
  ])
  await services.database.acrossTenants('ledger', async db => {
    await storeFaults(db, faults)
    if (faults.length === 0) await clearStandingAlarm(db, 'ledgerFaults')
    else await raiseStandingAlarm(db, 'ledgerFaults', { found: faults.length })
    const refused = await db.maybe(
      sql`select 1 from ledger_refused where refused_at > now() - make_interval(days => ${refusedAlarmDays}) limit 1`,
    )
    if (!refused) await clearStandingAlarm(db, 'ledgerRefused')
  })
  if (faults.length === 0) services.log.info(counts, 'the ledger is consistent, and the records agree with it')
  else services.log.error({ ...counts, faults: faults.slice(0, 20), found: faults.length }, 'the ledger has faults')
  return { found: faults.length, leaves: counts.leaves }
}
