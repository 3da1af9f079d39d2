import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, BlobSpoilt, type BlobStore } from '../platform/files/blobs/blobs.ts'
import type { FileForm } from '../platform/backup/encryption.ts'
import { flushFolder } from '../platform/installation/write-file.ts'
import { DamagedBackup } from '../platform/backup/errors.ts'
import { FilesUnavailable } from '../platform/unavailable.ts'
import { errorCode } from '../platform/error-facts.ts'

/** Path of a content below a folder of contents: the same in a data folder and in a backup. */
export function blobPath(folder: string, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
}

/**
 * Checks that the content exists and matches its hash.
 * @param path without the suffix of the form
 * @returns its size in bytes; undefined when it does not
 */
export async function soundSize(
  path: string,
  sha256: string,
  form: FileForm,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      form.open(path),
      async chunks => {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          hash.update(chunk)
          bytes += chunk.length
        }
      },
      { signal },
    )
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof DamagedBackup) return undefined
    throw error
  }
  return hash.digest('hex') === sha256 ? bytes : undefined
}

/**
 * Copies a content from a store and checks it on the way.
 * @returns its size in bytes; undefined when it is missing or damaged, and nothing was stored then
 */
export async function copyBlob(
  from: Pick<BlobStore, 'get'>,
  to: BlobStore,
  sha256: string,
): Promise<number | undefined> {
  try {
    return (await to.put(from.get(sha256), { sha256 })).size
  } catch (error) {
    if (isUnusable(error)) return undefined
    throw error
  }
}

/** A bucket reports a missing content as FilesUnavailable, which hides the cause. */
function isUnusable(error: unknown): boolean {
  const why = error instanceof FilesUnavailable ? error.cause : error
  return why instanceof BlobMissing || why instanceof BlobSpoilt
}

/**
 * Copies a content from a store into a backup and checks it on the way.
 * @param to folder of contents of the backup
 * @returns its size in bytes; undefined when it is missing or damaged, and nothing was stored then
 */
export async function sealBlob(
  from: Pick<BlobStore, 'get'>,
  to: string,
  sha256: string,
  form: FileForm,
): Promise<number | undefined> {
  const path = blobPath(to, sha256) + form.suffix
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      from.get(sha256),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      },
      form.seal,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    if (hash.digest('hex') !== sha256) {
      await rm(path)
      return undefined
    }
    for (const parent of [dirname(path), dirname(dirname(path)), to]) flushFolder(parent)
    return size
  } catch (error) {
    await rm(path, { force: true })
    if (isUnusable(error)) return undefined
    throw error
  }
}

/** The contents of a backup as a store that is only read. */
export function sealedBlobs(folder: string, form: FileForm): Pick<BlobStore, 'get'> {
  return { get: sha256 => form.open(blobPath(folder, sha256)) }
}

/**
 * Shares a content of an earlier backup by a hard link, which costs no space.
 * @returns its size in bytes; undefined when it is missing, damaged, or on another disk
 */
export async function linkBlob(from: string, to: string, sha256: string, form: FileForm): Promise<number | undefined> {
  const source = blobPath(from, sha256)
  const size = await soundSize(source, sha256, form)
  if (size === undefined) return undefined
  const target = blobPath(to, sha256)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await link(source + form.suffix, target + form.suffix)
    return size
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** The results of `work` for many items, in their order, with a few in progress at a time. Ends at the first failure. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  atOnce = 4,
): AsyncGenerator<R> {
  const inProgress: Promise<R>[] = []
  try {
    for await (const item of items) {
      const one = work(item)
      // Awaited in its turn; until then its failure must not be an unhandled rejection.
      one.catch(() => {})
      inProgress.push(one)
      if (inProgress.length === atOnce) yield await inProgress.shift()!
    }
    while (inProgress.length > 0) yield await inProgress.shift()!
  } finally {
    await Promise.allSettled(inProgress)
  }
}
