/** Ends the parts of the process in the reverse order of their start. */
export class Ending {
  readonly #steps: { title: string; end: () => Promise<unknown> }[] = []
  readonly #failed: (title: string, error: unknown) => void
  #begun = false

  constructor(failed: (title: string, error: unknown) => void) {
    this.#failed = failed
  }

  get begun(): boolean {
    return this.#begun
  }

  add(title: string, end: () => Promise<unknown>): void {
    this.#steps.push({ title, end })
  }

  /** Ends what was started so far, so that it can start again. */
  async undo(): Promise<void> {
    for (const { title, end } of this.#steps.splice(0).reverse()) await end().catch(error => this.#failed(title, error))
  }

  /**
   * Ends everything and then the process. A step that fails does not block the others; one that hangs does not hold the
   * process beyond its time.
   * @param timeoutMs milliseconds
   */
  async exit(code: number, timeoutMs: number): Promise<void> {
    if (this.#begun) return
    this.#begun = true
    setTimeout(() => process.exit(1), timeoutMs).unref()
    await this.undo()
    process.exit(code)
  }
}
