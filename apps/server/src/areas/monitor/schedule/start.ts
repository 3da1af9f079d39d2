import { sql } from '../../../platform/database/sql.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import type { Services } from '../../../platform/services.ts'
import { lookAtClock } from './clock.ts'
import { orderDue, putForward } from './dispatch.ts'
import { enterEnd, runTask, type TaskHandlers } from './run-task.ts'
import { runAttempts, runJobName, runKeyOf } from './runs.ts'

/** How often it is looked at what is due, milliseconds. */
const everyMs = 5000
/** How often at the clock, and for what a wrong one has put off. */
const putOffMs = 3_600_000

/** Tells the jobs how a scheduled task is run; before the jobs start. */
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
          if (lost) await enterEnd(db, lost, 'lost')
        },
      },
    },
  )
}

/** Looks from now on at what is due, in a process that runs jobs. */
export function startSchedules(services: Services, ms = everyMs): { stop(): Promise<void> } {
  const due = new Poller(ms, services.log, async () => void (await orderDue(services)))
  const putOff = new Poller(putOffMs, services.log, async () => {
    await lookAtClock(services.database)
    await putForward(services)
  })
  void due.now()
  void putOff.now()
  return {
    async stop() {
      await Promise.all([due.stop(), putOff.stop()])
    },
  }
}
