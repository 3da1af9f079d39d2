import { CallerGone, assertNotAborted } from './abortable.ts'

/** All places are taken: the caller may come back later. It says nothing about the request itself. */
export class Busy extends Error {
  constructor() {
    super('Too many readers at once')
  }
}

export interface AdmissionLimits {
  /** Requests served at once, and of one client. */
  atOnce: number
  atOnceOfClient: number
  /** Requests that may wait, and of one client. */
  waiting: number
  waitingOfClient: number
  /** Longest wait, in milliseconds. */
  maxWaitMs: number
}

interface Waiter {
  enter(): void
}

interface Client {
  running: number
  waiting: Waiter[]
}

/**
 * Limits how many requests are served at once to what a process can do without delaying everybody else. The rest waits,
 * clients in turn, so that a client with many requests delays mostly itself. A request that cannot begin soon is
 * refused at once, and a caller who leaves gives up the place at no cost.
 */
export class AdmissionGate {
  readonly #limits: AdmissionLimits
  /** Clients with requests served or waiting; the one whose turn is next comes first. */
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
   * @param client identifies the client; null for one address that represents everybody (a proxy that was not declared)
   * @throws Busy, CallerGone
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
      const timer = setTimeout(() => settle(() => reject(new Busy())), this.#limits.maxWaitMs)
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

  /** Gives free places to waiting clients in turn. */
  #admit(): void {
    for (const [name, client] of [...this.#clients]) {
      if (this.#running >= this.#limits.atOnce) return
      const next = client.waiting[0]
      if (!next || !this.#mayRun(name, client)) continue
      this.#begin(client)
      // Moves to the end of the queue.
      this.#clients.delete(name)
      this.#clients.set(name, client)
      next.enter()
    }
  }

  #forget(name: string, client: Client): void {
    if (client.running === 0 && client.waiting.length === 0) this.#clients.delete(name)
  }
}
