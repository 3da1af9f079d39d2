import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { orderJob } from './outbox.ts'
import { clockToleranceSeconds } from '../database/future-moments.ts'
import { locks } from '../database/locks.ts'

/** Work that is stored in a table of its own until it is done, so that a lost job can be detected. */
export interface TrackedWork {
  /** What is wanted now, whether a job exists for it or not. */
  wanted(db: Db): Promise<{ key: string; payload: object }[]>
  /** Its last attempt has failed: the row of the work must record that, and no longer be wanted. */
  gaveUp(db: Db, payload: unknown): Promise<void>
}

export interface TrackedKind extends TrackedWork {
  name: string
  attempts: number
}

/** The result of one reconciliation. */
export interface ReconcileResult {
  /** Keys of work that had no job and got one. */
  ordered: string[]
  /** Jobs whose attempts were used up. */
  gaveUp: { name: string; key: string | null; error: string | null }[]
}

/**
 * Finds work that waits for a job which does not exist, and jobs that will never run again. The first is ordered again;
 * the second are removed and their work is marked as failed. One process does it at a time.
 * @param db a handle across tenants
 * @param longestWait seconds; a job that waits longer comes from a wrong clock, and does not count as one that will run
 */
export async function reconcileJobs(
  db: Db,
  kinds: readonly TrackedKind[],
  longestWait: number,
): Promise<ReconcileResult> {
  const result: ReconcileResult = { ordered: [], gaveUp: [] }
  const { mine } = await db.one<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${locks.jobReconciler}) as mine`,
  )
  if (!mine) return result
  const dead = await db.query<{ name: string; key: string | null; payload: unknown; error: string | null }>(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and j.attempts >= j.max_attempts and j.locked_at is null
    returning t.identifier as name, j.key, j.payload, j.last_error as error`)
  for (const { name, key, payload, error } of dead) {
    // The queue takes the key from a job that was ordered again: another job exists for the work.
    if (key) await kinds.find(kind => kind.name === name)?.gaveUp(db, payload)
    result.gaveUp.push({ name, key, error })
  }
  for (const { name, attempts, ...kind } of kinds) {
    const wanted = await kind.wanted(db)
    if (wanted.length === 0) continue
    const soon = sql`now() + make_interval(secs => ${longestWait + clockToleranceSeconds})`
    const missing = await db.query<{ key: string }>(sql`
      select key from unnest(${wanted.map(work => work.key)}::text[]) as wanted (key)
      where not exists (select from job_outbox o where o.key = wanted.key and (o.run_at is null or o.run_at <= ${soon}))
        and not exists (select from graphile_worker._private_jobs j
          where j.key = wanted.key and (j.run_at <= ${soon} or j.locked_at is not null))`)
    for (const { key } of missing) {
      const work = wanted.find(each => each.key === key)
      if (!work) continue
      await orderJob(db, { name, key, payload: work.payload, attempts })
      result.ordered.push(key)
    }
  }
  return result
}
