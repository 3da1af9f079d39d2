/** The findings of the judge, in sentences. */
export class Verdict {
  readonly lost: string[] = []
  readonly doubled: string[] = []
  readonly stuck: string[] = []
  /** Counters, hashes and links that contradict each other. */
  readonly wrong: string[] = []

  get clean(): boolean {
    return this.all.length === 0
  }

  get all(): string[] {
    return [
      ...this.lost.map(item => `lost: ${item}`),
      ...this.doubled.map(item => `doubled: ${item}`),
      ...this.stuck.map(item => `stuck: ${item}`),
      ...this.wrong.map(item => `wrong: ${item}`),
    ]
  }
}
