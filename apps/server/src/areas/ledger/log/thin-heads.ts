import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Heads per transaction. */
const headsPerTransaction = 5000

/**
 * Removes signed heads that nobody relies on: of those older than a week the last of each hour stays, of those older than 90 days
 * the last of each day. The database refuses to delete any other (`may_thin_head` in the migrations), so the rule is there.
 * @returns how many were removed
 */
export async function thinHeads(database: Database, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (let from = 0; ; ) {
    signal?.throwIfAborted()
    const round = await database.acrossTenants('ledger', db =>
      db.one<{ removed: number; last: number | null; passed: number }>(
        sql`select removed, last_size as last, passed from thin_heads(${from}, ${headsPerTransaction})`,
      ),
    )
    removed += round.removed
    if (round.last === null || round.passed < headsPerTransaction) return removed
    // The last one of a round has no successor yet in it.
    from = round.last
  }
}
