import type { Services } from '../../../platform/services.ts'
import { type LedgerLog, logOf } from './log.ts'
import { newestHead } from './store.ts'

/** The log as its newest head names it: what it is called, and by which key it is known, now. */
export async function currentLog(services: Pick<Services, 'database' | 'settings' | 'secrets'>): Promise<LedgerLog> {
  const head = await services.database.withoutTenant(newestHead)
  return logOf(services, head?.note ?? null)
}
