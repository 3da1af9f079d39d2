import type { Services } from '../../../platform/services.ts'
import { raiseNumbers } from '../log/request-numbers.ts'
import { type Behind, clearBehind, furthestMissing, noteBehind, readBehind } from '../log/behind.ts'
import { askWatchers } from '../witnesses/ask-monitors.ts'

/**
 * Compares the log here with all that is known to have been signed: what this installation remembers outside its
 * database, and what watchers hold. When a signed head is not in it, that is noted for all processes, none of which signs
 * until it is settled; when it was and is no more, they go on.
 * @returns what the log is behind of; undefined when nothing is missing
 */
export async function compareLedger(services: Services, signal?: AbortSignal): Promise<Behind | undefined> {
  const { database, rollbackGuard: memory } = services
  await memory.refresh()
  const witnessed = await askWatchers(services, signal)
  if (witnessed.requests > memory.requests) await raiseNumbers(services, witnessed.requests)
  return database.acrossTenants('ledger', async db => {
    const standing = await readBehind(db)
    const remembered = memory.heads.map(head => ({ ...head, from: 'memory' }))
    const missing = await furthestMissing(db, [...(standing ? [standing] : []), ...remembered, ...witnessed.heads])
    if (missing) await noteBehind(db, missing)
    else if (standing) await clearBehind(db)
    return missing && readBehind(db)
  })
}
