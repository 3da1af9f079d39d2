/** What every blob store guarantees: the local folder and the object store. */
import type { Readable } from 'node:stream'

export interface Blob {
  /** 64 lower-case hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
}

/** Bytes from `start` to `end`, both included and counted from 0, as in HTTP; without `end` to the last. */
export interface BlobRange {
  start: number
  end?: number
}

export interface PutOptions {
  maxBytes?: number
  sha256?: string
}

/** A store of content. Callers track who refers to it: the same content is one blob. */
export interface BlobStore {
  /**
   * Stores content. It becomes visible completely or not at all; existing content stays one blob.
   * @param maxBytes limit for a stream
   * @param sha256 the expected hash, when it is known
   * @throws BlobTooLarge when there is more, BlobSpoilt when the hash differs; nothing is stored then
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Blob>
  /**
   * Content as a stream, which fails with `BlobMissing` when there is none.
   *
   * @throws RangeError for a hash or range of the wrong form
   */
  get(sha256: string, range?: BlobRange): Readable
  /** Size of a blob in bytes, `undefined` when there is none. @throws RangeError */
  size(sha256: string): Promise<number | undefined>
  /** @throws RangeError */
  has(sha256: string): Promise<boolean>
  /**
   * Removes a blob.
   * @returns whether there was one
   * @throws RangeError
   */
  remove(sha256: string): Promise<boolean>
  /**
   * Removes blobs that were last put before a time and that nothing refers to. One that is put again meanwhile stays.
   * @param used returns the blobs among these that something refers to
   * @returns how many were removed
   */
  sweep(before: Date, used: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
  /**
   * For a remote store: checks whether it answers, or also whether it can be written.
   * @throws FilesUnavailable when it does not
   */
  probe?(writing: boolean): Promise<void>
}

export class BlobMissing extends Error {
  readonly sha256: string

  constructor(sha256: string) {
    super(`There is no blob ${sha256}`)
    this.name = 'BlobMissing'
    this.sha256 = sha256
  }
}

/**
 * The content read under a name does not match it. Do not remove the blob under the read content's hash: it may belong
 * to another owner.
 */
export class BlobSpoilt extends Error {
  readonly sha256: string

  constructor(sha256: string) {
    super(`The content of blob ${sha256} does not match its hash`)
    this.name = 'BlobSpoilt'
    this.sha256 = sha256
  }
}

/** @throws BlobSpoilt */
export function assertExpectedHash({ sha256 }: Blob, expected: string | undefined): void {
  if (expected !== undefined && sha256 !== expected) throw new BlobSpoilt(expected)
}

export class BlobTooLarge extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The content has more than ${maxBytes} bytes`)
    this.name = 'BlobTooLarge'
    this.maxBytes = maxBytes
  }
}

/**
 * Guards every store against names that are not a hash: paths, wildcards, other spellings.
 * @throws RangeError
 */
export function checkHash(sha256: string): void {
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw new RangeError('A blob is named by 64 lower-case hexadecimal digits')
}

/** @throws RangeError */
export function checkRange({ start, end }: BlobRange): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (!isCount(start) || (end !== undefined && (!isCount(end) || end < start)))
    throw new RangeError('Not a range of bytes')
}
