import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { troubleOf } from '../unavailable.ts'

/** Another process has taken over this work: whatever this one made of it must not be written. */
export class TakenOver extends Error {
  constructor() {
    super('Another process has taken over this work')
  }
}

/** Is it the system that failed, or another that was in the way, and not the work? Then the same work may succeed later. */
export function isTransientError(error: unknown): boolean {
  if (troubleOf(error)) return true
  // Rolled back for the sake of another transaction, or a lock that was not to be had (PostgreSQL, appendix A).
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(40|55P03)/.test(code)
}

/**
 * To begin a transaction with that belongs to a job or to the queue: when this process is frozen in the middle, the
 * database ends the transaction after five seconds, so that whoever takes over need not wait for the locks of a process
 * that may never wake.
 */
export async function yieldWhenFrozen(db: Db): Promise<void> {
  await db.execute(sql`set local idle_in_transaction_session_timeout = '5s'`)
}
