import { Cache } from './caches.ts'

interface Reading<T> {
  begun: number
  answer: Promise<T>
}

/**
 * Reads the same thing once for all callers that ask within a short time after the reading began: an answer is at most
 * that old. For data that many ask for and few change.
 */
export class TtlCache<T> {
  readonly #readings: Cache<string, Reading<T>>
  readonly #ms: number

  /**
   * @param ms for how long an answer is reused; 0 for never
   * @param most answers that are stored
   */
  constructor(ms: number, most: number) {
    this.#ms = ms
    this.#readings = new Cache(most)
  }

  /**
   * @param key everything that the answer depends on
   * @param work reads it; several callers share its answer, which nobody may change
   * @throws anything that `work` throws
   */
  async ask(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#ms === 0) return work()
    const begun = performance.now()
    const known = this.#readings.lookUp(key, reading => begun - reading.begun < this.#ms)
    if (known)
      try {
        return await known.answer
      } catch {
        // The caller that started the reading may have left, or failed for a reason of its own.
      }
    const reading = { begun, answer: work() }
    this.#readings.set(key, reading)
    const forget = () => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key)
    }
    setTimeout(forget, this.#ms).unref()
    reading.answer.catch(forget)
    return reading.answer
  }
}
