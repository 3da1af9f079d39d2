import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FormatError, parseVerifierKey, TILE_WIDTH, type TileName, tilePath } from '@timbermark/ledger'
import { type Finding, type LogHead, LogHistory, type ReadBundle } from '@timbermark/ledger/monitor'
import { hashPairs, sha256 } from '@timbermark/ledger/node'
import { isDraft, writeFileSafely } from '../platform/installation/write-file.ts'

export const hashing = { hash: sha256, pairs: hashPairs }

/** What others may read, as they read the log. */
const forAll = 0o644

interface State {
  /** Verifier keys that are trusted. */
  keys: string[]
  /** Last head that was in order, as it was signed. */
  head: string | null
  /** Whether everything that was read stands in the copy too. */
  kept: boolean
}

/** A trusted key and a given one are of the same name and differ. */
export class OtherKey extends Error {}

/**
 * What a monitor keeps: in `.monitor` what it knows, in `evidence` signed heads that prove something, and beside them, when
 * asked for, the copy of the log as a web server can serve it (C2SP tlog-tiles). Every file is whole whenever the monitor is
 * stopped; what was read and not compared with a head yet (`reading`) is kept apart from what was (`read`).
 */
export class WatchFolder {
  readonly #path: string
  readonly #keep: boolean
  #state: State = { keys: [], head: null, kept: false }
  #written = { size: -1, next: 0 }

  private constructor(path: string, keep: boolean) {
    this.#path = path
    this.#keep = keep
  }

  /** Opens it for this process alone: whoever calls has seen to that. */
  static async open(path: string, keep: boolean): Promise<WatchFolder> {
    const folder = new WatchFolder(path, keep)
    await mkdir(join(path, '.monitor'), { recursive: true })
    // Drafts of files that a killed monitor leaves.
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

  /** Trusts a key from now on. @throws OtherKey when another one of its name is; FormatError when it is none */
  async trust(key: string): Promise<void> {
    const { name } = parseVerifierKey(key)
    const known = this.#state.keys.find(other => parseVerifierKey(other).name === name)
    if (known === key) return
    if (known) throw new OtherKey(`Another key of ${name} is trusted in ${this.#path}: ${known}`)
    await this.#save({ ...this.#state, keys: [...this.#state.keys, key] })
  }

  /** What was read, as far as it was kept; what was damaged, or is not in the copy that is wanted, is read again. */
  async history(): Promise<LogHistory> {
    if (this.#state.kept || !this.#keep)
      for (const name of ['reading', 'read'])
        try {
          return LogHistory.decode(new Uint8Array(await readFile(this.#at(`.monitor/${name}`))), hashing)
        } catch (error) {
          if (!(error instanceof FormatError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        }
    return new LogHistory(hashing)
  }

  /** Keeps a bundle as it was served, and the full tiles that its entries make; those of the edge come with the head. */
  async keepBundle({ index, width, bytes, tiles }: ReadBundle): Promise<void> {
    if (!this.#keep) return
    await this.#put({ level: 'entries', index, width }, bytes)
    for (const tile of tiles) if (tile.width === TILE_WIDTH) await this.#put(tile, tile.bytes)
  }

  async #put(name: TileName, bytes: Uint8Array): Promise<void> {
    await this.#publish(tilePath(name), bytes)
    // Whoever asks for a full one has no use for its beginnings.
    if (name.width === TILE_WIDTH) await rm(this.#at(`${tilePath(name)}.p`), { recursive: true, force: true })
  }

  /** Keeps what was read on the way to a head, so that it need not be read again. */
  async keepReading(history: LogHistory): Promise<void> {
    await writeFileSafely(this.#at('.monitor/reading'), history.encode())
    // Whatever was read with the copy off is not in it.
    if (this.#state.kept !== this.#keep) await this.#save({ ...this.#state, kept: this.#keep })
  }

  /** Forgets it, as it did not lead to a head. */
  async forgetReading(): Promise<void> {
    await rm(this.#at('.monitor/reading'), { force: true })
  }

  /** Keeps a head that is in order; in the copy it is the newest then. */
  async keepHead(head: LogHead, history: LogHistory, files: { breaks: string | null; key: string }): Promise<void> {
    if (this.#keep) {
      for (const tile of history.partialTiles()) await this.#put(tile, tile.bytes)
      if (files.breaks !== null) await this.#publish('breaks', files.breaks)
      await this.#publish('key', `${files.key}\n`)
      await this.#publish(`heads/${head.origin.replace(/[^\w.-]+/g, '-')}-${head.size}`, head.note)
      await this.#publish('checkpoint', head.note)
    }
    await this.#save({ ...this.#state, head: head.note })
  }

  /** Keeps what was read up to a head; not yet when that would be most of the work, then a little is read again. */
  async keepHistory(history: LogHistory): Promise<void> {
    const began = performance.now()
    if (history.size === this.#written.size || began < this.#written.next) return
    await writeFileSafely(this.#at('.monitor/read'), history.encode())
    await this.forgetReading()
    if (this.#state.kept !== this.#keep) await this.#save({ ...this.#state, kept: this.#keep })
    const ended = performance.now()
    this.#written = { size: history.size, next: ended + 20 * (ended - began) }
  }

  /** Writes the signed heads of a finding to files. @returns their paths */
  async keepEvidence({ word, heads = [] }: Finding, at: Date): Promise<string[]> {
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
