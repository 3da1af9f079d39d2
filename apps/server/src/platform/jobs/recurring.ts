import { Cron } from 'croner'
import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { orderJob } from './outbox.ts'

/** Work at set times. */
export interface RecurringJob {
  name: string
  /** Minute, hour, day of month, month, day of week, in UTC. */
  time: string
  attempts: number
}

/**
 * Orders recurring work that is due, one job of each kind however many moments have passed. All moments are those of the
 * database, and nothing is remembered in a process: a clock that leaps makes one job, and one that is set back orders at
 * once what it had ordered in its future.
 * @param db a handle across tenants
 * @returns names of the ordered work
 */
export async function orderRecurring(db: Db, jobs: readonly RecurringJob[]): Promise<string[]> {
  if (jobs.length === 0) return []
  const names = jobs.map(({ name }) => name)
  await db.execute(sql`
    insert into recurring_job (name, ordered_at) select name, now() from unnest(${names}::text[]) name
    on conflict (name) do nothing`)
  const marks = await db.query<{ name: string; at: Date; now: Date; ahead: boolean }>(sql`
    select name, ordered_at as at, now() as now, ordered_at > now() as ahead from recurring_job
    where name = any(${names}::text[]) order by name for update skip locked`)
  const due = marks.filter(({ name, at, now, ahead }) => {
    const job = jobs.find(one => one.name === name)
    const next = job && new Cron(job.time, { timezone: 'UTC', mode: '5-part', paused: true }).nextRun(at)
    return ahead || (next && next <= now)
  })
  for (const { name } of due) {
    const attempts = jobs.find(one => one.name === name)?.attempts ?? 1
    // The same key waits once: it replaces a job that still waits.
    await orderJob(db, { name, payload: {}, key: name, attempts })
    await db.execute(sql`update recurring_job set ordered_at = now() where name = ${name}`)
  }
  return due.map(({ name }) => name)
}
