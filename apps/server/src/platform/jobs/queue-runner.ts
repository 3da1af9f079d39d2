import { EventEmitter } from 'node:events'
import { Logger as QueueLogger, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { queuePool } from './queue-pool.ts'
import { TakenOver } from './run.ts'

/** The handler of one kind of background work. It must tolerate being run again: a process can die in the middle. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

export interface QueueRunnerOptions {
  url: string
  log: Logger
  handlers: ReadonlyMap<string, JobHandler>
  concurrency: number
  pollMs: number
}

/** The queue's own messages go to our log, one level quieter. */
export function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: level }, message)
    else log.trace({ queue: level }, message)
  })
}

/** How long the end of a runner may take before it is abandoned, milliseconds: with jobs in progress, and without. */
const endMs = { busy: 8000, idle: 1500 }

/**
 * One queue runner, from its start to its first problem. It is not trusted beyond that: once it could not fetch,
 * complete or fail a job it may hold a broken state for good (it remembers a failed look-up of its tasks for ever, and
 * its end may wait for a write that never comes), so it is ended and a new one begins.
 */
export class QueueRunner {
  /** The queue's name for the worker that locks a job. */
  readonly id: string
  /** Settles with the first problem, or when the runner ends by itself. */
  readonly ended: Promise<string>
  /** Jobs in progress, by their id in the queue. */
  readonly running = new Set<string>()
  /** Jobs that were interrupted by the end of this runner. */
  readonly interrupted = new Set<string>()
  readonly #runner: Runner
  readonly #pool: pg.Pool
  readonly #stopping: AbortController
  readonly #registered: PromiseWithResolvers<void>
  readonly #problem: PromiseWithResolvers<string>

  private constructor(id: string, parts: { runner: Runner; pool: pg.Pool; shared: Shared }) {
    this.id = id
    this.#runner = parts.runner
    this.#pool = parts.pool
    this.#stopping = parts.shared.stopping
    this.#registered = parts.shared.registered
    this.#problem = parts.shared.trouble
    this.running = parts.shared.running
    this.interrupted = parts.shared.interrupted
    this.ended = parts.shared.trouble.promise
  }

  /** @throws when the database cannot be reached; leaves nothing behind then */
  static async begin({ url, log, handlers, concurrency, pollMs }: QueueRunnerOptions): Promise<QueueRunner> {
    const shared: Shared = {
      stopping: new AbortController(),
      registered: Promise.withResolvers(),
      trouble: Promise.withResolvers(),
      running: new Set(),
      interrupted: new Set(),
    }
    const pool = queuePool(url, concurrency)
    const events: WorkerEvents = new EventEmitter()
    let id = ''
    events.on('pool:create', ({ workerPool }) => (id = workerPool.id))
    // A job could not be completed, failed or fetched, or was lost between the two.
    events.on('pool:fatalError', ({ action, error }) => shared.trouble.resolve(`${action}: ${error}`))
    events.on('worker:getJob:error', ({ error }) => shared.trouble.resolve(`fetch: ${error}`))
    events.on('worker:fatalError', ({ error }) => shared.trouble.resolve(`worker: ${error}`))
    try {
      const runner = await run({
        pgPool: pool,
        events,
        concurrency,
        noHandleSignals: true,
        logger: queueLogger(log),
        // Not its own schedule: that one stores its place in the memory of a process, and by that process's clock (recurring.ts).
        parsedCronItems: [],
        pollInterval: pollMs,
        // Without a batch the queue drops the promise of its own last write, and a lost connection ends the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        taskList: Object.fromEntries(
          [...handlers].map(([name, handler]) => [name, trackedHandler(name, handler, shared, log)]),
        ),
      })
      runner.promise.then(
        () => shared.trouble.resolve('the runner ended'),
        (error: unknown) => shared.trouble.resolve(`the runner ended: ${error}`),
      )
      return new QueueRunner(id, { runner, pool, shared })
    } catch (error) {
      await waitAtMost(pool.end(), endMs.idle)
      throw error
    }
  }

  /** Jobs may begin: the worker is registered. */
  allowJobs(): void {
    this.#registered.resolve()
  }

  /** Ends it for a reason that it cannot detect itself. */
  fail(reason: string): void {
    this.#problem.resolve(reason)
  }

  /** Interrupts the jobs in progress and ends the runner; what does not end in time is abandoned. */
  async end(): Promise<void> {
    this.#stopping.abort(new Error('The worker ends'))
    this.#registered.resolve()
    const ended = Promise.allSettled([this.#runner.stop(), this.#runner.promise])
    await waitAtMost(ended, endMs.idle)
    if (this.running.size > 0) await waitAtMost(ended, endMs.busy)
    await waitAtMost(this.#pool.end(), endMs.idle)
  }
}

interface Shared {
  stopping: AbortController
  registered: PromiseWithResolvers<void>
  trouble: PromiseWithResolvers<string>
  running: Set<string>
  interrupted: Set<string>
}

/** A handler as the queue calls it. */
function trackedHandler(
  name: string,
  handler: JobHandler,
  { stopping, registered, running, interrupted }: Shared,
  log: Logger,
) {
  return async (payload: unknown, { job }: { job: { id: string } }) => {
    const id = String(job.id)
    running.add(id)
    try {
      await registered.promise
      stopping.signal.throwIfAborted()
      await handler(payload, stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) interrupted.add(id)
      else if (error instanceof TakenOver) log.warn({ job: name }, error.message)
      else log.error({ err: error, job: name }, 'job failed')
      throw error
    } finally {
      running.delete(id)
    }
  }
}

/** Waits for something, but not for ever; whether it succeeds does not matter. */
function waitAtMost(done: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    const settled = () => {
      clearTimeout(timer)
      resolve()
    }
    done.then(settled, settled)
  })
}
