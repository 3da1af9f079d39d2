import { Refusal } from '../refusal.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

export interface BatcherOptions {
  /** The most items of one group. */
  largest: number
  /** The most items that may wait; further ones are refused. */
  waiting: number
  /** How long an item may wait for its answer. */
  patienceMs: number
}

interface Waiting<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
  gone: boolean
}

/**
 * Writes or reads items that arrive together as one group. Only one group is under way at a time; whatever comes meanwhile
 * makes the next one, so that groups grow by themselves with the load and a lone item does not wait.
 */
export class Batcher<In, Out> {
  readonly #work: (items: readonly In[]) => Promise<readonly Out[]>
  readonly #options: BatcherOptions
  #queue: Waiting<In, Out>[] = []
  #running: Promise<void> | undefined

  /** @param work stores all items or none, and answers for each in order */
  constructor(work: (items: readonly In[]) => Promise<readonly Out[]>, options: BatcherOptions) {
    this.#work = work
    this.#options = options
  }

  /**
   * Resolves when its group is done.
   * @throws Refusal tooMany when too many wait, DatabaseUnavailable when it took too long
   */
  add(item: In): Promise<Out> {
    if (this.#queue.length >= this.#options.waiting) return Promise.reject(new Refusal('tooMany', { seconds: 1 }))
    return new Promise((resolve, reject) => {
      const waiting: Waiting<In, Out> = {
        item,
        resolve,
        reject,
        gone: false,
        timer: setTimeout(() => giveUp(waiting), this.#options.patienceMs),
      }
      this.#queue.push(waiting)
      // Requests that were read from the network in the same turn come along.
      this.#running ??= new Promise<void>(turn => setImmediate(turn)).then(() => this.#run())
    })
  }

  /** Waits until nothing is under way. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const taken = this.#queue.splice(0, this.#options.largest)
      // Whoever has been told that it failed must not be counted after all.
      const group = taken.filter(waiting => !waiting.gone)
      if (group.length === 0) continue
      try {
        const answers = await this.#work(group.map(waiting => waiting.item))
        for (const [position, waiting] of group.entries()) {
          clearTimeout(waiting.timer)
          waiting.resolve(answers[position]!)
        }
      } catch (error) {
        for (const waiting of group) {
          clearTimeout(waiting.timer)
          waiting.reject(error)
        }
      }
    }
    this.#running = undefined
  }
}

function giveUp<In, Out>(waiting: Waiting<In, Out>): void {
  waiting.gone = true
  waiting.reject(new DatabaseUnavailable('The database did not answer in time'))
}
