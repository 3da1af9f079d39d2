import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import type { Services } from '../../../platform/services.ts'
import { nextMoment } from './cron.ts'
import { insertRun, findOpenRun, enqueueRun } from './runs.ts'

/** A run later than this counts as missed; the schedule's misfire policy applies. */
const misfireAfterMs = 5 * 60_000
/** Tasks handled in one transaction. */
const tasksPerTransaction = 50

interface Due {
  id: number
  expression: string
  zone: string
  misfire: 'once' | 'skip'
  due: Date | null
  now: Date
}

/**
 * Enqueues due runs. Every worker process calls it; a schedule in work is locked for the others and has its next moment
 * when they see it again, so that each moment gives one run.
 * @returns how many runs were enqueued
 */
export function enqueueDueRuns(services: Pick<Services, 'database' | 'jobs'>): Promise<number> {
  return services.database.acrossTenants('jobs', async db => {
    await yieldWhenFrozen(db)
    const due = await db.query<Due>(sql`
      select id, cron_expression as expression, time_zone as zone, misfire_policy as misfire, next_time as due, now() as now
      from scheduled_task where status = '0' and (next_time is null or next_time <= now())
      order by next_time nulls first, id limit ${tasksPerTransaction} for update skip locked`)
    let ordered = 0
    for (const each of due) if (await handleDueTask(db, services, each)) ordered++
    return ordered
  })
}

/**
 * Restores the next moment of schedules that a temporarily wrong clock postponed: otherwise they would silently pause for
 * as long as the clock was wrong. A moment no later than the one after the next may be right, and stays.
 */
export function restorePostponed({ database }: Pick<Services, 'database'>): Promise<void> {
  return database.acrossTenants('jobs', async db => {
    const waiting = await db.query<Pick<Due, 'id' | 'expression' | 'zone' | 'due' | 'now'>>(sql`
      select id, cron_expression as expression, time_zone as zone, next_time as due, now() as now
      from scheduled_task where status = '0' and next_time > now() order by id for update skip locked`)
    for (const { id, expression, zone, due, now } of waiting) {
      const next = nextMoment(expression, zone, now)
      const afterNext = next && nextMoment(expression, zone, next)
      if (next && afterNext && due! > afterNext)
        await db.execute(sql`update scheduled_task set next_time = ${next} where id = ${id}`)
    }
  })
}

/** @returns whether a run was enqueued */
async function handleDueTask(
  db: Db,
  services: Pick<Services, 'jobs'>,
  { id, due, now, ...each }: Due,
): Promise<boolean> {
  const next = nextMoment(each.expression, each.zone, now)
  // A schedule without a next moment is paused: otherwise it would be handled for ever.
  await db.execute(
    next
      ? sql`update scheduled_task set next_time = ${next} where id = ${id}`
      : sql`update scheduled_task set next_time = null, status = '1' where id = ${id}`,
  )
  if (due === null) return false
  const isMisfire = now.getTime() - due.getTime() > misfireAfterMs
  const openRunId = await findOpenRun(db, id)
  if (openRunId) {
    // One entry per blocking run: a one-minute schedule of an hour's task would fill the log.
    const skippedRun = await db.maybe(
      sql`select 1 from task_run where job_id = ${id} and status = 'skipped' and id > ${openRunId.id} limit 1`,
    )
    if (!skippedRun) await insertRun(db, id, { trigger: 'schedule', status: 'skipped', at: due })
    return false
  }
  if (isMisfire && each.misfire === 'skip') {
    await insertRun(db, id, { trigger: 'schedule', status: 'missed', at: due })
    return false
  }
  await enqueueRun(db, services, id, isMisfire ? 'late' : 'schedule')
  return true
}
