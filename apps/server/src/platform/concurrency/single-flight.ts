import { CallerGone, assertNotAborted } from './abortable.ts'

interface Group<T> {
  work(signal: AbortSignal): Promise<T>
  /** How many callers still wait for the answer. */
  members: number
  readonly gone: AbortController
  readonly answer: PromiseWithResolvers<T>
}

/**
 * Reads the same thing once for all callers that ask while it is being read. A caller shares the reading that begins
 * next, never one in progress: the answer is never older than the question. The reading is aborted when all callers of
 * the group have left.
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, Group<T>>()
  readonly #next = new Map<string, Group<T>>()

  /**
   * @param key everything that the answer depends on
   * @throws CallerGone, and anything that `work` throws
   */
  ask(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    assertNotAborted(signal)
    const group = this.#next.get(key) ?? {
      work,
      members: 0,
      gone: new AbortController(),
      answer: Promise.withResolvers<T>(),
    }
    group.members++
    if (this.#running.has(key)) this.#next.set(key, group)
    else this.#start(key, group)
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        group.members--
        if (group.members === 0) {
          group.gone.abort()
          if (this.#next.get(key) === group) this.#next.delete(key)
        }
        reject(new CallerGone())
      }
      signal.addEventListener('abort', leave, { once: true })
      group.answer.promise.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject)
    })
  }

  #start(key: string, group: Group<T>): void {
    this.#running.set(key, group)
    void this.#read(group).finally(() => {
      this.#running.delete(key)
      const next = this.#next.get(key)
      if (!next) return
      this.#next.delete(key)
      this.#start(key, next)
    })
  }

  async #read({ work, gone, answer }: Group<T>): Promise<void> {
    try {
      assertNotAborted(gone.signal)
      answer.resolve(await work(gone.signal))
    } catch (error) {
      answer.reject(error)
    }
  }
}
