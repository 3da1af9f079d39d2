import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import type { Services } from '../../../platform/services.ts'
import { nextMoment } from './cron.ts'
import { enterRun, openRun, orderRun } from './runs.ts'

/** Whoever is later than this was not there: what then happens is the schedule's to say. */
const lateMs = 5 * 60_000
/** Tasks looked at in one transaction. */
const block = 50

interface Due {
  id: number
  expression: string
  zone: string
  misfire: 'once' | 'skip'
  due: Date | null
  now: Date
}

/**
 * Orders what is due. Every worker process looks; a schedule that one looks at is locked to the others and has its next
 * moment when they see it again, so that each moment is one run, whoever is there.
 * @returns how many runs were ordered
 */
export function orderDue(services: Pick<Services, 'database' | 'jobs'>): Promise<number> {
  return services.database.acrossTenants('jobs', async db => {
    await yieldWhenFrozen(db)
    const found = await db.query<Due>(sql`
      select id, cron_expression as expression, time_zone as zone, misfire_policy as misfire, next_time as due, now() as now
      from scheduled_task where status = '0' and (next_time is null or next_time <= now())
      order by next_time nulls first, id limit ${block} for update skip locked`)
    let ordered = 0
    for (const each of found) if (await take(db, services, each)) ordered++
    return ordered
  })
}

/**
 * Gives schedules that a clock put off, which was wrong for a while, their next moment again: by the row they would rest for as
 * long as it was wrong by, and nobody would be told. One that lies no further than the moment after the next may have run by the
 * clock of before, and stays as it is.
 */
export function putForward({ database }: Pick<Services, 'database'>): Promise<void> {
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

/** @returns whether a run was ordered */
async function take(db: Db, services: Pick<Services, 'jobs'>, { id, due, now, ...each }: Due): Promise<boolean> {
  const next = nextMoment(each.expression, each.zone, now)
  // A schedule that no longer has a moment rests: it would be looked at for ever.
  await db.execute(
    next
      ? sql`update scheduled_task set next_time = ${next} where id = ${id}`
      : sql`update scheduled_task set next_time = null, status = '1' where id = ${id}`,
  )
  if (due === null) return false
  const late = now.getTime() - due.getTime() > lateMs
  const open = await openRun(db, id)
  if (open) {
    // Once for each run that is in the way: a minute's schedule of an hour's task would fill the log.
    const told = await db.maybe(
      sql`select 1 from task_run where job_id = ${id} and status = 'skipped' and id > ${open.id} limit 1`,
    )
    if (!told) await enterRun(db, id, { trigger: 'schedule', status: 'skipped', at: due })
    return false
  }
  if (late && each.misfire === 'skip') {
    await enterRun(db, id, { trigger: 'schedule', status: 'missed', at: due })
    return false
  }
  await orderRun(db, services, id, late ? 'late' : 'schedule')
  return true
}
