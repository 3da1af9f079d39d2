import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Notified after the commit of a transaction that ordered work. */
export const outboxChannel = 'job_outbox'

export interface JobOrder {
  name: string
  payload: object
  /** The same key waits once. */
  key: string
  /** Runs that may fail before the work is given up. */
  attempts: number
  /** Not before this many seconds from now. */
  inSeconds?: number
}

/** Orders work in the transaction that makes it wanted: both are committed or neither. */
export async function orderJob(db: Db, { name, payload, key, attempts, inSeconds = 0 }: JobOrder): Promise<void> {
  await db.execute(
    sql`
      insert into job_outbox (name, payload, key, max_attempts, run_at)
      values (${name}, ${JSON.stringify(payload)}::jsonb, ${key}, ${attempts}, now() + make_interval(secs => ${inSeconds}))`,
  )
  await db.execute(sql`select pg_notify(${outboxChannel}, '')`)
}

/**
 * Moves orders into the queue, oldest first, in the caller's transaction.
 * @returns how many orders were moved
 */
export async function moveOrders(db: Db): Promise<number> {
  const moved = await db.query(sql`
    with taken as (
      delete from job_outbox where id in (select id from job_outbox order by id limit 500 for update skip locked) returning *)
    select (graphile_worker.add_job(t.name, payload => t.payload::json, max_attempts => t.max_attempts::int, job_key => t.key,
      run_at => coalesce(t.run_at, now()))).id
    from (select * from taken order by id) t`)
  return moved.length
}
