/** From this duration on a statement counts as slow, milliseconds. */
export const slowMs = 200
/** So many texts are stored; beyond that, those with the least total time are dropped. */
const most = 50

/** Slow statements with one text. The text has placeholders, never a value. */
export interface SlowStatement {
  text: string
  times: number
  totalMs: number
  longestMs: number
}

/** The slow statements of this process. */
export class SlowStatements {
  readonly #known = new Map<string, SlowStatement>()

  note(text: string, ms: number): void {
    if (ms < slowMs) return
    const short = text.replace(/\s+/g, ' ').trim().slice(0, 300)
    const known = this.#known.get(short) ?? { text: short, times: 0, totalMs: 0, longestMs: 0 }
    known.times++
    known.totalMs += Math.round(ms)
    known.longestMs = Math.max(known.longestMs, Math.round(ms))
    this.#known.set(short, known)
    if (this.#known.size <= most) return
    const [least] = [...this.#known.values()].sort((a, b) => a.totalMs - b.totalMs)
    if (least) this.#known.delete(least.text)
  }

  /** Those with the largest total time, first. */
  worst(count: number): SlowStatement[] {
    return [...this.#known.values()].sort((a, b) => b.totalMs - a.totalMs).slice(0, count)
  }
}
