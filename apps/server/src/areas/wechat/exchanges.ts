import { Cache } from '../../platform/concurrency/caches.ts'

/** So many codes are known at once. Strangers send what they like: of more the oldest go, and would be refused by the platform when they came again. */
const most = 1000

interface Known<T> {
  begun: number
  answer: Promise<T>
}

/** What codes that come back with a visitor were exchanged for: the same code comes twice at once in some clients, and is good once. */
export class Exchanges<T> {
  readonly #known = new Cache<string, Known<T>>(most)
  readonly #ms: number

  /** @param ms how long a code is known */
  constructor(ms: number) {
    this.#ms = ms
  }

  /** How many codes are known. */
  get size(): number {
    return this.#known.size
  }

  /** What the code was exchanged for, or is now. @param now milliseconds */
  once(code: string, exchange: () => Promise<T>, now = performance.now()): Promise<T> {
    // Without a timer for each: those would pile up like the codes.
    for (const [old, { begun }] of this.#known) {
      if (now - begun < this.#ms) break
      this.#known.delete(old)
    }
    const known = this.#known.get(code)
    if (known) return known.answer
    const answer = exchange()
    this.#known.store(code, { begun: now, answer })
    return answer
  }
}
