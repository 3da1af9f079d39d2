import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isTask, parseTaskArgs, type RunState, type TaskArgs, type TaskKey, tasks } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { notifyOperator } from '../../system/notice/operator-mail.ts'
import { isClockTrusted } from './clock.ts'
import { errorMessage } from '../../../platform/error-facts.ts'

/** Parameters of the result phrase `monitor.job.result.<task>`. */
export type TaskFacts = Record<string, number>
/**
 * Runs a task. It must be idempotent, and should stop when `signal` aborts: from then on no caller waits. What a long task
 * reports to `progress` is shown while it runs, as `monitor.job.progress.<task>`.
 */
export type TaskHandler<K extends TaskKey = TaskKey> = (
  services: Services,
  args: TaskArgs<K>,
  signal: AbortSignal,
  progress: (facts: TaskFacts) => void,
) => Promise<TaskFacts>
export type TaskHandlers = { [K in TaskKey]: TaskHandler<K> }

interface BegunRun {
  job: number | null
  name: string
  title: string | null
  task: string
  args: string | null
  minutes: number
}

interface RunEnd {
  status: RunState
  facts?: TaskFacts
  errorKey?: string
  fault?: string
}

class TimedOut extends Error {}

/**
 * Executes an enqueued run and records its end. Only the attempt that began last may write.
 * @throws errors that a later attempt may not have, and TakenOver
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
    return db.maybe<BegunRun>(sql`
      update task_run set status = 'running', run = ${run}, attempts = attempts + 1, start_time = now(),
        process = ${`${hostname().slice(0, 80)} ${process.pid}`}
      where id = ${id} and status in ('queued', 'running')
      returning job_id as job, job_name as name, title_key as title, task, task_args as args, timeout_minutes as minutes`)
  })
  if (!begun) return
  const from = performance.now()
  const end = await execute(services, handlers, { id, run, begun }, stopping)
  await recordRunEnd(services, { id, run, end, begun, ms: Math.round(performance.now() - from) })
}

/** Executes the task. @throws when it was aborted or failed for a temporary reason */
async function execute(
  services: Services,
  handlers: TaskHandlers,
  { id, run, begun: { task, args: text, minutes } }: { id: number; run: string; begun: BegunRun },
  stopping: AbortSignal,
): Promise<RunEnd> {
  try {
    // A task of an earlier version, or an invalid row.
    if (!isTask(task)) return { status: 'failed', errorKey: 'notFound' }
    const read = parseTaskArgs(task, text)
    if ('issue' in read) return { status: 'failed', errorKey: read.issue.error }
    if (tasks[task].removesByAge && !(await isClockTrusted(services.database)))
      return { status: 'failed', errorKey: 'monitor.job.clockLeapt' }
    const handler = handlers[task] as TaskHandler
    const facts = await withTimeout(minutes * 60_000, stopping, signal =>
      handler(services, read.args as never, signal, reportProgress(services, id, run)),
    )
    return { status: 'done', facts }
  } catch (error) {
    if (stopping.aborted || error instanceof TakenOver || isTransientError(error)) throw error
    if (error instanceof TimedOut) return { status: 'timedOut' }
    if (error instanceof Refusal) return { status: 'failed', errorKey: error.key }
    services.log.error({ err: error, task, run: id }, 'a scheduled task failed')
    return { status: 'failed', fault: errorMessage(error).slice(0, 300) }
  }
}

/** Milliseconds between two writes of the progress of a run. */
const progressEveryMs = 2000

/** Stores the figures of a run while it lasts, now and then; a failure to do so is no failure of the task. */
function reportProgress({ database, log }: Services, id: number, run: string): (facts: TaskFacts) => void {
  let next = 0
  return facts => {
    if (performance.now() < next) return
    next = performance.now() + progressEveryMs
    database
      .acrossTenants('jobs', db =>
        db.execute(sql`
          update task_run set facts = ${JSON.stringify(facts)}::jsonb where id = ${id} and status = 'running' and run = ${run}`),
      )
      .catch((error: unknown) => log.warn({ err: error, run: id }, 'the progress of a scheduled task was not stored'))
  }
}

/** @throws TimedOut, or the reason of `stopping`, without waiting for work that ignores its signal */
function withTimeout<T>(ms: number, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

/** Records the end of a run and notifies the operator of the first failure after a success. @throws TakenOver */
async function recordRunEnd(
  { database }: Services,
  { id, run, end, begun, ms }: { id: number; run: string; end: RunEnd; begun: BegunRun; ms: number },
): Promise<void> {
  await database.acrossTenants('jobs', async db => {
    await yieldWhenFrozen(db)
    const mine = await db.execute(sql`
      update task_run set status = ${end.status}, end_time = now(), duration = ${ms}, run = null,
        facts = ${JSON.stringify(end.facts ?? {})}::jsonb, error_key = ${end.errorKey ?? null}, fault = ${end.fault ?? null}
      where id = ${id} and status = 'running' and run = ${run}`)
    if (mine === 0) throw new TakenOver()
    await recordScheduleEnd(db, begun, end.status)
  })
}

/** Records a run's end with its schedule and notifies the operator of the first failure after a success. */
export async function recordScheduleEnd(
  db: Db,
  { job, name, title }: Pick<BegunRun, 'job' | 'name' | 'title'>,
  status: RunState,
): Promise<void> {
  const before = await db.maybe<{ last: RunState | null }>(
    sql`select last_status as last from scheduled_task where id = ${job} for update`,
  )
  await db.execute(sql`update scheduled_task set last_time = now(), last_status = ${status} where id = ${job}`)
  if (status !== 'done' && (before?.last ?? 'done') === 'done')
    await notifyOperator(db, 'taskFailed', { name, ...(title && { phrase: title }) })
}
