import { Refusal } from '../refusal.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

export interface BatcherOptions {
  /** The most items of one batch. */
  largest: number
  /** The most items that may wait; further ones are refused. */
  waiting: number
  /** How long an item may wait for its answer. */
  maxWaitMs: number
}

interface Waiting<In, Out> {
  item: In
  resolve: (out: Out) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
  gone: boolean
}

/**
 * Writes or reads items that arrive together as one batch. Only one batch is in progress at a time; items that arrive
 * meanwhile form the next one, so that batches grow with the load and a single item does not wait.
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
   * Resolves when its batch is done.
   * @throws Refusal tooMany when too many items wait, DatabaseUnavailable when it took too long
   */
  add(item: In): Promise<Out> {
    if (this.#queue.length >= this.#options.waiting) return Promise.reject(new Refusal('tooMany', { seconds: 1 }))
    return new Promise((resolve, reject) => {
      const waiting: Waiting<In, Out> = {
        item,
        resolve,
        reject,
        gone: false,
        timer: setTimeout(() => giveUp(waiting), this.#options.maxWaitMs),
      }
      this.#queue.push(waiting)
      // Requests that were read from the network in the same turn of the event loop join.
      this.#running ??= new Promise<void>(turn => setImmediate(turn)).then(() => this.#run())
    })
  }

  /** Waits until nothing is in progress. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const taken = this.#queue.splice(0, this.#options.largest)
      // An item whose caller has already been answered with a failure must not be processed after all.
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
