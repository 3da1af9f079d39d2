import { Cache } from '../../platform/concurrency/caches.ts'

/** Most remembered codes. Strangers may send any codes: the oldest are dropped, and the platform would refuse them again. */
const most = 1000

interface Known<T> {
  state: string
  begun: number
  answer: Promise<T>
}

/** Results of exchanged sign-in codes: some clients send a code twice at once, and it is valid once. */
export class Exchanges<T> {
  readonly #known = new Cache<string, Known<T>>(most)
  readonly #ms: number

  /** @param ms how long a code is remembered */
  constructor(ms: number) {
    this.#ms = ms
  }

  /** Number of remembered codes. */
  get size(): number {
    return this.#known.size
  }

  /**
   * The remembered result of the code, else exchanges it. A browser may send its return twice, and gets the same visitor; with
   * the state of another browser a code is worth nothing.
   * @param state what the browser that was sent away brings back
   * @param now milliseconds
   */
  once(code: string, state: string, exchange: () => Promise<T>, now = performance.now()): Promise<T | undefined> {
    // Without a timer per code: timers would pile up like the codes.
    for (const old of [...this.#known.rkeys()]) {
      if (now - (this.#known.peek(old)?.begun ?? 0) < this.#ms) break
      this.#known.delete(old)
    }
    const known = this.#known.peek(code)
    if (known) return known.state === state ? known.answer : Promise.resolve(undefined)
    const answer = exchange()
    this.#known.set(code, { begun: now, state, answer })
    return answer
  }
}
