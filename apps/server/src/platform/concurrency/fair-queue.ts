/**
 * Runs pieces of work of the processor one in each turn of the event loop: between two of them everybody else is served,
 * however many are asked for at once.
 */
export class FairQueue {
  readonly #line: (() => void)[] = []

  /** @throws whatever `work` throws */
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
