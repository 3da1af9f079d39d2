/** Shorter work reports nothing, and reports are at least this far apart. */
const everyMs = 3000

/** Reports the progress of a reading, its speed and the remaining time. */
export class Progress {
  readonly #from: number
  readonly #say: (line: string) => void
  readonly #began = performance.now()
  #next = this.#began + everyMs

  constructor(from: number, say: (line: string) => void) {
    this.#from = from
    this.#say = say
  }

  at(done: number, total: number): void {
    const now = performance.now()
    if (now < this.#next || done >= total) return
    this.#next = now + everyMs
    const rate = ((done - this.#from) / (now - this.#began)) * 1000
    const left = Math.ceil((total - done) / Math.max(rate, 1))
    const share = Math.floor((done / total) * 100)
    this.#say(`read ${done} of ${total} entries (${share} %), ${Math.round(rate)} a second, ${timeOf(left)} to go`)
  }
}

function timeOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
