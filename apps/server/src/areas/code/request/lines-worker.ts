import { createHash } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { LineWriter, lineSlack } from '@timbermark/codes/node'
import type { LineShape, RequestKeys } from '@timbermark/codes/node'

/**
 * The thread in which lines of codes are made, so that the thread that answers requests never waits for them. What it does
 * is told at its start: `serve` makes stretches of lines on demand for downloads; `manifest` makes all lines of a request
 * once and hashes them.
 */
export type WorkerJob = { job: 'serve' } | { job: 'manifest'; count: number; writing: Writing }

/** What lines are made from. */
export interface Writing {
  keys: RequestKeys
  request: number
  shape: LineShape
}

/** Asks a `serve` thread for the lines of serials `first` to `first + lines - 1`. */
export interface LineTask {
  id: number
  writing: Writing
  first: number
  lines: number
}

/** Its answer: the lines and `lineSlack` bytes of no meaning, or why there are none. */
export type LineAnswer = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; failure: string }

/** From `manifest`: lines hashed so far, and at the end the digest (hex). */
export interface HashReport {
  lines: number
  sha256?: string
}

/** Lines made and hashed at a time: some 250 kB, which stay in the processor's cache. */
const stretch = 8_000

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
  const bytes = new Uint8Array(stretch * writer.width + lineSlack)
  const digest = createHash('sha256')
  const reportEvery = Math.max(stretch, count / 100)
  for (let first = 0, reported = 0; first < count; first += stretch) {
    const lines = Math.min(stretch, count - first)
    writer.write(bytes, first, lines)
    digest.update(bytes.subarray(0, lines * writer.width))
    if (first + lines - reported >= reportEvery && first + lines < count) {
      reported = first + lines
      parentPort!.postMessage({ lines: reported } satisfies HashReport)
    }
  }
  parentPort!.postMessage({ lines: count, sha256: digest.digest('hex') } satisfies HashReport)
}

/** Lets whoever waits for an answer go first on a busy processor. On Linux, thread 0 is the calling thread alone. */
function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}

const job = workerData as WorkerJob
if (job.job === 'serve') serve()
else {
  yieldToRequests()
  manifest(job)
}
