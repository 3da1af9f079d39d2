import { clearStandingAlarm, raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { ledgerLog } from '../../ledger/log/log.ts'
import { noteChecked, removeFaultsWithoutBlock } from '../../ledger/log/faults.ts'
import { removeForgedEarlierRows } from '../../ledger/sealing/earlier-rows.ts'
import { checkLedgerPart, type PartOptions } from '../../ledger/log/verify-part.ts'
import { createFileCheck, rowChecks } from './sealed-check.ts'

export { rowChecks }

/** Days that the alarm about refused queue rows stays raised. */
const refusedAlarmDays = 7

/**
 * Checks what is new in the ledger and the next part of everything, or all of it, and reports faults: by a logged error with the
 * places, and by an alarm that stays raised until a later check finds nothing.
 * @returns number of faults, and number of entries checked
 */
export async function checkLedgerNightly(
  services: Services,
  options: PartOptions = {},
): Promise<{ found: number; leaves: number }> {
  const { database, log, files, secrets } = services
  const forged = await database.acrossTenants('ledger', db => removeForgedEarlierRows(db, secrets))
  if (forged > 0) log.error({ forged }, 'rows of the table earlier_row were removed: no upgrade made them')
  const { faults, complete, ...counts } = await checkLedgerPart(
    database,
    ledgerLog(services),
    [...rowChecks, createFileCheck(files)],
    options,
  )
  const count = await database.acrossTenants('ledger', async db => {
    if (complete) await removeFaultsWithoutBlock(db)
    const faultCount = await noteChecked(db)
    if (faultCount === 0) await clearStandingAlarm(db, 'ledgerFaults')
    else await raiseStandingAlarm(db, 'ledgerFaults', { found: faultCount })
    const refused = await db.maybe(
      sql`select 1 from ledger_refused where refused_at > now() - make_interval(days => ${refusedAlarmDays}) limit 1`,
    )
    if (!refused) await clearStandingAlarm(db, 'ledgerRefused')
    return faultCount
  })
  if (count === 0) log.info(counts, 'the ledger is consistent, and the records agree with it')
  else log.error({ ...counts, faults, found: count }, 'the ledger has faults')
  return { found: count, leaves: counts.leaves }
}
