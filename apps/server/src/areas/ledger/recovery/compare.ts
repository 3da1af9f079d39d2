import type { Services } from '../../../platform/services.ts'
import { raiseRequestNumbers } from '../log/request-numbers.ts'
import { type Behind, clearBehind, findFurthestMissing, noteBehind, readBehind } from '../log/behind.ts'
import { askMonitors } from '../witnesses/ask-monitors.ts'

/**
 * Compares the log with all heads that were signed: those in the rollback guard outside the database, and those that monitors
 * store. When a signed head is missing, this is stored for all processes, and none of them signs until it is settled. When
 * nothing is missing any more, they continue.
 * @returns the head that the log is behind; undefined when nothing is missing
 */
export async function compareLedger(services: Services, signal?: AbortSignal): Promise<Behind | undefined> {
  const { database, rollbackGuard: memory } = services
  await memory.refresh()
  const witnessed = await askMonitors(services, signal)
  if (witnessed.requests > memory.requests) await raiseRequestNumbers(services, witnessed.requests)
  return database.acrossTenants('ledger', async db => {
    const behind = await readBehind(db)
    const remembered = memory.heads.map(head => ({ ...head, from: 'memory' }))
    const missing = await findFurthestMissing(db, [...(behind ? [behind] : []), ...remembered, ...witnessed.heads])
    if (missing) await noteBehind(db, missing)
    else if (behind) await clearBehind(db)
    return missing && readBehind(db)
  })
}
