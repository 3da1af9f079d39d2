/**
 * Runs pieces of processor-bound work, one in each turn of the event loop: between two of them everybody else is
 * served, however many are queued.
 */
export class FairQueue {
  readonly #line: (() => void)[] = []

  /** @throws anything that `work` throws */
  take<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#line.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
      if (this.#line.length === 1) setImmediate(this.#turn)
    })
  }

  readonly #turn = (): void => {
    this.#line[0]?.()
    this.#line.shift()
    if (this.#line.length > 0) setImmediate(this.#turn)
  }
}
