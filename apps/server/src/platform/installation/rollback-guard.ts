import { hostname } from 'node:os'
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { writeFileSafely } from './write-file.ts'

/** A head of the ledger that is known to have been signed. */
export interface KnownHead {
  /** Which name and key the log had: 1, and one more after each declared break. */
  epoch: number
  /** Number of leaves. */
  size: number
  /** Root of the tree in hexadecimal. */
  root: string
}

/** What is remembered in one place. */
interface Remembered {
  installation: string
  /** Highest number that was given to a code request; 0 before the first. */
  requests: number
  /** Furthest head that was signed. */
  head?: KnownHead
}

interface Place {
  path: string
  /** As it was last read or written here. */
  known: Remembered
  /** Told once, not at every write. */
  warned: boolean
  /** Why it could not be read the last time, though it is there: another's file, a disk that fails. */
  unread?: unknown
}

export interface RollbackGuardOptions {
  /** Id of the installation: what another one left in the same folder is not ours. */
  installation: string
  dataDir: string
  /** A folder outside the data folder, because that may be copied back as a whole; undefined when there is none. */
  memoryDir: string | undefined
  log: Pick<Logger, 'warn' | 'error'>
}

/**
 * What an installation remembers outside its database, so that no restored backup takes it back: the highest request
 * number and the furthest signed head of the ledger. It is kept in the data folder and in a folder outside it; the greater
 * counts. A number is remembered before the transaction that gives it commits (a gap is harmless), a head after it was
 * published, so that it is never ahead of what anybody could have seen. Several processes may share the files.
 */
export class RollbackGuard {
  readonly #options: RollbackGuardOptions
  readonly #places: Place[]
  /** Writes of this process come one after another. */
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(options: RollbackGuardOptions) {
    this.#options = options
    const { dataDir, memoryDir, installation } = options
    const paths = [join(dataDir, 'memory.json'), ...(memoryDir ? [join(memoryDir, `${installation}.json`)] : [])]
    this.#places = paths.map(path => ({ path, known: { installation, requests: 0 }, warned: false }))
  }

  /** Reads what is remembered. What cannot be read is told and put aside; it never prevents a start. */
  static async open(options: RollbackGuardOptions): Promise<RollbackGuard> {
    const memory = new RollbackGuard(options)
    await memory.refresh()
    await memory.#adoptOldHead()
    return memory
  }

  /** Highest request number that is known to have been given. */
  get requests(): number {
    return Math.max(...this.#places.map(place => place.known.requests))
  }

  /** Furthest head of each place; they may contradict each other after a restore. */
  get heads(): KnownHead[] {
    const heads = this.#places.flatMap(place => place.known.head ?? [])
    return heads.filter((head, at) => heads.findIndex(other => isSame(head, other)) === at)
  }

  /** Where it is kept, for messages. */
  get paths(): string[] {
    return this.#places.map(place => place.path)
  }

  /** Reads again what other processes may have written. */
  async refresh(): Promise<void> {
    for (const place of this.#places) place.known = merge(place.known, await this.#read(place))
  }

  /**
   * Remembers that request numbers up to this one are given. Resolves once it is safe on disk in one place at least.
   * @throws whatever the disk says, when it is safe nowhere
   */
  async noteRequests(number: number): Promise<void> {
    if (this.#places.every(place => place.known.requests >= number)) return
    await this.#note({ installation: this.#options.installation, requests: number })
  }

  /**
   * Remembers a head that has been signed and published.
   * @throws whatever the disk says, when it is safe nowhere
   */
  async noteHead(head: KnownHead, requests = 0): Promise<void> {
    await this.#note({ installation: this.#options.installation, requests, head })
  }

  #note(news: Remembered): Promise<void> {
    const written = this.#writing.then(async () => {
      const outcomes = await Promise.allSettled(this.#places.map(place => this.#write(place, news)))
      for (const [position, outcome] of outcomes.entries())
        if (outcome.status === 'rejected') this.#warn(this.#places[position]!, outcome.reason)
      const [first] = outcomes
      if (first?.status === 'rejected' && outcomes.every(outcome => outcome.status === 'rejected')) throw first.reason
    })
    this.#writing = written.catch(() => {})
    return written
  }

  #warn(place: Place, reason: unknown): void {
    if (place.warned) return
    place.warned = true
    this.#options.log.warn(
      { err: reason },
      `${place.path} cannot be written: what has been given and signed is remembered in fewer places than it should be`,
    )
  }

  async #write(place: Place, news: Remembered): Promise<void> {
    await mkdir(dirname(place.path), { recursive: true, mode: 0o700 })
    await alone(`${place.path}.lock`, async () => {
      const before = await this.#read(place)
      // What it holds may be further than all that is known here: it is not written over unread.
      if (place.unread !== undefined) throw place.unread
      const known = merge(merge(place.known, before), news)
      await writeFileSafely(place.path, `${JSON.stringify(known)}\n`, undefined, { likeFolder: true })
      place.known = known
      place.warned = false
    })
  }

  async #read(place: Place): Promise<Remembered> {
    const { path } = place
    const { installation, log } = this.#options
    const nothing: Remembered = { installation, requests: 0 }
    let text: string
    try {
      text = await readFile(path, 'utf8')
      place.unread = undefined
    } catch (error) {
      const there = codeOf(error) !== 'ENOENT'
      if (there && place.unread === undefined)
        log.error(
          { err: error },
          `${path} cannot be read: what it remembers is not known, and nothing is remembered there until it can be`,
        )
      place.unread = there ? error : undefined
      return nothing
    }
    const read = parse(text)
    if (read) return read.installation === installation ? read : nothing
    const aside = `${path}.damaged`
    log.error(`${path} is damaged: what it remembered is not known any more. It is kept as ${aside}`)
    await rename(path, aside).catch(() => {})
    return nothing
  }

  /** Until this memory there was a file with the head alone. */
  async #adoptOldHead(): Promise<void> {
    const path = join(this.#options.dataDir, 'ledger-head.json')
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) return
    const head = headOf(text)
    if (!head) {
      this.#options.log.error(`${path} is damaged: the head of the ledger that it remembered is not known any more`)
      await rename(path, `${path}.damaged`).catch(() => {})
      return
    }
    await this.noteHead({ ...head, epoch: 1 })
    await unlink(path).catch(() => {})
  }
}

function isSame(a: KnownHead, b: KnownHead): boolean {
  return a.epoch === b.epoch && a.size === b.size && a.root === b.root
}

/** True when `a` is of a later epoch, or of the same and larger. */
export function isFurther(a: KnownHead, b: KnownHead | undefined): boolean {
  return !b || a.epoch > b.epoch || (a.epoch === b.epoch && a.size > b.size)
}

function merge(a: Remembered, b: Remembered): Remembered {
  const head = b.head && isFurther(b.head, a.head) ? b.head : a.head
  return {
    installation: a.installation,
    requests: Math.max(a.requests, b.requests),
    ...(head ? { head } : {}),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parse(text: string): Remembered | undefined {
  try {
    const { installation, requests, head } = JSON.parse(text) as Partial<Remembered>
    if (typeof installation !== 'string' || !isCount(requests)) return undefined
    if (head === undefined) return { installation, requests }
    return isHead(head) ? { installation, requests, head } : undefined
  } catch {
    return undefined
  }
}

function headOf(text: string): { size: number; root: string } | undefined {
  try {
    const { size, root } = JSON.parse(text) as KnownHead
    return isHead({ epoch: 1, size, root }) ? { size, root } : undefined
  } catch {
    return undefined
  }
}

function isHead({ epoch, size, root }: KnownHead): boolean {
  return isCount(epoch) && epoch > 0 && isCount(size) && /^[0-9a-f]{64}$/.test(root)
}

const codeOf = (error: unknown) => (error as { code?: string }).code

/** A write takes milliseconds: whoever holds the lock for longer has died or is asleep. */
const staleMs = 1500

/** Lets one process at a time, of this machine or of those that share the folder, do `work`. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  const mark = `${hostname()} ${process.pid}\n`
  for (const began = Date.now(); ; ) {
    try {
      await take(lock, mark)
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      if (await isStale(lock)) await unlink(lock).catch(() => {})
      else if (Date.now() - began > 2 * staleMs) throw error
      else await new Promise(done => setTimeout(done, 5))
    }
  }
  try {
    await work()
  } finally {
    await unlink(lock).catch(() => {})
  }
}

/** @throws EEXIST while somebody has it */
async function take(lock: string, mark: string): Promise<void> {
  const file = await open(lock, 'wx', 0o600)
  try {
    await file.writeFile(mark)
  } catch (error) {
    // A full disk has room for the name of a file, not for what is in it: left behind, it would keep everybody waiting.
    await unlink(lock).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    const [host, pid] = (await readFile(lock, 'utf8')).trim().split(' ')
    if (host === hostname() && pid && !isAlive(Number(pid))) return true
    return Math.abs(Date.now() - (await stat(lock)).mtimeMs) > staleMs
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}
