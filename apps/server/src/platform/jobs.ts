import {
  Logger as QueueLogger,
  makeWorkerUtils,
  type Runner,
  run,
  runMigrations,
  type WorkerUtils,
} from 'graphile-worker'
import type { Logger } from 'pino'

/** One kind of background work. It must bear being run again: a process can die in the middle. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

/** Background jobs in PostgreSQL: they outlive the process and run on whichever process is free. */
export class Jobs {
  readonly #url: string
  readonly #log: Logger
  readonly #handlers = new Map<string, JobHandler>()
  readonly #times: string[] = []
  readonly #stopping = new AbortController()
  #runner: Runner | undefined
  #utils: Promise<WorkerUtils> | undefined

  constructor(workerUrl: string, log: Logger) {
    this.#url = workerUrl
    this.#log = log
  }

  /** The queue's own words go where ours go, one step quieter. */
  #queueLog(): QueueLogger {
    return new QueueLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') this.#log.warn({ queue: level }, message)
      else this.#log.trace({ queue: level }, message)
    })
  }

  define(name: string, handler: JobHandler): void {
    this.#handlers.set(name, handler)
  }

  /**
   * Runs work at set times, once for all processes of the installation.
   * @param time minute, hour, day of month, month, day of week, in UTC
   */
  schedule(name: string, time: string, handler: JobHandler): void {
    this.define(name, handler)
    this.#times.push(`${time} ${name} ?max=1`)
  }

  /** Prepares the queue's own tables; once per database and version. */
  async prepare(): Promise<void> {
    await runMigrations({ connectionString: this.#url, logger: this.#queueLog() })
  }

  /** Takes up work until `stop`. */
  async start(concurrency = 2): Promise<void> {
    this.#runner = await run({
      connectionString: this.#url,
      concurrency,
      noHandleSignals: true,
      logger: this.#queueLog(),
      crontab: this.#times.join('\n'),
      pollInterval: 2000,
      taskList: Object.fromEntries(
        [...this.#handlers].map(([name, handler]) => [
          name,
          async (payload: unknown) => {
            try {
              await handler(payload, this.#stopping.signal)
            } catch (error) {
              this.#log.error({ err: error, job: name }, 'job failed')
              throw error
            }
          },
        ]),
      ),
    })
  }

  /** Adds work; the same `key` waits only once. */
  async add(name: string, payload: object, key: string, maxAttempts = 5): Promise<void> {
    this.#utils ??= makeWorkerUtils({ connectionString: this.#url, logger: this.#queueLog() })
    const utils = await this.#utils
    await utils.addJob(name, payload, { jobKey: key, maxAttempts })
  }

  /** Lets running work end (or be taken up elsewhere) and closes. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#runner?.stop().catch(() => {})
    await (await this.#utils?.catch(() => undefined))?.release()
  }
}
