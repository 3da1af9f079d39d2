import type { RunState } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'

/** Name of the queue job of a run. */
export const runJobName = 'scheduled-task'
/** Most attempts of a run: each crash of a process uses one. */
export const runAttempts = 3
export const runKeyOf = (id: number) => `scheduled-task-${id}`

export type Trigger = 'schedule' | 'late' | 'hand'

/** The enqueued or active run of a schedule. */
export function findOpenRun(db: Db, jobId: number): Promise<{ id: number } | undefined> {
  return db.maybe<{ id: number }>(
    sql`select id from task_run where job_id = ${jobId} and status in ('queued', 'running') limit 1`,
  )
}

/** Inserts a run with the schedule's current settings. @returns its id */
export async function insertRun(
  db: Db,
  jobId: number,
  { trigger, status, at, by = null }: { trigger: Trigger; status: RunState; at?: Date; by?: number | null },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into task_run (job_id, job_name, job_name_texts, title_key, job_group, task, task_args, timeout_minutes, trigger,
      status, start_time, end_time, created_by)
    select id, job_name, job_name_texts, title_key, job_group, task, task_args, timeout_minutes,
      ${trigger}, ${status}, coalesce(${at ?? null}::timestamptz, now()),
      case when ${status} in ('queued', 'running') then null else now() end, ${by}::bigint
    from scheduled_task where id = ${jobId} returning id`)
  return id
}

/** Inserts a run and enqueues its job in the same transaction. @returns its id */
export async function enqueueRun(
  db: Db,
  { jobs }: Pick<Services, 'jobs'>,
  jobId: number,
  trigger: Trigger,
  by?: number,
): Promise<number> {
  const id = await insertRun(db, jobId, { trigger, status: 'queued', by: by ?? null })
  await jobs.add(db, runJobName, { id }, runKeyOf(id))
  return id
}
