import { withTimeout } from '../../concurrency/with-timeout.ts'
import { FilesUnavailable } from '../../unavailable.ts'

export interface SilenceTimes {
  /** A call that lasts longer makes us ask whether the store answers at all, milliseconds; and the interval afterwards. */
  askAfterMs: number
  /** The time that the store has for that answer. */
  answerMs: number
}

const usualTimes: SilenceTimes = { askAfterMs: 1500, answerMs: 2000 }

/**
 * Health probe of a store that may hold connections and answer nothing. While calls last, it is asked at intervals for a
 * small answer; when none comes, all calls in progress fail and new ones are refused at once, until it answers. A call
 * that is only long (a large file on a slow line) goes on.
 */
export class SilenceWatch {
  readonly #ask: () => Promise<unknown>
  readonly #times: SilenceTimes
  readonly #waiting = new Set<(error: FilesUnavailable) => void>()
  #timer: NodeJS.Timeout | undefined
  #silent = false

  /** @param ask fails or succeeds when the store answers, whatever the answer is */
  constructor(ask: () => Promise<unknown>, times: SilenceTimes = usualTimes) {
    this.#ask = ask
    this.#times = times
  }

  /**
   * The result of a call.
   * @throws FilesUnavailable ETIMEDOUT while the store is silent
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#silent) throw silence()
    const { promise, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    this.#arm()
    try {
      return await Promise.race([work(), promise])
    } finally {
      this.#waiting.delete(reject)
    }
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#times.askAfterMs).unref()
  }

  async #look(): Promise<void> {
    if (this.#waiting.size > 0 || this.#silent) {
      this.#silent = !(await this.#answers())
      if (this.#silent) for (const fail of [...this.#waiting]) fail(silence())
    }
    this.#timer = undefined
    if (this.#waiting.size > 0 || this.#silent) this.#arm()
  }

  #answers(): Promise<boolean> {
    const settled = this.#ask().then(
      () => true,
      () => true,
    )
    return withTimeout(this.#times.answerMs, settled).catch(() => false)
  }
}

const silence = () => new FilesUnavailable('ETIMEDOUT')
