import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { LineWriter, lineSlack } from '@timbermark/codes/node'
import type { LineShape, RequestKeys } from '@timbermark/codes/node'

/**
 * The thread that generates lines of codes, so that the thread that answers requests never waits for them. Its start data
 * selects the job: `serve` generates ranges of lines on demand for downloads; `manifest` generates all lines of a request
 * once and hashes them.
 */
export type WorkerJob = { job: 'serve' } | { job: 'manifest'; count: number; writing: LineSource }

/** The input from which lines are generated. */
export interface LineSource {
  keys: RequestKeys
  request: number
  shape: LineShape
}

/** Asks a `serve` thread for the lines of serials `first` to `first + lines - 1`. */
export interface LineTask {
  id: number
  writing: LineSource
  first: number
  lines: number
}

/** Its answer: the lines followed by `lineSlack` unused bytes, or the failure. */
export type LineAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; failure: string }

/** From a `manifest` thread: lines hashed so far, and at the end the digest (hex). */
export interface HashReport {
  lines: number
  sha256?: string
}

/** Lines generated and hashed at a time: some 250 kB, which fit in the processor's cache. */
const linesPerBatch = 8_000

function serve(): void {
  parentPort!.on('message', ({ id, writing, first, lines }: LineTask) => {
    try {
      const writer = new LineWriter(writing.keys, writing.request, writing.shape)
      const bytes = new Uint8Array(lines * writer.width + lineSlack)
      writer.write(bytes, first, lines)
      parentPort!.postMessage({ id, bytes } satisfies LineAnswer, [bytes.buffer])
    } catch (error) {
      parentPort!.postMessage({ id, failure: String(error) } satisfies LineAnswer)
    }
  })
}

function manifest({ count, writing }: Extract<WorkerJob, { job: 'manifest' }>): void {
  const writer = new LineWriter(writing.keys, writing.request, writing.shape)
  const bytes = new Uint8Array(linesPerBatch * writer.width + lineSlack)
  const digest = createHash('sha256')
  const reportEvery = Math.max(linesPerBatch, count / 100)
  for (let first = 0, reported = 0; first < count; first += linesPerBatch) {
    const lines = Math.min(linesPerBatch, count - first)
    writer.write(bytes, first, lines)
    digest.update(bytes.subarray(0, lines * writer.width))
    if (first + lines - reported >= reportEvery && first + lines < count) {
      reported = first + lines
      parentPort!.postMessage({ lines: reported } satisfies HashReport)
    }
  }
  parentPort!.postMessage({ lines: count, sha256: digest.digest('hex') } satisfies HashReport)
}

/** Lowers the priority of this thread, so that requests go first on a busy processor. On Linux, id 0 means the calling thread only. */
function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}

const job = workerData as WorkerJob
if (job.job === 'serve') serve()
else {
  yieldToRequests()
  manifest(job)
}
