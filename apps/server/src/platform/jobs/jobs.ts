import { runMigrations } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms.ts'
import type { Database, Db } from '../database/database.ts'
import { reconcileJobs, type TrackedKind, type TrackedWork } from './keeper.ts'
import { type JobHandler, QueueLife, queueLogger } from './life.ts'
import { moveOrders, orderJob, outboxChannel } from './outbox.ts'
import { Poller } from './poller.ts'
import { yieldWhenFrozen } from './run.ts'
import { type UnattendedLimits, checkUnattendedJobs } from './waiting.ts'
import {
  registerWorker,
  returnJobs,
  jobsLockedBy,
  currentPlace,
  releaseDeadWorkers,
  renewWorker,
  removeWorker,
} from './workers.ts'

export type { JobHandler } from './life.ts'

/** Intervals in milliseconds; tests shorten them. */
export interface JobTimes {
  /** How often orders and due jobs are polled for, in addition to notifications. */
  pollMs: number
  /** How often a worker renews its heartbeat. */
  beatMs: number
  /** A worker without a heartbeat for this long is dead: its jobs run elsewhere. */
  silentMs: number
  /** How often the queue is reconciled: work without a job, and jobs that will never run. */
  keepMs: number
  /** The longest wait before a runner that could not begin is tried again. */
  restartMs: number
  patience: UnattendedLimits
}

const usualTimes: JobTimes = {
  pollMs: 2000,
  beatMs: 2000,
  silentMs: 8000,
  keepMs: 5000,
  restartMs: 3000,
  patience: { workMs: 60_000, workerMs: 30_000 },
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
  readonly #kept: TrackedKind[] = []
  readonly #crontab: string[] = []
  readonly #place = currentPlace()
  readonly #stopping = new AbortController()
  #pulses: Poller[] = []
  #listener: { close(): Promise<void> } | undefined
  #life: QueueLife | undefined
  #living: Promise<void> | undefined
  /** Workers that have ended while the database could not be reached, with their jobs. */
  readonly #unburied = new Map<string, readonly string[]>()
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
   * @param kept where the work is stored until it is done; without it, a job that is lost is lost
   * @param attempts runs that may fail before it is given up
   */
  define(
    name: string,
    handler: JobHandler,
    { kept, attempts = 5 }: { kept?: TrackedWork; attempts?: number } = {},
  ): void {
    this.#handlers.set(name, handler)
    this.#attempts.set(name, attempts)
    if (kept)
      this.#kept.push({
        name,
        attempts,
        wanted: db => kept.wanted(db),
        gaveUp: (db, payload) => kept.gaveUp(db, payload),
      })
  }

  /**
   * Runs work at set times, once for all processes of the installation.
   * @param time minute, hour, day of month, month, day of week, in UTC
   */
  schedule(name: string, time: string, handler: JobHandler): void {
    this.define(name, handler)
    // More than one attempt, for when the process of the first one dies.
    this.#crontab.push(`${time} ${name} ?max=3`)
  }

  /** The kinds of work that are defined. */
  get names(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Prepares the queue's own tables; once per database and version. */
  async prepare(): Promise<void> {
    await runMigrations({ connectionString: this.#database.workerUrl, logger: queueLogger(this.#log) })
  }

  /**
   * Orders work in the transaction that makes it wanted; the same `key` waits only once.
   * @param inSeconds not before
   */
  add(db: Db, name: string, payload: object, key: string, inSeconds = 0): Promise<void> {
    return orderJob(db, { name, payload, key, attempts: this.#attempts.get(name) ?? 5, inSeconds })
  }

  /** Raises an alarm when jobs wait and no process works on them; for every process, worker or not. */
  watch(alarms: Alarms): void {
    this.#every(this.#times.keepMs, () => checkUnattendedJobs(this.#database, alarms, this.#times.patience))
  }

  /** Runs jobs until `stop`. */
  async start(concurrency = 2): Promise<void> {
    const { pollMs, beatMs, keepMs } = this.#times
    const begun = Promise.withResolvers<void>()
    this.#living = this.#live(concurrency, begun.resolve)
    await begun.promise
    const move = this.#every(pollMs, async () => {
      await this.#across(moveOrders)
    })
    this.#every(beatMs, () => this.#beat())
    this.#every(keepMs, async () => {
      const { ordered, gaveUp } = await this.#across(db => reconcileJobs(db, this.#kept))
      if (ordered.length > 0) this.#log.warn({ keys: ordered }, 'work without a job was queued again')
      for (const job of gaveUp) this.#log.error(job, 'a job was given up')
    })
    const told = () => void move.now()
    this.#listener = this.#database.listen(outboxChannel, told, told)
  }

  /** Lets running work end (or be taken over elsewhere) and closes. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#listener?.close()
    await Promise.all(this.#pulses.map(pulse => pulse.stop()))
    await this.#living
  }

  #across<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#database.acrossTenants('jobs', async db => {
      await yieldWhenFrozen(db)
      return work(db)
    })
  }

  #every(ms: number, work: () => Promise<void>): Poller {
    const pulse = new Poller(ms, this.#log, work)
    this.#pulses.push(pulse)
    void pulse.now()
    return pulse
  }

  /** Runs one queue runner after the other, with growing waits while none can begin. */
  async #live(concurrency: number, begun: () => void): Promise<void> {
    const options = {
      url: this.#database.workerUrl,
      log: this.#log,
      handlers: this.#handlers,
      times: this.#crontab,
      concurrency,
      pollMs: this.#times.pollMs,
    }
    for (let failures = 0; !this.#stopping.signal.aborted; failures++) {
      const began = performance.now()
      let life: QueueLife | undefined
      try {
        life = await QueueLife.begin(options)
        const { id } = life
        await this.#across(db => registerWorker(db, id, this.#place))
        this.#life = life
        life.known()
        begun()
        const reason = await Promise.race([life.over, aborted(this.#stopping.signal)])
        if (performance.now() - began > soundMs) failures = 0
        if (reason) this.#log.warn({ reason }, 'the runner of jobs ended and begins anew')
      } catch (error) {
        this.#log.warn({ err: error }, 'the runner of jobs could not begin')
      }
      begun()
      this.#life = undefined
      if (life) {
        await life.end()
        this.#unburied.set(life.id, [...life.interrupted, ...life.running])
        await this.#bury().catch(() => {})
      }
      await pause(Math.min(100 * 2 ** failures, this.#times.restartMs), this.#stopping.signal)
    }
  }

  /** Returns what ended runners still hold. A job that was interrupted has not used up an attempt. */
  async #bury(): Promise<void> {
    for (const [id, jobs] of this.#unburied) {
      await this.#across(async db => {
        await returnJobs(db, id, jobs)
        await removeWorker(db, id)
      })
      this.#unburied.delete(id)
    }
  }

  async #beat(): Promise<void> {
    const life = this.#life
    await this.#bury()
    const alive = !life || (await this.#across(db => renewWorker(db, life.id)))
    const now = performance.now()
    const away = this.#lastBeat > 0 ? now - this.#lastBeat : 0
    const judge = this.#lastBeat > 0 && away < this.#times.silentMs / 2
    this.#lastBeat = now
    // Frozen or cut off for so long that others may have taken the jobs: what still runs here no longer counts, and the
    // connections that the runner waits on may never answer.
    if (life && (!alive || away > this.#times.silentMs)) return life.break('was silent for too long')
    const dead = await this.#across(db =>
      releaseDeadWorkers(db, { place: this.#place, silentMs: this.#times.silentMs, judge }),
    )
    if (dead.length > 0) this.#log.warn({ workers: dead }, 'jobs of workers that are gone are taken over')
    if (life) await this.#freeUnseen(life)
  }

  /** A job that was fetched while the connection broke is locked by this worker and unknown to it. */
  async #freeUnseen(life: QueueLife): Promise<void> {
    const unseen = (await this.#across(db => jobsLockedBy(db, life.id))).filter(id => !life.running.has(id))
    const lost = unseen.filter(id => this.#suspects.has(id))
    this.#suspects = new Set(unseen)
    if (lost.length > 0 && this.#life === life) await this.#across(db => returnJobs(db, life.id, lost))
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(done => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>(done => {
    if (signal.aborted) return done(undefined)
    signal.addEventListener('abort', () => done(undefined), { once: true })
  })
