/** Blobs in a bucket of an S3 object store, so that several machines share them. */
import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { ObjectStoreSettings } from '../../settings.ts'
import { FilesUnavailable, filesTrouble } from '../../unavailable.ts'
import { write } from './local.ts'
import { SilenceWatch } from './silence-watch.ts'
import {
  type Blob,
  BlobMissing,
  BlobSpoilt,
  type BlobRange,
  type BlobStore,
  BlobTooLarge,
  checkHash,
  checkRange,
  assertExpectedHash,
  type PutOptions,
} from './store.ts'

/** Time limit of a call to the store, milliseconds; and number of attempts while the store itself fails. */
const callMs = 30_000
const attempts = 4
/** Blobs that a sweep checks at once, and objects on a page of a list (S3's maximum). */
const sweepGroup = 500
const pageSize = 1000

/** Prefix of blobs by hash, and of blobs that a sweep has moved aside until the next one. */
const blobs = 'blob-'
const movedAside = 'leaving-'
/** Written and removed to check that writing works; one name, so that a key without the right to remove leaves one object. */
const probe = 'probe'

/**
 * A bucket as a store of blobs. Content is written to a local spool file first, because its hash is its name. Then it
 * is sent with its hash for the store to compare, and exists from that moment on. A complete read is compared once
 * more.
 * @param spool a local folder for content in transit
 */
export async function openObjectStore(settings: ObjectStoreSettings, spool: string): Promise<BlobStore> {
  await mkdir(spool, { recursive: true, mode: 0o700 })
  return new ObjectStore(settings, spool)
}

type Content = globalThis.Blob | string

interface Listed {
  Key: string
  LastModified: Date | string
}

class ObjectStore implements BlobStore {
  readonly #s3: S3mini
  readonly #spool: string
  /** No content has this hash; "not found" is an answer. */
  readonly #silence = new SilenceWatch(() => this.#s3.getContentLength(`${blobs}${'0'.repeat(64)}`))

  constructor({ url, region, key, secret }: ObjectStoreSettings, spool: string) {
    this.#spool = spool
    this.#s3 = new S3mini({
      endpoint: url,
      region,
      accessKeyId: key,
      secretAccessKey: secret,
      requestAbortTimeout: callMs,
    })
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<Blob> {
    const spoolPath = join(this.#spool, randomUUID())
    try {
      const file = await open(spoolPath, 'wx', 0o600)
      const blob = await write(file, content, options.maxBytes ?? Number.POSITIVE_INFINITY).finally(() => file.close())
      assertExpectedHash(blob, options.sha256)
      const checksum = Buffer.from(blob.sha256, 'hex').toString('base64')
      const written = await openAsBlob(spoolPath)
      await this.#write(`${blobs}${blob.sha256}`, written, { 'x-amz-checksum-sha256': checksum }, blob.size)
      return blob
    } catch (error) {
      throw error instanceof BlobTooLarge || error instanceof BlobSpoilt ? error : filesTrouble(error)
    } finally {
      await rm(spoolPath, { force: true }).catch(() => {})
    }
  }

  get(sha256: string, range: BlobRange = { start: 0 }): Readable {
    checkHash(sha256)
    checkRange(range)
    return Readable.from(this.#read(sha256, range), { objectMode: false })
  }

  async *#read(sha256: string, { start, end }: BlobRange): AsyncGenerator<Uint8Array> {
    const isComplete = start === 0 && end === undefined
    const answer = await this.#findObject(sha256, key =>
      this.#s3.getObjectRaw(key, isComplete, start, end === undefined ? undefined : end + 1),
    )
    if (!answer?.body) throw new BlobMissing(sha256)
    const hash = isComplete ? createHash('sha256') : undefined
    const chunks = answer.body[Symbol.asyncIterator]()
    for (;;) {
      const { done, value: chunk } = await this.#silence.during(() => chunks.next())
      if (done) break
      hash?.update(chunk)
      yield chunk
    }
    if (hash && hash.digest('hex') !== sha256) throw new FilesUnavailable('EIO', new BlobSpoilt(sha256))
  }

  async size(sha256: string): Promise<number | undefined> {
    checkHash(sha256)
    return this.#findObject(sha256, key => this.#s3.getContentLength(key))
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined
  }

  async remove(sha256: string): Promise<boolean> {
    if (!(await this.has(sha256))) return false
    for (const folder of [blobs, movedAside]) await this.#call(() => this.#s3.deleteObject(`${folder}${sha256}`))
    return true
  }

  /**
   * Moves unreferenced blobs aside, where they are still found; only the next sweep removes them, because the same
   * content may be put again between the check and the removal.
   */
  async sweep(before: Date, used: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    let removed = 0
    await this.#each(movedAside, before, used, async (sha256, isUsed) => {
      if (isUsed) await this.#move(movedAside, blobs, sha256)
      else if (await this.#call(() => this.#s3.deleteObject(`${movedAside}${sha256}`))) removed++
    })
    await this.#each(blobs, before, used, async (sha256, isUsed) => {
      if (!isUsed) await this.#move(blobs, movedAside, sha256)
    })
    return removed
  }

  async probe(writing: boolean): Promise<void> {
    // No content has this hash; "not found" is an answer.
    if (!writing) return void (await this.has('0'.repeat(64)))
    await this.#write(probe, 'x')
    await this.#call(() => this.#s3.deleteObject(probe))
  }

  /** A write cannot fail because its object is missing: a 404 means the bucket. */
  async #write(key: string, content: Content, headers?: Record<string, string>, size?: number): Promise<void> {
    try {
      await this.#call(async () => {
        const type = 'application/octet-stream'
        const answer = await this.#s3.putObject(key, content, type, undefined, headers, size)
        await answer.arrayBuffer()
      })
    } catch (error) {
      throw isMissing(error) ? new FilesUnavailable('ENODEV', error) : error
    }
  }

  async #each(
    folder: string,
    before: Date,
    used: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
    work: (sha256: string, isUsed: boolean) => Promise<void>,
  ): Promise<void> {
    let next: string | undefined
    do {
      const page = await this.#call(() => this.#s3.listObjectsPaged('/', folder, pageSize, next))
      const old = ((page?.objects ?? []) as Listed[])
        .filter(({ LastModified }) => new Date(LastModified) < before)
        .map(({ Key }) => Key.slice(folder.length))
        .filter(name => /^[0-9a-f]{64}$/.test(name))
      for (let at = 0; at < old.length; at += sweepGroup) {
        const group = old.slice(at, at + sweepGroup)
        const inUse = await used(group)
        for (const sha256 of group) await work(sha256, inUse.has(sha256))
      }
      next = page?.nextContinuationToken
    } while (next)
  }

  async #move(from: string, to: string, sha256: string): Promise<void> {
    await this.#call(() => this.#s3.copyObject(`${from}${sha256}`, `${to}${sha256}`))
    await this.#call(() => this.#s3.deleteObject(`${from}${sha256}`))
  }

  /** Finds what the store has under a hash, also when a sweep has moved it aside. */
  async #findObject<T>(sha256: string, ask: (key: string) => Promise<T>): Promise<T | undefined> {
    for (const folder of [blobs, movedAside]) {
      try {
        return await this.#call(() => ask(`${folder}${sha256}`))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
    return undefined
  }

  /** @throws FilesUnavailable when the store fails, or refuses our key */
  async #call<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#silence.during(work)
      } catch (error) {
        // Asked already whether it answers: waiting longer would only hold the caller.
        if (error instanceof FilesUnavailable) throw error
        const status = statusOf(error)
        // Not found, or not the store's fault.
        if (status === 404 || (status === undefined && !isConnectionError(error))) throw error
        const passing = status === undefined || status >= 500 || status === 429
        if (!passing || attempt === attempts) throw new FilesUnavailable(passing ? 'EIO' : 'EACCES', error)
        await new Promise(wake => setTimeout(wake, 100 * 4 ** (attempt - 1) * (0.5 + Math.random() / 2)))
      }
    }
  }
}

/** The store's answer behind an error, also a wrapped one: its status, and its own error code when it gives one. */
export function storeAnswerOf(error: unknown): { status: number; word?: string } | undefined {
  if (error instanceof S3ServiceError) {
    const { status, serviceCode } = error
    // The client's code for an answer without one.
    return serviceCode && serviceCode !== 'Unknown' ? { status, word: serviceCode } : { status }
  }
  return error instanceof Error && error.cause !== undefined ? storeAnswerOf(error.cause) : undefined
}

const statusOf = (error: unknown) => storeAnswerOf(error)?.status

const isMissing = (error: unknown) => statusOf(error) === 404

/** The connection broke, was never made, or timed out. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, message, cause } = error
  return (
    error instanceof S3NetworkError ||
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    message === 'fetch failed' ||
    isConnectionError(cause)
  )
}
