import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { troubleOf } from '../unavailable.ts'

/** Another process has taken over this work: this process must not write its result. */
export class TakenOver extends Error {
  constructor() {
    super('Another process has taken over this work')
  }
}

/** Did the system fail, or another transaction interfere, and not the work itself? Then the same work may succeed later. */
export function isTransientError(error: unknown): boolean {
  if (troubleOf(error)) return true
  // Rolled back in favour of another transaction, or a lock that was not available (PostgreSQL, appendix A).
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(40|55P03)/.test(code)
}

/**
 * Call this first in a transaction of a job or of the queue. When this process is frozen in the middle, the database
 * ends the transaction after five seconds, so that the process that takes over need not wait for the locks of one that
 * may never wake.
 */
export async function yieldWhenFrozen(db: Db): Promise<void> {
  await db.execute(sql`set local idle_in_transaction_session_timeout = '5s'`)
}
