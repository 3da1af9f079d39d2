import { runMigrations } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms.ts'
import { pause } from '../concurrency/pause.ts'
import type { Database, Db } from '../database/database.ts'
import { reconcileJobs, type TrackedKind, type TrackedWork } from './reconcile.ts'
import { type JobHandler, QueueRunner, queueLogger } from './queue-runner.ts'
import { moveOrders, orderJob, outboxChannel } from './outbox.ts'
import { orderRecurring, type RecurringJob } from './recurring.ts'
import { Poller } from './poller.ts'
import { yieldWhenFrozen } from './run.ts'
import { type UnattendedLimits, checkUnattendedJobs } from './unattended.ts'
import {
  registerWorker,
  returnJobs,
  jobsLockedBy,
  currentPlace,
  releaseDeadWorkers,
  renewWorker,
  removeWorker,
} from './workers.ts'

export type { JobHandler } from './queue-runner.ts'

/** Intervals in milliseconds; tests shorten them. */
export interface JobTimes {
  /** How often orders and due jobs are polled for, in addition to notifications. */
  pollMs: number
  /** How often a worker renews its heartbeat. */
  beatMs: number
  /** A worker without a heartbeat for this long is dead: its jobs run elsewhere. */
  silentMs: number
  /** How often the queue is reconciled: work without a job, jobs that will never run, and recurring work that is due. */
  reconcileMs: number
  /** The longest wait before a runner that could not begin is tried again. */
  restartMs: number
  unattended: UnattendedLimits
}

const usualTimes: JobTimes = {
  pollMs: 2000,
  beatMs: 2000,
  silentMs: 8000,
  reconcileMs: 5000,
  restartMs: 3000,
  unattended: { workMs: 60_000, workerMs: 30_000 },
}

/** A runner that lasted this long was healthy, milliseconds. */
const soundMs = 5000

/**
 * Background jobs in PostgreSQL. They outlive the process and run on any free process: work is ordered in the
 * transaction that wants it, a worker that dies loses its jobs to the others, and wanted work that has no job gets one.
 */
export class Jobs {
  readonly #database: Database
  readonly #log: Logger
  readonly #times: JobTimes
  readonly #handlers = new Map<string, JobHandler>()
  readonly #attempts = new Map<string, number>()
  /** The longest wait that is ordered for a kind of work, seconds. */
  readonly #longestDelays = new Map<string, number>()
  readonly #tracked: TrackedKind[] = []
  readonly #recurring: RecurringJob[] = []
  readonly #place = currentPlace()
  readonly #stopping = new AbortController()
  #pollers: Poller[] = []
  #listener: { close(): Promise<void> } | undefined
  #runner: QueueRunner | undefined
  #running: Promise<void> | undefined
  /** Workers that have ended while the database could not be reached, with their jobs. */
  readonly #endedRunners = new Map<string, readonly string[]>()
  /** When this process last renewed its heartbeat; 0 before the first time. */
  #lastBeat = 0
  /** Jobs locked by this worker that did not run at the last heartbeat. */
  #suspects = new Set<string>()

  constructor(database: Database, log: Logger, times: Partial<JobTimes> = {}) {
    this.#database = database
    this.#log = log
    this.#times = { ...usualTimes, ...times }
  }

  /**
   * Defines how a kind of work is done.
   * @param tracked where the work is stored until it is done; without it, a job that is lost is lost
   * @param attempts runs that may fail before it is given up
   * @param longestDelay the longest wait that `add` may order, seconds: what waits longer comes from a wrong clock
   */
  define(
    name: string,
    handler: JobHandler,
    {
      tracked,
      attempts = 5,
      longestDelay = 0,
    }: { tracked?: TrackedWork; attempts?: number; longestDelay?: number } = {},
  ): void {
    this.#handlers.set(name, handler)
    this.#attempts.set(name, attempts)
    this.#longestDelays.set(name, longestDelay)
    if (tracked)
      this.#tracked.push({
        name,
        attempts,
        wanted: db => tracked.wanted(db),
        gaveUp: (db, payload) => tracked.gaveUp(db, payload),
      })
  }

  /**
   * Runs work at set times, once for all processes of the installation. Moments that passed while no worker ran, or that
   * a leap of the clock skipped, give one run together.
   * @param time minute, hour, day of month, month, day of week, in UTC
   */
  schedule(name: string, time: string, handler: JobHandler): void {
    // More than one attempt, for when the process of the first one dies.
    const attempts = 3
    this.define(name, handler, { attempts })
    this.#recurring.push({ name, time, attempts })
  }

  /** The longest wait of a job that is right, seconds: ordered, or between two attempts. */
  get longestWait(): number {
    return Math.max(0, ...this.#longestDelays.values(), ...[...this.#attempts.values()].map(longestBackoff))
  }

  /** The kinds of work that are defined. */
  get names(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Prepares the queue's own tables; once per database and version. */
  async prepare(): Promise<void> {
    await runMigrations({ connectionString: this.#database.directUrl, logger: queueLogger(this.#log) })
  }

  /**
   * Orders work in the transaction that makes it wanted; the same `key` waits only once.
   * @param inSeconds not before; at most the declared longest delay
   */
  add(db: Db, name: string, payload: object, key: string, inSeconds = 0): Promise<void> {
    const longest = this.#longestDelays.get(name)
    if (longest !== undefined && inSeconds > longest) throw new RangeError(`${name} may not wait ${inSeconds} s`)
    return orderJob(db, { name, payload, key, attempts: this.#attempts.get(name) ?? 5, inSeconds })
  }

  /** Raises an alarm when jobs wait and no process works on them; for every process, worker or not. */
  watch(alarms: Alarms): void {
    this.#every(this.#times.reconcileMs, () => checkUnattendedJobs(this.#database, alarms, this.#times.unattended))
  }

  /** Runs jobs until `stop`. */
  async start(concurrency = 2): Promise<void> {
    const { pollMs, beatMs, reconcileMs: keepMs } = this.#times
    const begun = Promise.withResolvers<void>()
    this.#running = this.#runQueue(concurrency, begun.resolve)
    await begun.promise
    const move = this.#every(pollMs, async () => {
      await this.#across(moveOrders)
    })
    this.#every(beatMs, () => this.#beat())
    this.#every(keepMs, async () => {
      await this.#across(db => orderRecurring(db, this.#recurring))
      const { ordered, gaveUp } = await this.#across(db => reconcileJobs(db, this.#tracked, this.longestWait))
      if (ordered.length > 0) this.#log.warn({ keys: ordered }, 'work that had no job was queued again')
      for (const job of gaveUp) this.#log.error(job, 'a job failed for the last time')
    })
    const onOrder = () => void move.now()
    this.#listener = this.#database.listen(outboxChannel, onOrder, onOrder)
  }

  /** Lets running work end (or be taken over elsewhere) and closes. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#listener?.close()
    await Promise.all(this.#pollers.map(poller => poller.stop()))
    await this.#running
  }

  #across<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#database.acrossTenants('jobs', async db => {
      await yieldWhenFrozen(db)
      return work(db)
    })
  }

  #every(ms: number, work: () => Promise<void>): Poller {
    const poller = new Poller(ms, this.#log, work)
    this.#pollers.push(poller)
    void poller.now()
    return poller
  }

  /** Runs one queue runner after the other, with growing waits while none can begin. */
  async #runQueue(concurrency: number, begun: () => void): Promise<void> {
    const options = {
      url: this.#database.directUrl,
      log: this.#log,
      handlers: this.#handlers,
      concurrency,
      pollMs: this.#times.pollMs,
    }
    for (let failures = 0; !this.#stopping.signal.aborted; failures++) {
      const began = performance.now()
      let runner: QueueRunner | undefined
      try {
        runner = await QueueRunner.begin(options)
        const { id } = runner
        await this.#across(db => registerWorker(db, id, this.#place))
        this.#runner = runner
        runner.allowJobs()
        begun()
        const reason = await Promise.race([runner.ended, aborted(this.#stopping.signal)])
        if (performance.now() - began > soundMs) failures = 0
        if (reason) this.#log.warn({ reason }, 'the job runner ended and is started again')
      } catch (error) {
        this.#log.warn({ err: error }, 'the job runner could not start')
      }
      begun()
      this.#runner = undefined
      if (runner) {
        await runner.end()
        this.#endedRunners.set(runner.id, [...runner.interrupted, ...runner.running])
        await this.#releaseEnded().catch(() => {})
      }
      await pause(Math.min(100 * 2 ** failures, this.#times.restartMs), this.#stopping.signal)
    }
  }

  /** Returns what ended runners still hold. A job that was interrupted has not used up an attempt. */
  async #releaseEnded(): Promise<void> {
    for (const [id, jobs] of this.#endedRunners) {
      await this.#across(async db => {
        await returnJobs(db, id, jobs)
        await removeWorker(db, id)
      })
      this.#endedRunners.delete(id)
    }
  }

  async #beat(): Promise<void> {
    const runner = this.#runner
    await this.#releaseEnded()
    const alive = !runner || (await this.#across(db => renewWorker(db, runner.id)))
    const now = performance.now()
    const away = this.#lastBeat > 0 ? now - this.#lastBeat : 0
    const judgeSilence = this.#lastBeat > 0 && away < this.#times.silentMs / 2
    this.#lastBeat = now
    // Frozen or cut off for so long that others may have taken the jobs: what still runs here no longer counts, and the
    // connections that the runner waits on may never answer.
    if (runner && (!alive || away > this.#times.silentMs)) return runner.fail('was silent for too long')
    const dead = await this.#across(db =>
      releaseDeadWorkers(db, { place: this.#place, silentMs: this.#times.silentMs, judge: judgeSilence }),
    )
    if (dead.length > 0) this.#log.warn({ workers: dead }, 'jobs of dead workers are taken over')
    if (runner) await this.#freeUnseen(runner)
  }

  /** A job that was fetched while the connection broke is locked by this worker and unknown to it. */
  async #freeUnseen(runner: QueueRunner): Promise<void> {
    const unseen = (await this.#across(db => jobsLockedBy(db, runner.id))).filter(id => !runner.running.has(id))
    const lost = unseen.filter(id => this.#suspects.has(id))
    this.#suspects = new Set(unseen)
    if (lost.length > 0 && this.#runner === runner) await this.#across(db => returnJobs(db, runner.id, lost))
  }
}

/** The wait of the queue before the last of so many attempts, seconds (graphile-worker: e to the number of failures). */
const longestBackoff = (attempts: number) => Math.exp(Math.min(Math.max(0, attempts - 1), 10))

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>(done => {
    if (signal.aborted) return done(undefined)
    signal.addEventListener('abort', () => done(undefined), { once: true })
  })
