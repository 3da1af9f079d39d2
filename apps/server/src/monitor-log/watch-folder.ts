import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FormatError, parseVerifierKey, TILE_WIDTH, type TileName, tilePath } from '@timbermark/ledger'
import { type Finding, type LogHead, LogHistory, type ReadBundle } from '@timbermark/ledger/monitor'
import { hashPairs, sha256 } from '@timbermark/ledger/node'
import { isDraft, writeFileSafely } from '../platform/installation/write-file.ts'
import { errorCode } from '../platform/error-facts.ts'

export const hashing = { hash: sha256, pairs: hashPairs }

/** Mode of files that others may read, as they read the log. */
const forAll = 0o644

interface State {
  /** Trusted verifier keys. */
  keys: string[]
  /** The last head that was in order, as it was signed. */
  head: string | null
  /** Whether the copy holds everything that was read. Part of the file format. */
  kept: boolean
}

/** A key differs from the trusted key of the same name. */
export class OtherKey extends Error {}

/**
 * The files of a monitor: `.monitor` holds its state, `evidence` signed heads that prove a finding, and next to them,
 * on request, the copy of the log as a web server can serve it (C2SP tlog-tiles). Every file is complete whenever the
 * monitor is stopped. What was read but not yet compared with a head (`reading`) is stored apart from what was
 * (`read`).
 */
export class WatchFolder {
  readonly #path: string
  readonly #copies: boolean
  #state: State = { keys: [], head: null, kept: false }
  #written = { size: -1, next: 0 }

  private constructor(path: string, keep: boolean) {
    this.#path = path
    this.#copies = keep
  }

  /** Opens the folder for this process alone; the caller holds its lock. */
  static async open(path: string, keep: boolean): Promise<WatchFolder> {
    const folder = new WatchFolder(path, keep)
    await mkdir(join(path, '.monitor'), { recursive: true })
    // Drafts of files that a killed monitor left.
    for (const name of await readdir(path, { recursive: true }))
      if (isDraft(name)) await rm(join(path, name), { force: true })
    const state = folder.#at('.monitor/state.json')
    if (existsSync(state)) folder.#state = JSON.parse(await readFile(state, 'utf8')) as State
    return folder
  }

  get keys(): readonly string[] {
    return this.#state.keys
  }

  get head(): string | null {
    return this.#state.head
  }

  /**
   * Trusts a key from now on.
   * @throws OtherKey when another key of its name is trusted; FormatError when it is not a key
   */
  async trust(key: string): Promise<void> {
    const { name } = parseVerifierKey(key)
    const known = this.#state.keys.find(other => parseVerifierKey(other).name === name)
    if (known === key) return
    if (known) throw new OtherKey(`Another key of ${name} is trusted in ${this.#path}: ${known}`)
    await this.#save({ ...this.#state, keys: [...this.#state.keys, key] })
  }

  /** The stored history; what was damaged, or is missing in the requested copy, is read again. */
  async history(): Promise<LogHistory> {
    if (this.#state.kept || !this.#copies)
      for (const name of ['reading', 'read'])
        try {
          return LogHistory.decode(new Uint8Array(await readFile(this.#at(`.monitor/${name}`))), hashing)
        } catch (error) {
          if (!(error instanceof FormatError) && errorCode(error) !== 'ENOENT') throw error
        }
    return new LogHistory(hashing)
  }

  /** Stores a bundle as it was served, and the full tiles of its entries; partial tiles are stored with the head. */
  async storeBundle({ index, width, bytes, tiles }: ReadBundle): Promise<void> {
    if (!this.#copies) return
    await this.#put({ level: 'entries', index, width }, bytes)
    for (const tile of tiles) if (tile.width === TILE_WIDTH) await this.#put(tile, tile.bytes)
  }

  async #put(name: TileName, bytes: Uint8Array): Promise<void> {
    await this.#publish(tilePath(name), bytes)
    // Clients of a full tile do not need its partial versions.
    if (name.width === TILE_WIDTH) await rm(this.#at(`${tilePath(name)}.p`), { recursive: true, force: true })
  }

  /** Stores what was read on the way to a head, so that it need not be read again. */
  async storeReading(history: LogHistory): Promise<void> {
    await writeFileSafely(this.#at('.monitor/reading'), history.encode())
    // What was read without the copy is not in it.
    if (this.#state.kept !== this.#copies) await this.#save({ ...this.#state, kept: this.#copies })
  }

  /** Removes it, because it did not lead to a head. */
  async removeReading(): Promise<void> {
    await rm(this.#at('.monitor/reading'), { force: true })
  }

  /** Stores a head that is in order; it becomes the newest one in the copy. */
  async storeHead(head: LogHead, history: LogHistory, files: { breaks: string | null; key: string }): Promise<void> {
    if (this.#copies) {
      for (const tile of history.partialTiles()) await this.#put(tile, tile.bytes)
      if (files.breaks !== null) await this.#publish('breaks', files.breaks)
      await this.#publish('key', `${files.key}\n`)
      await this.#publish(`heads/${head.origin.replace(/[^\w.-]+/g, '-')}-${head.size}`, head.note)
      await this.#publish('checkpoint', head.note)
    }
    await this.#save({ ...this.#state, head: head.note })
  }

  /** Stores what was read up to a head; not yet when writing would be most of the work: then a little is read again. */
  async storeHistory(history: LogHistory): Promise<void> {
    const began = performance.now()
    if (history.size === this.#written.size || began < this.#written.next) return
    await writeFileSafely(this.#at('.monitor/read'), history.encode())
    await this.removeReading()
    if (this.#state.kept !== this.#copies) await this.#save({ ...this.#state, kept: this.#copies })
    const ended = performance.now()
    this.#written = { size: history.size, next: ended + 20 * (ended - began) }
  }

  /**
   * Writes the signed heads of a finding to files.
   * @returns their paths
   */
  async storeEvidence({ word, heads = [] }: Finding, at: Date): Promise<string[]> {
    const paths: string[] = []
    for (const [n, head] of heads.entries()) {
      const path = `evidence/${at.toISOString().replaceAll(':', '-')}-${word}-${n + 1}.txt`
      await this.#publish(path, head)
      paths.push(this.#at(path))
    }
    return paths
  }

  async #save(state: State): Promise<void> {
    await writeFileSafely(this.#at('.monitor/state.json'), `${JSON.stringify(state, null, 2)}\n`)
    this.#state = state
  }

  async #publish(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(this.#at(path)), { recursive: true })
    await writeFileSafely(this.#at(path), content, forAll)
  }

  #at(path: string): string {
    return join(this.#path, path)
  }
}
