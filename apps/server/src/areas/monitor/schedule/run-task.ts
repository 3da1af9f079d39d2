import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isTask, readTaskArgs, type RunState, type TaskArgs, type TaskKey, tasks } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { notifyOperator } from '../../system/notice/operator-mail.ts'
import { lookAtClock } from './clock.ts'

/** Figures for the words of a result, `monitor.job.result.<task>`. */
export type TaskFacts = Record<string, number>
/**
 * What a task does. It must bear being run again, and should stop when `signal` says so: once it does, nobody waits for
 * it any more.
 */
export type TaskHandler<K extends TaskKey = TaskKey> = (
  services: Services,
  args: TaskArgs<K>,
  signal: AbortSignal,
) => Promise<TaskFacts>
export type TaskHandlers = { [K in TaskKey]: TaskHandler<K> }

interface Begun {
  job: number | null
  name: string
  title: string | null
  task: string
  args: string | null
  minutes: number
}

interface End {
  status: RunState
  facts?: TaskFacts
  errorKey?: string
  fault?: string
}

class TimedOut extends Error {}

/**
 * Runs what was ordered, and enters what became of it. Whoever began last may write.
 * @throws what a later attempt may succeed with, and TakenOver
 */
export async function runTask(
  services: Services,
  handlers: TaskHandlers,
  id: number,
  stopping: AbortSignal,
): Promise<void> {
  const run = randomUUID()
  const begun = await services.database.acrossTenants('jobs', async db => {
    await yieldWhenFrozen(db)
    return db.maybe<Begun>(sql`
      update task_run set status = 'running', run = ${run}, attempts = attempts + 1, start_time = now(),
        process = ${`${hostname().slice(0, 80)} ${process.pid}`}
      where id = ${id} and status in ('queued', 'running')
      returning job_id as job, job_name as name, title_key as title, task, task_args as args, timeout_minutes as minutes`)
  })
  if (!begun) return
  const from = performance.now()
  const end = await become(services, handlers, id, begun, stopping)
  await finish(services, { id, run, end, begun, ms: Math.round(performance.now() - from) })
}

/** What becomes of it. @throws when it was broken off, or failed by what may pass */
async function become(
  services: Services,
  handlers: TaskHandlers,
  id: number,
  { task, args: text, minutes }: Begun,
  stopping: AbortSignal,
): Promise<End> {
  try {
    // A name that an earlier version knew, or that somebody wrote into the table.
    if (!isTask(task)) return { status: 'failed', errorKey: 'notFound' }
    const read = readTaskArgs(task, text)
    if ('issue' in read) return { status: 'failed', errorKey: read.issue.error }
    if (tasks[task].removesByAge && !(await lookAtClock(services.database)))
      return { status: 'failed', errorKey: 'monitor.job.clockLeapt' }
    const handler = handlers[task] as TaskHandler
    const facts = await within(minutes * 60_000, stopping, signal => handler(services, read.args as never, signal))
    return { status: 'done', facts }
  } catch (error) {
    if (stopping.aborted || error instanceof TakenOver || isTransientError(error)) throw error
    if (error instanceof TimedOut) return { status: 'timedOut' }
    if (error instanceof Refusal) return { status: 'failed', errorKey: error.key }
    services.log.error({ err: error, task, run: id }, 'a scheduled task failed')
    return { status: 'failed', fault: String((error as Error)?.message ?? error).slice(0, 300) }
  }
}

/** @throws TimedOut, or the reason of `stopping`, without waiting for work that does not heed its signal */
function within<T>(ms: number, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const signal = AbortSignal.any([limit.signal, stopping])
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => limit.abort(new TimedOut()), ms)
    const broken = () => reject(signal.reason)
    signal.addEventListener('abort', broken, { once: true })
    stopping.throwIfAborted()
    work(signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', broken)
      })
  })
}

/** Enters the end of a run, and tells the operator of the first failure after a success. @throws TakenOver */
async function finish(
  { database }: Services,
  { id, run, end, begun, ms }: { id: number; run: string; end: End; begun: Begun; ms: number },
): Promise<void> {
  await database.acrossTenants('jobs', async db => {
    await yieldWhenFrozen(db)
    const mine = await db.execute(sql`
      update task_run set status = ${end.status}, end_time = now(), duration = ${ms}, run = null,
        facts = ${JSON.stringify(end.facts ?? {})}::jsonb, error_key = ${end.errorKey ?? null}, fault = ${end.fault ?? null}
      where id = ${id} and status = 'running' and run = ${run}`)
    if (mine === 0) throw new TakenOver()
    await enterEnd(db, begun, end.status)
  })
}

/** Enters with a schedule how its run ended, whoever ended it, and tells the operator of the first failure after a success. */
export async function enterEnd(
  db: Db,
  { job, name, title }: Pick<Begun, 'job' | 'name' | 'title'>,
  status: RunState,
): Promise<void> {
  const before = await db.maybe<{ last: RunState | null }>(
    sql`select last_status as last from scheduled_task where id = ${job} for update`,
  )
  await db.execute(sql`update scheduled_task set last_time = now(), last_status = ${status} where id = ${job}`)
  if (status !== 'done' && (before?.last ?? 'done') === 'done')
    await notifyOperator(db, 'taskFailed', { name, ...(title && { phrase: title }) })
}
