import type { Db } from '../database.ts'
import { sql } from '../sql.ts'

/** Another process has taken over this work: whatever this one made of it must not be written. */
export class TakenOver extends Error {
  constructor() {
    super('Another process has taken over this work')
  }
}

/**
 * Is it the connection or the database's state that failed, and not the work? Then the same work may succeed later.
 * The classes are those of PostgreSQL (appendix A): 08 connection, 53 resources, 57 operator intervention, 40 rolled back.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  if (/^(08|40|53|57|55P03|25P0[34])/.test(code)) return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  // Those of the driver itself carry no code.
  return /connection terminated|connection timeout|timeout exceeded when trying to connect|query read timeout|not queryable|client was closed/i.test(
    error.message,
  )
}

/**
 * To begin a transaction with that belongs to a job or to the queue: when this process is frozen in the middle, the
 * database ends the transaction after five seconds, so that whoever takes over need not wait for the locks of a process
 * that may never wake.
 */
export async function yieldWhenFrozen(db: Db): Promise<void> {
  await db.execute(sql`set local idle_in_transaction_session_timeout = '5s'`)
}
