import type { Alarms } from '../alarms/alarms.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** When waiting work counts as unattended. */
export interface UnattendedLimits {
  /** How long work must have waited, milliseconds. */
  workMs: number
  /** How long no worker must have had a heartbeat, milliseconds. */
  workerMs: number
}

/** Raises the alarm that jobs wait and no worker is there, or clears it. */
export async function checkUnattendedJobs(
  database: Database,
  alarms: Alarms,
  { workMs, workerMs }: UnattendedLimits,
): Promise<void> {
  const ago = (ms: number) => sql`now() - make_interval(secs => ${ms / 1000})`
  const { waiting, attended } = await database.acrossTenants('jobs', db =>
    db.one<{ waiting: number; attended: boolean }>(sql`
      select (select count(*) from job_outbox where queued_at < ${ago(workMs)})
           + (select count(*) from graphile_worker._private_jobs where coalesce(locked_at, run_at) < ${ago(workMs)}) as waiting,
             exists (select from job_worker where seen_at > ${ago(workerMs)}) as attended`),
  )
  if (waiting > 0 && !attended) alarms.raise('jobsWaiting', { waiting })
  else alarms.clear('jobsWaiting')
}
