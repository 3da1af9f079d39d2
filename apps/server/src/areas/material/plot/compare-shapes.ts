import { Worker } from 'node:worker_threads'
import type { PlotShape } from '@timbermark/contract/plot'
import { overlapHectares } from './overlap-area.ts'

type Compared = Pick<PlotShape, 'geometry' | 'positions'>

/** Hectares in common; null where nothing was measured, undefined without an overlap. */
type Answer = number | null | undefined

/** Outlines with more positions together are compared in a thread of its own: 20,000 take seconds, and this one serves others. */
const mostHere = 500

/** How long one call may compare large outlines, ms. Beyond it an overlap is stored without hectares. */
const largeMs = 60_000

/** Compares the shapes of one call. */
export class ShapeComparison {
  #worker: Worker | undefined
  #leftMs: number

  constructor(leftMs = largeMs) {
    this.#leftMs = leftMs
  }

  /** @throws Error when the thread ends */
  compare(a: Compared, b: Compared): Answer | Promise<Answer> {
    if (a.positions + b.positions <= mostHere) return overlapHectares(a.geometry, b.geometry)
    return this.#leftMs <= 0 ? null : this.#compareLarge(a, b)
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #compareLarge(a: Compared, b: Compared): Promise<Answer> {
    const begun = performance.now()
    this.#worker ??= new Worker(new URL('./overlap-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const worker = this.#worker
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => resolve(null), this.#leftMs)
        worker.once('message', ({ area }: { area: Answer }) => {
          clearTimeout(timer)
          resolve(area)
        })
        worker.once('error', reject)
        worker.postMessage([a.geometry, b.geometry])
      })
    } finally {
      worker.removeAllListeners()
      this.#leftMs -= performance.now() - begun
      // A pair that took too long is still being compared there.
      if (this.#leftMs <= 0) await this.close()
    }
  }
}
