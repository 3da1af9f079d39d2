/** Blobs in a bucket of an object store that speaks S3, so that several machines share them. */
import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { ObjectStoreSettings } from '../../settings.ts'
import { FilesUnavailable, filesTrouble } from '../../unavailable.ts'
import { write } from './local.ts'
import {
  type Blob,
  BlobMissing,
  BlobSpoilt,
  type BlobRange,
  type BlobStore,
  BlobTooLarge,
  checkHash,
  checkRange,
  checkWanted,
  type PutOptions,
} from './store.ts'

/** A call to the store may take so long, milliseconds; and is tried so often while the store itself fails. */
const callMs = 30_000
const attempts = 4
/** Blobs that a sweep asks about at once, and objects on a page of a list (the most that S3 gives). */
const sweepGroup = 500
const pageSize = 1000

/** Objects by their hash; and those that a sweep has put aside, until it is sure of them. */
const blobs = 'blob-'
const aside = 'leaving-'
/** Written and removed to see whether that can be done; one name, so that a key that may not remove leaves one object. */
const probe = 'probe'

/**
 * A bucket as a store of blobs. Content is written to the disk of this machine first, because its hash is its name; then it is sent
 * whole, with its hash for the store to compare, and exists from that moment on. What is read whole is compared once more.
 * @param spool a folder of this machine for content on its way
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
    const beside = join(this.#spool, randomUUID())
    try {
      const file = await open(beside, 'wx', 0o600)
      const blob = await write(file, content, options.maxBytes ?? Number.POSITIVE_INFINITY).finally(() => file.close())
      checkWanted(blob, options.sha256)
      const checksum = Buffer.from(blob.sha256, 'hex').toString('base64')
      const written = await openAsBlob(beside)
      await this.#write(`${blobs}${blob.sha256}`, written, { 'x-amz-checksum-sha256': checksum }, blob.size)
      return blob
    } catch (error) {
      throw error instanceof BlobTooLarge || error instanceof BlobSpoilt ? error : filesTrouble(error)
    } finally {
      await rm(beside, { force: true }).catch(() => {})
    }
  }

  get(sha256: string, range: BlobRange = { start: 0 }): Readable {
    checkHash(sha256)
    checkRange(range)
    return Readable.from(this.#read(sha256, range), { objectMode: false })
  }

  async *#read(sha256: string, { start, end }: BlobRange): AsyncGenerator<Uint8Array> {
    const whole = start === 0 && end === undefined
    const answer = await this.#found(sha256, key =>
      this.#s3.getObjectRaw(key, whole, start, end === undefined ? undefined : end + 1),
    )
    if (!answer?.body) throw new BlobMissing(sha256)
    const hash = whole ? createHash('sha256') : undefined
    for await (const chunk of answer.body) {
      hash?.update(chunk)
      yield chunk
    }
    if (hash && hash.digest('hex') !== sha256) throw new FilesUnavailable('EIO', new BlobSpoilt(sha256))
  }

  async size(sha256: string): Promise<number | undefined> {
    checkHash(sha256)
    return this.#found(sha256, key => this.#s3.getContentLength(key))
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined
  }

  async remove(sha256: string): Promise<boolean> {
    if (!(await this.has(sha256))) return false
    for (const folder of [blobs, aside]) await this.#call(() => this.#s3.deleteObject(`${folder}${sha256}`))
    return true
  }

  /**
   * What nobody refers to is put aside, where it is still found, and only the next sweep lets it go: between the question and
   * the removal somebody may have put the same content again.
   */
  async sweep(before: Date, used: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    let removed = 0
    await this.#each(aside, before, used, async (sha256, isUsed) => {
      if (isUsed) await this.#move(aside, blobs, sha256)
      else if (await this.#call(() => this.#s3.deleteObject(`${aside}${sha256}`))) removed++
    })
    await this.#each(blobs, before, used, async (sha256, isUsed) => {
      if (!isUsed) await this.#move(blobs, aside, sha256)
    })
    return removed
  }

  async reach(writing: boolean): Promise<void> {
    // No content has this name; that there is none is an answer.
    if (!writing) return void (await this.has('0'.repeat(64)))
    await this.#write(probe, 'x')
    await this.#call(() => this.#s3.deleteObject(probe))
  }

  /** What is written cannot be missing: where the store says so, it is the bucket. */
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
        const kept = await used(group)
        for (const sha256 of group) await work(sha256, kept.has(sha256))
      }
      next = page?.nextContinuationToken
    } while (next)
  }

  async #move(from: string, to: string, sha256: string): Promise<void> {
    await this.#call(() => this.#s3.copyObject(`${from}${sha256}`, `${to}${sha256}`))
    await this.#call(() => this.#s3.deleteObject(`${from}${sha256}`))
  }

  /** What the store has under a hash, also when a sweep has put it aside. */
  async #found<T>(sha256: string, ask: (key: string) => Promise<T>): Promise<T | undefined> {
    for (const folder of [blobs, aside]) {
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
        return await work()
      } catch (error) {
        const status = statusOf(error)
        // Missing, or no fault of the store's.
        if (status === 404 || (status === undefined && !isOfTheLine(error))) throw error
        const passing = status === undefined || status >= 500 || status === 429
        if (!passing || attempt === attempts) throw new FilesUnavailable(passing ? 'EIO' : 'EACCES', error)
        await new Promise(wake => setTimeout(wake, 100 * 4 ** (attempt - 1) * (0.5 + Math.random() / 2)))
      }
    }
  }
}

/** What the store answered, also where it has been wrapped: its status, and its own word for it where it gives one. */
export function answerOf(error: unknown): { status: number; word?: string } | undefined {
  if (error instanceof S3ServiceError) {
    const { status, serviceCode } = error
    // The client's word for an answer without one.
    return serviceCode && serviceCode !== 'Unknown' ? { status, word: serviceCode } : { status }
  }
  return error instanceof Error && error.cause !== undefined ? answerOf(error.cause) : undefined
}

const statusOf = (error: unknown) => answerOf(error)?.status

const isMissing = (error: unknown) => statusOf(error) === 404

/** The line broke, was never there, or nothing came over it in time. */
function isOfTheLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, message, cause } = error
  return (
    error instanceof S3NetworkError ||
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    message === 'fetch failed' ||
    isOfTheLine(cause)
  )
}
