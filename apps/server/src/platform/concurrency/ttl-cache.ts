import { Cache } from './caches.ts'

interface Reading<T> {
  begun: number
  answer: Promise<T>
}

/**
 * Reads the same thing once for all who ask within a short time of when the reading began: what they are told is at most so
 * old. For what many ask and few change.
 */
export class TtlCache<T> {
  readonly #readings: Cache<string, Reading<T>>
  readonly #ms: number

  /**
   * @param ms how long an answer is told on; 0 for never
   * @param most answers that are kept
   */
  constructor(ms: number, most: number) {
    this.#ms = ms
    this.#readings = new Cache(most)
  }

  /**
   * @param key everything that the answer depends on
   * @param work what reads it; several are told its answer, which nobody may change
   * @throws whatever `work` throws
   */
  async ask(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#ms === 0) return work()
    const begun = performance.now()
    const known = this.#readings.look(key, reading => begun - reading.begun < this.#ms)
    if (known)
      try {
        return await known.answer
      } catch {
        // Whoever read it may have left, or met trouble of his own.
      }
    const reading = { begun, answer: work() }
    this.#readings.hold(key, reading)
    const forget = () => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key)
    }
    setTimeout(forget, this.#ms).unref()
    reading.answer.catch(forget)
    return reading.answer
  }
}
