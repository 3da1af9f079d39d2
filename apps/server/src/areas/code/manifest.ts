import { maxSerial } from '@timbermark/codes'
import type { CodeRule } from '@timbermark/codes'
import { LineWriter, lineSlack } from '@timbermark/codes/node'
import type { RequestKeys } from '@timbermark/codes/node'
import { LineWorkerError, lineShape, startWorker } from './lines.ts'
import type { HashReport, Ring } from './lines-worker.ts'

/** What the ledger says of a finished code request: whoever holds the csv file can check it against this. */
export interface Manifest {
  /** Lines of the file, which is the number of codes. */
  count: number
  /** SHA-256 of the whole `csv` file, lower-case hex. */
  sha256: string
}

export interface ManifestOf {
  keys: RequestKeys
  request: number
  count: number
  rule: CodeRule
  securityLength: number
}

const slots = 8
const slotBytes = 1024 * 1024

/**
 * Makes the whole csv file of a request once, without keeping it, and hashes it: one thread makes lines, another hashes them
 * in order, 8 MiB of shared memory between them. Both are gone when the promise settles.
 *
 * @param onProgress Called with the part done, rising from above 0 to 1, about a hundred times at most.
 * @throws RangeError when the request is not a possible one; the reason of `signal` when that is aborted; LineWorkerError when a thread dies.
 */
export async function makeManifest(
  { keys, request, count, rule, securityLength }: ManifestOf,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<Manifest> {
  signal?.throwIfAborted()
  const shape = lineShape({ rule, securityLength, format: 'csv', publicUrl: '' })
  // Refuses what cannot be written here, and not later in a thread.
  const { width } = new LineWriter(keys, request, shape)
  if (!Number.isInteger(count) || count < 1 || count > maxSerial + 1) throw new RangeError(`no file of ${count} codes`)
  const slotLines = Math.floor((slotBytes - lineSlack) / width)
  const ring: Ring = {
    memory: new SharedArrayBuffer(slots * (slotLines * width + lineSlack)),
    counters: new SharedArrayBuffer(8),
    slots,
    slotLines,
  }
  const hasher = startWorker({ job: 'hash', count, width, ...ring })
  const filler = startWorker({ job: 'fill', count, writing: { keys, request, shape }, ...ring })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const abort = () => reject(signal!.reason)
  const died = (cause?: unknown) => reject(new LineWorkerError('a thread of the manifest died', { cause }))
  signal?.addEventListener('abort', abort, { once: true })
  hasher.on('message', ({ lines, sha256 }: HashReport) => {
    if (sha256) resolve(sha256)
    try {
      onProgress?.(lines / count)
    } catch (error) {
      reject(error)
    }
  })
  for (const worker of [hasher, filler]) worker.on('error', died)
  // A thread that is ended while it starts exits with 0, so the exit code tells nothing. The hasher has told the digest before
  // it ends by itself; the filler has filled every slot.
  hasher.on('exit', () => died())
  filler.on('exit', () => {
    if (Atomics.load(new Int32Array(ring.counters), 0) < Math.ceil(count / slotLines)) died()
  })
  try {
    return { count, sha256: await promise }
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all([hasher.terminate(), filler.terminate()])
  }
}
