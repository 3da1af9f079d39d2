import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { tracePrefix } from '@timbermark/codes'
import type { CodeRule } from '@timbermark/codes'
import { LineWriter, lineBytes, lineSlack } from '@timbermark/codes/node'
import type { LineShape, RequestKeys } from '@timbermark/codes/node'
import type { LineAnswer, LineTask, WorkerJob, LineSource } from './lines-worker.ts'

/**
 * The downloadable file of a code request. It is a pure function of the request: line N (from 0) is the code with serial N
 * and starts at byte N * width, so that any byte range is generated on demand and nothing is stored. No header line; all ASCII.
 *
 * - `csv`: `CODE,SECURITY\n`
 * - `txt`: `HTTPS://HOST/C/CODE<tab>SECURITY\n`; the address is the content of the QR symbol
 */
export type LineFormat = 'csv' | 'txt'

export interface LineFile {
  keys: RequestKeys
  /** Request number, 1..2^25-1. */
  request: number
  /** Codes in the request. */
  count: number
  rule: CodeRule
  securityLength: number
  format: LineFormat
  /** Address of the site, for `txt`. */
  publicUrl: string
}

/** @throws TypeError when `publicUrl` is not an address that a QR symbol can hold in alphanumeric mode (`txt` only). */
export function lineShape(file: Pick<LineFile, 'rule' | 'securityLength' | 'format' | 'publicUrl'>): LineShape {
  const { rule, securityLength } = file
  return file.format === 'csv'
    ? { prefix: '', separator: ',', rule, securityLength }
    : { prefix: tracePrefix(file.publicUrl), separator: '\t', rule, securityLength }
}

/** Bytes of one line, the line end included. */
export function lineWidth(file: Pick<LineFile, 'rule' | 'securityLength' | 'format' | 'publicUrl'>): number {
  return lineBytes(lineShape(file))
}

/** Bytes of the whole file. */
export function fileBytes(file: Omit<LineFile, 'keys' | 'request'>): number {
  return file.count * lineWidth(file)
}

/** Up to this size a byte range is generated in the calling thread, which is faster than waking another one. */
const inlineBytes = 64 * 1024
const chunkBytes = 1024 * 1024

/**
 * The bytes `from` up to but not including `to` of the file, in chunks of about 1 MiB that are generated on demand, one chunk
 * ahead. Generation ends with the iteration (`return()`, or breaking out of the loop).
 *
 * @throws RangeError at once when the byte range is not inside the file, or a key, the request number or the length is
 *   invalid; TypeError as `lineShape`.
 * @throws LineWorkerError while reading, when a thread died or the pool was closed; the reason of `signal` when it is aborted.
 */
export function streamLines(
  file: LineFile,
  { from = 0, to = fileBytes(file), signal }: { from?: number; to?: number; signal?: AbortSignal } = {},
  pool: LinePool = sharedPool(),
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const size = fileBytes(file)
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= size)) {
    throw new RangeError(`no bytes ${from} to ${to} in a file of ${size}`)
  }
  const writing: LineSource = { keys: file.keys, request: file.request, shape: lineShape(file) }
  // Created in every case: it rejects invalid input here and not later in a thread.
  const writer = new LineWriter(writing.keys, writing.request, writing.shape)
  return to - from <= inlineBytes
    ? inline(writer, from, to, signal)
    : chunks(writing, writer.width, { from, to }, signal, pool)
}

async function* inline(writer: LineWriter, from: number, to: number, signal?: AbortSignal) {
  signal?.throwIfAborted()
  if (from === to) return
  const { width } = writer
  const first = Math.floor(from / width)
  const lines = Math.ceil(to / width) - first
  const bytes = new Uint8Array(lines * width + lineSlack)
  writer.write(bytes, first, lines)
  yield bytes.subarray(from - first * width, to - first * width)
}

async function* chunks(
  writing: LineSource,
  width: number,
  { from, to }: { from: number; to: number },
  signal: AbortSignal | undefined,
  pool: LinePool,
) {
  const chunkLines = Math.floor(chunkBytes / width)
  const end = Math.ceil(to / width)
  const orderLines = (first: number) => {
    const pending = pool.make(writing, first, Math.min(chunkLines, end - first))
    // The caller may be gone when this fails; a caller that still waits gets the error from `await`.
    pending.catch(() => {})
    return pending
  }
  signal?.throwIfAborted()
  let next = orderLines(Math.floor(from / width))
  for (let first = Math.floor(from / width); first < end; first += chunkLines) {
    const bytes = await next
    signal?.throwIfAborted()
    if (first + chunkLines < end) next = orderLines(first + chunkLines)
    const start = first * width
    yield bytes.subarray(Math.max(from - start, 0), Math.min(to - start, bytes.length))
  }
}

/** A thread that generates lines died, or its pool was closed. The call can be repeated. */
export class LineWorkerError extends Error {
  override name = 'LineWorkerError'
}

interface Pending extends LineTask {
  resolve(bytes: Uint8Array<ArrayBuffer>): void
  reject(error: Error): void
}

/**
 * A few threads that generate ranges of lines. They start on demand and do not keep the process alive while idle. The next
 * order replaces a dead thread; only the order that it was working on fails.
 */
export class LinePool {
  readonly #size: number
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Pending>()
  readonly #waiting: Pending[] = []
  #lastId = 0
  #closed = false

  /** Default size: one thread fewer than processors, at least one and at most two. One generates about a gigabyte per second. */
  constructor(size = Math.max(1, Math.min(2, availableParallelism() - 1))) {
    this.#size = size
  }

  /** Lines of serials `first` to `first + lines - 1`. */
  make(writing: LineSource, first: number, lines: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new LineWorkerError('the line pool is closed'))
      this.#waiting.push({ id: ++this.#lastId, writing, first, lines, resolve, reject })
      this.#dispatch()
    })
  }

  /** Ends all threads; unanswered and later orders fail. */
  async close(): Promise<void> {
    this.#closed = true
    const workers = [...this.#idle, ...this.#busy.keys()]
    const orders = [...this.#busy.values(), ...this.#waiting.splice(0)]
    this.#idle.length = 0
    this.#busy.clear()
    for (const order of orders) order.reject(new LineWorkerError('the line pool is closed'))
    await Promise.all(workers.map(worker => worker.terminate()))
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < this.#size ? this.#start() : undefined)
      if (!worker) return
      const order = this.#waiting.shift()!
      this.#busy.set(worker, order)
      worker.ref()
      const { id, writing, first, lines } = order
      worker.postMessage({ id, writing, first, lines } satisfies LineTask)
    }
  }

  #start(): Worker {
    const worker = startWorker({ job: 'serve' })
    worker.on('message', (answer: LineAnswer) => {
      const order = this.#busy.get(worker)
      if (order?.id !== answer.id) return
      this.#busy.delete(worker)
      this.#idle.push(worker)
      worker.unref()
      if ('failure' in answer) order.reject(new LineWorkerError(answer.failure))
      else order.resolve(answer.bytes.subarray(0, answer.bytes.length - lineSlack))
      this.#dispatch()
    })
    worker.on('error', cause => this.#lose(worker, cause))
    worker.on('exit', () => this.#lose(worker))
    return worker
  }

  #lose(worker: Worker, cause?: unknown): void {
    const place = this.#idle.indexOf(worker)
    if (place >= 0) this.#idle.splice(place, 1)
    const order = this.#busy.get(worker)
    this.#busy.delete(worker)
    order?.reject(new LineWorkerError('the thread that made the lines died', { cause }))
    this.#dispatch()
  }
}

/** Starts a thread of `lines-worker.ts`. */
export function startWorker(job: WorkerJob): Worker {
  return new Worker(new URL('./lines-worker.ts', import.meta.url), { workerData: job, name: `code-lines-${job.job}` })
}

let shared: LinePool | undefined

function sharedPool(): LinePool {
  shared ??= new LinePool()
  return shared
}

/** Ends the threads that `streamLines` shares; a later call starts new ones. */
export async function closeLines(): Promise<void> {
  const pool = shared
  shared = undefined
  await pool?.close()
}
