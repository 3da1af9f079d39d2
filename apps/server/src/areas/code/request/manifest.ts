import { maxSerial } from '@timbermark/codes'
import type { CodeRule } from '@timbermark/codes'
import { LineWriter } from '@timbermark/codes/node'
import type { RequestKeys } from '@timbermark/codes/node'
import { LineWorkerError, lineShape, startWorker } from './lines.ts'
import type { HashReport } from './lines-worker.ts'

/** What the ledger states about a finished code request: owners of the csv file can check it against this. */
export interface Manifest {
  /** Lines of the file, equal to the number of codes. */
  count: number
  /** SHA-256 of the whole `csv` file, lower-case hex. */
  sha256: string
}

export interface ManifestSource {
  keys: RequestKeys
  request: number
  count: number
  rule: CodeRule
  securityLength: number
}

/**
 * Generates the whole csv file of a request once, without storing it, and hashes it, in a thread that has ended when the
 * promise settles. One thread, although two would be a quarter faster: on a machine with two processors, one stays free for
 * requests.
 *
 * @param onProgress Called with the fraction done, rising from above 0 to 1, at most about a hundred times.
 * @throws RangeError when the request is invalid; the reason of `signal` when it is aborted; LineWorkerError when the thread dies.
 */
export async function makeManifest(
  { keys, request, count, rule, securityLength }: ManifestSource,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<Manifest> {
  signal?.throwIfAborted()
  const shape = lineShape({ rule, securityLength, format: 'csv', publicUrl: '' })
  // Rejects invalid input here and not later in the thread.
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
  // A thread that is terminated while it starts exits with 0, so the exit code proves nothing; a thread that ends normally
  // has sent the digest before.
  worker.on('exit', () => died())
  try {
    return { count, sha256: await promise }
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
