import type { ErrorKey } from '@timbermark/contract'
import type { Db } from '../platform/database/database.ts'
import { databaseRefusal } from '../platform/database/database-refusal.ts'
import type { Call } from '../platform/http/http.ts'
import { Refusal } from '../platform/refusal.ts'
import { troubleOf } from '../platform/unavailable.ts'

/**
 * Runs a save in the caller's tenant. When it fails for an unforeseen reason, the log gets the reason and the caller
 * the text of this save; a failure of the system (database, disk) stays a 503.
 */
export function runSave<T>(
  call: Pick<Call, 'services' | 'actor' | 'requestId'>,
  key: ErrorKey,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return runSaveInSteps(call, key, () => call.services.database.withTenant(call.actor.tenantId, work))
}

/** The same for a save that opens its transactions itself, because something slow runs between them. */
export async function runSaveInSteps<T>(
  call: Pick<Call, 'services' | 'requestId'>,
  key: ErrorKey,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || databaseRefusal(error) || troubleOf(error)) throw error
    call.services.log.error({ err: error, request: call.requestId, refusal: key }, 'save failed')
    throw new Refusal(key)
  }
}
