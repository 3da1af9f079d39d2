import type { Logger } from 'pino'

/**
 * Does the same small thing at intervals, never twice at once. A failure is tried again at the next interval and logged
 * once, not at every interval of an outage.
 */
export class Poller {
  readonly #work: () => Promise<void>
  readonly #everyMs: number
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #inProgress: Promise<void> | undefined
  #again = false
  #stopped = false
  #failing = false

  constructor(everyMs: number, log: Logger, work: () => Promise<void>) {
    this.#everyMs = everyMs
    this.#log = log
    this.#work = work
  }

  /** Runs now; while a run is in progress, once more after it. */
  now(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    if (this.#inProgress) {
      this.#again = true
      return this.#inProgress
    }
    clearTimeout(this.#timer)
    this.#inProgress = this.#run().finally(() => {
      this.#inProgress = undefined
      if (this.#stopped) return
      if (this.#again) {
        this.#again = false
        void this.now()
      } else this.#timer = setTimeout(() => void this.now(), this.#everyMs)
    })
    return this.#inProgress
  }

  async #run(): Promise<void> {
    try {
      await this.#work()
      this.#failing = false
    } catch (error) {
      if (this.#failing || this.#stopped) return
      this.#failing = true
      this.#log.warn({ err: error }, 'background work failed and is tried again')
    }
  }

  /** No run begins any more; waits for one in progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#inProgress
  }
}
