import { clearStandingAlarm, raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { ledgerLog } from '../../ledger/log/log.ts'
import { keepFaults } from '../../ledger/log/faults.ts'
import { checkWholeLedger, type FurtherCheck } from '../../ledger/log/verify.ts'
import { checkContents, checkFilesOf, checkUnsealed } from './sealed-check.ts'

/** What is held against the ledger beside itself, for `checkWholeLedger`. */
export const rowChecks: readonly FurtherCheck[] = [checkContents, checkUnsealed]

/** Days that something foreign in the queue is told of. */
const toldDays = 7

/**
 * Recomputes the whole ledger and tells of what does not agree: by an error that names the places, and by an alarm that
 * stands until a later check finds nothing.
 * @returns how many places do not agree, and how many entries were looked at
 */
export async function checkLedgerNightly(services: Services): Promise<{ found: number; leaves: number }> {
  const { faults, ...counts } = await checkWholeLedger(services.database, ledgerLog(services), [
    ...rowChecks,
    checkFilesOf(services.files),
  ])
  await services.database.acrossTenants('ledger', async db => {
    await keepFaults(db, faults)
    if (faults.length === 0) await clearStandingAlarm(db, 'ledgerFaults')
    else await raiseStandingAlarm(db, 'ledgerFaults', { found: faults.length })
    const foreign = await db.maybe(
      sql`select 1 from ledger_refused where refused_at > now() - make_interval(days => ${toldDays}) limit 1`,
    )
    if (!foreign) await clearStandingAlarm(db, 'ledgerRefused')
  })
  if (faults.length === 0) services.log.info(counts, 'the ledger agrees with itself and with the records')
  else services.log.error({ ...counts, faults: faults.slice(0, 20), found: faults.length }, 'the ledger does not agree')
  return { found: faults.length, leaves: counts.leaves }
}
