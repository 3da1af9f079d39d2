import { nextRuns, pauseJob, runJob } from '@timbermark/contract/calls'
import { isTask, job, parseTaskArgs, type RowOf } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { aliased } from '../../../entity/wire.ts'
import { type EntityHooks, idOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { nextMoment, nextMoments, scheduleFault } from './cron.ts'
import { findOpenRun, enqueueRun } from './runs.ts'

/** Most schedules of an installation. */
const maxJobs = 200

type Set = Pick<RowOf<typeof job>, 'task' | 'taskArgs' | 'cronExpression' | 'timeZone' | 'status'>

const hooks: EntityHooks = {
  async beforeWrite(db, _actor, body, before) {
    const set = { ...before, ...body } as Set
    if (!before) await assertRoom(db)
    if (isTask(set.task)) {
      const read = parseTaskArgs(set.task, set.taskArgs)
      if ('issue' in read) throw invalid([read.issue])
      // The parsed form: typed, without extra keys.
      if (!before || 'taskArgs' in body) body.taskArgs = JSON.stringify(read.args)
    }
    const expression = String(set.cronExpression).trim().replace(/\s+/g, ' ')
    const fault = scheduleFault(expression, set.timeZone)
    if (fault) throw invalid([fault])
    if (!before || 'cronExpression' in body) body.cronExpression = expression
    body.nextTime = set.status === '0' ? nextMoment(expression, set.timeZone, new Date())?.toISOString() : null
  },
  async beforeRemove(db, _actor, row) {
    if (row.builtIn === 'Y') throw new Refusal('monitor.job.builtIn')
    await db.execute(sql`update task_run set job_id = null where job_id = ${row.id}`)
  },
}

async function assertRoom(db: Db): Promise<void> {
  // Locks, because the count is valid only while nobody else adds.
  await db.execute(sql`lock table scheduled_task in share row exclusive mode`)
  const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from scheduled_task`)
  if (n >= maxJobs) throw new Refusal('monitor.job.tooMany', { max: maxJobs })
}

const reading = readingOf(job, {
  rules: (row: RowOf<typeof job>) => ({
    extraVerbs: { changeStatus: 'monitor:job:changeStatus', run: 'monitor:job:run' },
    against: { remove: row.builtIn === 'Y' ? 'monitor.job.builtIn' : undefined },
  }),
})

/** Locks a schedule. @throws Refusal notFound */
async function lockJob(db: Db, id: number): Promise<{ cron: string; zone: string }> {
  const schedule = await db.maybe<{ cron: string; zone: string }>(
    sql`select cron_expression as cron, time_zone as zone from scheduled_task where id = ${id} for update`,
  )
  if (!schedule) throw new Refusal('notFound')
  return schedule
}

/** Pauses or resumes a schedule; it resumes at its next moment. */
async function setStatus(db: Db, actor: Actor, id: number, status: '0' | '1'): Promise<void> {
  const { cron, zone } = await lockJob(db, id)
  const next = status === '0' ? (nextMoment(cron, zone, new Date()) ?? null) : null
  if (status === '0' && next === null) throw new Refusal('monitor.job.never')
  await db.execute(sql`
    update scheduled_task set status = ${status}, next_time = ${next}, updated_by = ${actor.accountId}, updated_at = now()
    where id = ${id}`)
}

/** Scheduled tasks, of the platform alone. */
export const jobRoutes: RouteSpec[] = [
  ...aliased(entityRoutes(job, hooks, ['list', 'query', 'export', 'options', 'changeStatus']), 'jobId'),
  ...viewRoutes(reading, { summary: 'Scheduled tasks, with their next moments' }),
  ...aliased(
    [
      serve(pauseJob, ({ services, actor, body }) =>
        services.database.withTenant(actor.tenantId, db => setStatus(db, actor, idOf(body.id), body.status)),
      ),
    ],
    'jobId',
  ),
  serve(runJob, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = idOf(body.id)
      await lockJob(db, id)
      if (await findOpenRun(db, id)) throw new Refusal('monitor.job.running')
      return { id: await enqueueRun(db, services, id, 'hand', actor.accountId) }
    }),
  ),
  serve(nextRuns, async ({ query }) => ({
    times: nextMoments(query.cronExpression.trim().replace(/\s+/g, ' '), query.timeZone, new Date(), 5),
  })),
]
