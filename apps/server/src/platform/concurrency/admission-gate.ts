import { CallerGone, assertNotAborted } from './abortable.ts'

/** Everything is taken: come back later. Neither for nor against anything. */
export class Busy extends Error {
  constructor() {
    super('Too many readers at once')
  }
}

export interface AdmissionLimits {
  /** Pieces of work under way at once, and of one client. */
  atOnce: number
  atOnceOfClient: number
  /** Those that may wait, and of one client. */
  waiting: number
  waitingOfClient: number
  /** Longest wait, in milliseconds. */
  patienceMs: number
}

interface Waiter {
  enter(): void
}

interface Client {
  running: number
  waiting: Waiter[]
}

/**
 * Lets so much work of readers under way at once as a process can do without keeping everybody else waiting. The rest
 * waits its turn, clients one after the other, so that one with many requests delays mostly itself; what cannot be begun
 * soon is refused at once, and a reader who has gone loses the place without costing anything.
 */
export class AdmissionGate {
  readonly #limits: AdmissionLimits
  /** Clients with something under way or waiting; the one whose turn is next comes first. */
  readonly #clients = new Map<string, Client>()
  #running = 0
  #waiting = 0

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  get load(): { running: number; waiting: number; clients: number } {
    return { running: this.#running, waiting: this.#waiting, clients: this.#clients.size }
  }

  /**
   * Runs `work` when its turn comes.
   * @param client what shares are counted by; null for one that stands for everybody (a proxy that was not declared)
   * @throws Busy, Abandoned
   */
  async run<T>(client: string | null, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    assertNotAborted(signal)
    const name = client ?? ''
    await this.#enter(name, signal)
    try {
      return await work()
    } finally {
      this.#leave(name)
    }
  }

  #mayRun(name: string, client: Client): boolean {
    return this.#running < this.#limits.atOnce && (name === '' || client.running < this.#limits.atOnceOfClient)
  }

  async #enter(name: string, signal: AbortSignal): Promise<void> {
    const client = this.#clients.get(name) ?? { running: 0, waiting: [] }
    this.#clients.set(name, client)
    if (client.waiting.length === 0 && this.#mayRun(name, client)) return this.#begin(client)
    const full = name !== '' && client.waiting.length >= this.#limits.waitingOfClient
    if (full || this.#waiting >= this.#limits.waiting) {
      this.#forget(name, client)
      throw new Busy()
    }
    await new Promise<void>((resolve, reject) => {
      const waiter = { enter: () => settle(resolve) }
      const settle = (how: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', gone)
        client.waiting.splice(client.waiting.indexOf(waiter), 1)
        this.#waiting--
        this.#forget(name, client)
        how()
      }
      const gone = () => settle(() => reject(new CallerGone()))
      const timer = setTimeout(() => settle(() => reject(new Busy())), this.#limits.patienceMs)
      signal.addEventListener('abort', gone)
      client.waiting.push(waiter)
      this.#waiting++
    })
  }

  #begin(client: Client): void {
    client.running++
    this.#running++
  }

  #leave(name: string): void {
    const client = this.#clients.get(name)!
    client.running--
    this.#running--
    this.#forget(name, client)
    this.#admit()
  }

  /** Gives free places away, one client after the other. */
  #admit(): void {
    for (const [name, client] of [...this.#clients]) {
      if (this.#running >= this.#limits.atOnce) return
      const next = client.waiting[0]
      if (!next || !this.#mayRun(name, client)) continue
      this.#begin(client)
      // To the end of the line.
      this.#clients.delete(name)
      this.#clients.set(name, client)
      next.enter()
    }
  }

  #forget(name: string, client: Client): void {
    if (client.running === 0 && client.waiting.length === 0) this.#clients.delete(name)
  }
}
