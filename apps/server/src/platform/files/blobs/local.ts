/** Blobs in a folder of the local file system. */
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type Blob,
  BlobMissing,
  type BlobRange,
  type BlobStore,
  BlobTooLarge,
  checkHash,
  checkRange,
  assertExpectedHash,
  type PutOptions,
} from './store.ts'
import { filesTrouble } from '../../unavailable.ts'
import { errorCode } from '../../error-facts.ts'

/** A temporary file older than this belongs to a process that has died. */
const staleMs = 24 * 3600 * 1000
/** Blobs that a sweep checks at once. */
const sweepGroup = 500

/**
 * Opens a folder as a store and creates it when needed. Several processes may share one folder.
 * A blob `abcdef...` is the file `ab/cd/abcdef...`. It is written to a temporary file, flushed and then renamed, so
 * that neither a reader nor a crash ever sees a part of it. Temporary files that crashes left are removed on opening.
 */
export async function openLocalBlobs(folder: string): Promise<BlobStore> {
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await sweep(temporary)
  return new LocalBlobs(folder, temporary)
}

/** A folder whose blobs are read only: that of a backup. */
export function readLocalBlobs(folder: string): Pick<BlobStore, 'get'> {
  return new LocalBlobs(folder, join(folder, 'tmp'))
}

class LocalBlobs implements BlobStore {
  readonly #folder: string
  readonly #temporary: string

  constructor(folder: string, temporary: string) {
    this.#folder = folder
    this.#temporary = temporary
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<Blob> {
    const draft = join(this.#temporary, randomUUID())
    try {
      const file = await open(draft, 'wx', 0o600)
      const blob = await write(file, content, options.maxBytes ?? Number.POSITIVE_INFINITY).finally(() => file.close())
      assertExpectedHash(blob, options.sha256)
      // Renamed even when the blob exists: equal content replaces itself, which heals a copy damaged on disk.
      const path = this.#path(blob.sha256)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(draft, path)
      await flushFolders(dirname(path), this.#folder)
      return blob
    } catch (error) {
      // Where nothing can be written, removing the temporary file may fail too; the first error says more.
      await rm(draft, { force: true }).catch(() => {})
      throw filesTrouble(error)
    }
  }

  get(sha256: string, range: BlobRange = { start: 0 }): Readable {
    checkRange(range)
    return Readable.from(read(this.#path(sha256), sha256, range), { objectMode: false })
  }

  async size(sha256: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(sha256))).size
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined
  }

  async remove(sha256: string): Promise<boolean> {
    try {
      await rm(this.#path(sha256))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async sweep(before: Date, used: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    await sweep(this.#temporary)
    let removed = 0
    let group: string[] = []
    const removeUnused = async () => {
      const inUse = await used(group)
      for (const sha256 of group) if (!inUse.has(sha256) && (await this.#removeOld(sha256, before))) removed++
      group = []
    }
    for await (const sha256 of this.#old(before)) if (group.push(sha256) === sweepGroup) await removeUnused()
    if (group.length > 0) await removeUnused()
    return removed
  }

  async *#old(before: Date): AsyncGenerator<string> {
    for (const first of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue
      for (const second of await readdir(join(this.#folder, first)))
        for (const sha256 of await readdir(join(this.#folder, first, second))) {
          if (!/^[0-9a-f]{64}$/.test(sha256)) continue
          const info = await stat(this.#path(sha256)).catch(() => undefined)
          if (info && info.mtimeMs < before.getTime()) yield sha256
        }
    }
  }

  /** Moved first and checked there: a blob that was put again since it was found to be old is moved back. */
  async #removeOld(sha256: string, before: Date): Promise<boolean> {
    const moved = join(this.#temporary, randomUUID())
    try {
      await rename(this.#path(sha256), moved)
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
    if ((await stat(moved)).mtimeMs >= before.getTime()) {
      await rename(moved, this.#path(sha256))
      return false
    }
    await rm(moved, { force: true })
    return true
  }

  #path(sha256: string): string {
    checkHash(sha256)
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }
}

/**
 * Writes content to the disk.
 * @returns its hash and size
 * @throws BlobTooLarge
 */
export async function write(
  file: FileHandle,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Blob> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    size += chunk.length
    if (size > maxBytes) throw new BlobTooLarge(maxBytes)
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { sha256: hash.digest('hex'), size }
}

async function* read(path: string, sha256: string, { start, end }: BlobRange): AsyncGenerator<Buffer> {
  // Does not follow a link in place of a blob.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(error => {
    throw isMissing(error) ? new BlobMissing(sha256) : error
  })
  try {
    yield* file.createReadStream({ start, end, autoClose: false, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  } finally {
    await file.close()
  }
}

/** A new name survives a power cut only when its parent folders are flushed too. */
async function flushFolders(from: string, to: string): Promise<void> {
  // Windows has no such call for folders; its file system journals names instead.
  if (process.platform === 'win32') return
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
    if (folder === to || folder.length <= to.length) return
  }
}

async function sweep(folder: string): Promise<void> {
  const before = Date.now() - staleMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && info.mtimeMs < before) await rm(path, { force: true })
  }
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}
