import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { LineWriter, lineSlack } from '@timbermark/codes/node'
import type { LineShape, RequestKeys } from '@timbermark/codes/node'

/**
 * The thread in which lines of codes are made, so that the thread that answers requests never waits for them. What it does
 * is told at its start: `serve` makes stretches of lines on demand for downloads; `fill` and `hash` are the two halves of a
 * manifest, joined by a ring of slots in shared memory.
 */
export type WorkerJob =
  | { job: 'serve' }
  | ({ job: 'fill'; count: number; writing: Writing } & Ring)
  | ({ job: 'hash'; count: number; width: number } & Ring)

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

/** Shared by `fill` and `hash`: `slots` stretches of `slotLines` lines each, used in turn. */
export interface Ring {
  /** `slots * (slotLines * width + lineSlack)` bytes. */
  memory: SharedArrayBuffer
  /** Two counters of slots so far: filled, hashed. */
  counters: SharedArrayBuffer
  slots: number
  slotLines: number
}

/** From `hash`: lines hashed so far, and at the end the digest (hex). */
export interface HashReport {
  lines: number
  sha256?: string
}

const filled = 0
const hashed = 1

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

function fill({ count, writing, memory, counters, slots, slotLines }: Extract<WorkerJob, { job: 'fill' }>): void {
  const writer = new LineWriter(writing.keys, writing.request, writing.shape)
  const state = new Int32Array(counters)
  const slotBytes = slotLines * writer.width + lineSlack
  for (let slot = 0, first = 0; first < count; slot++, first += slotLines) {
    waitWhile(state, hashed, done => done <= slot - slots)
    const lines = Math.min(slotLines, count - first)
    writer.write(new Uint8Array(memory, (slot % slots) * slotBytes, slotBytes), first, lines)
    Atomics.store(state, filled, slot + 1)
    Atomics.notify(state, filled)
  }
}

function hash({ count, width, memory, counters, slots, slotLines }: Extract<WorkerJob, { job: 'hash' }>): void {
  const state = new Int32Array(counters)
  const slotBytes = slotLines * width + lineSlack
  const digest = createHash('sha256')
  const reportEvery = Math.max(slotLines, count / 100)
  for (let slot = 0, first = 0, reported = 0; first < count; slot++, first += slotLines) {
    waitWhile(state, filled, done => done <= slot)
    const lines = Math.min(slotLines, count - first)
    digest.update(new Uint8Array(memory, (slot % slots) * slotBytes, lines * width))
    Atomics.store(state, hashed, slot + 1)
    Atomics.notify(state, hashed)
    if (first + lines - reported >= reportEvery && first + lines < count) {
      reported = first + lines
      parentPort!.postMessage({ lines: reported } satisfies HashReport)
    }
  }
  parentPort!.postMessage({ lines: count, sha256: digest.digest('hex') } satisfies HashReport)
}

function waitWhile(state: Int32Array, counter: number, tooEarly: (value: number) => boolean): void {
  for (;;) {
    const value = Atomics.load(state, counter)
    if (!tooEarly(value)) return
    Atomics.wait(state, counter, value)
  }
}

const job = workerData as WorkerJob
if (job.job === 'serve') serve()
else if (job.job === 'fill') fill(job)
else hash(job)
