import { maxSerial } from '@timbermark/codes'
import type { CodeRule } from '@timbermark/codes'
import { LineWriter } from '@timbermark/codes/node'
import type { RequestKeys } from '@timbermark/codes/node'
import { LineWorkerError, lineShape, startWorker } from './lines.ts'
import type { HashReport } from './lines-worker.ts'

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

/**
 * Makes the whole csv file of a request once, without keeping it, and hashes it, in a thread that is gone when the promise
 * settles. One thread, although two would be a quarter faster: on a machine with two processors, one stays free for
 * whoever waits for an answer.
 *
 * @param onProgress Called with the part done, rising from above 0 to 1, about a hundred times at most.
 * @throws RangeError when the request is not a possible one; the reason of `signal` when that is aborted; LineWorkerError when the thread dies.
 */
export async function makeManifest(
  { keys, request, count, rule, securityLength }: ManifestOf,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<Manifest> {
  signal?.throwIfAborted()
  const shape = lineShape({ rule, securityLength, format: 'csv', publicUrl: '' })
  // Refuses what cannot be written here, and not later in a thread.
  new LineWriter(keys, request, shape)
  if (!Number.isInteger(count) || count < 1 || count > maxSerial + 1) throw new RangeError(`no file of ${count} codes`)
  const worker = startWorker({ job: 'manifest', count, writing: { keys, request, shape } })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const abort = () => reject(signal!.reason)
  const died = (cause?: unknown) => reject(new LineWorkerError('the thread of the manifest died', { cause }))
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', ({ lines, sha256 }: HashReport) => {
    if (sha256) resolve(sha256)
    try {
      onProgress?.(lines / count)
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', died)
  // A thread that is ended while it starts exits with 0, so the exit code tells nothing; before it ends by itself, it has
  // told the digest.
  worker.on('exit', () => died())
  try {
    return { count, sha256: await promise }
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
