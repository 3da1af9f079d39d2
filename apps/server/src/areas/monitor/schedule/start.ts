import { sql } from '../../../platform/database/sql.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import type { Services } from '../../../platform/services.ts'
import { enqueueDueRuns } from './dispatch.ts'
import { recordScheduleEnd, runTask, type TaskHandlers } from './run-task.ts'
import { runAttempts, runJobName, runKeyOf } from './runs.ts'

/** Interval of looking for due tasks, milliseconds. */
const everyMs = 5000

/** Registers the job that runs scheduled tasks; call before the jobs start. */
export function defineTasks(services: Services, handlers: TaskHandlers): void {
  services.jobs.define(
    runJobName,
    (payload, signal) => runTask(services, handlers, (payload as { id: number }).id, signal),
    {
      attempts: runAttempts,
      tracked: {
        wanted: async db => {
          const rows = await db.query<{ id: number }>(
            sql`select id from task_run where status in ('queued', 'running')`,
          )
          return rows.map(({ id }) => ({ key: runKeyOf(id), payload: { id } }))
        },
        gaveUp: async (db, payload) => {
          const lost = await db.maybe<{ job: number | null; name: string; title: string | null }>(sql`
            update task_run set status = 'lost', end_time = now(), run = null
            where id = ${(payload as { id: number }).id} and status in ('queued', 'running')
            returning job_id as job, job_name as name, title_key as title`)
          if (lost) await recordScheduleEnd(db, lost, 'lost')
        },
      },
    },
  )
}

/** Starts looking for due tasks, in a process that runs jobs. */
export function startSchedules(services: Services, ms = everyMs): { stop(): Promise<void> } {
  const due = new Poller(ms, services.log, async () => void (await enqueueDueRuns(services)))
  void due.now()
  return { stop: () => due.stop() }
}
