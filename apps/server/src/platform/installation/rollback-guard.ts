import { hostname } from 'node:os'
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { writeFileSafely } from './write-file.ts'
import { errorCode } from '../error-facts.ts'

/** A head of the ledger that is known to be signed. */
export interface KnownHead {
  /** Counts the log's names and keys: 1, and one more after each declared break. */
  epoch: number
  /** Number of leaves. */
  size: number
  /** Root of the tree in hexadecimal. */
  root: string
}

/** The marks of one place. */
interface Marks {
  installation: string
  /** Highest request number that was assigned; 0 before the first. */
  requests: number
  /** Newest head that was signed. */
  head?: KnownHead
}

interface Place {
  path: string
  /** As last read or written here. */
  known: Marks
  /** Log the warning once, not at every write. */
  warned: boolean
  /** Why an existing file could not be read the last time: another user's file, a failing disk. */
  unread?: unknown
}

export interface RollbackGuardOptions {
  /** Id of the installation: another installation's files in the same folder are ignored. */
  installation: string
  dataDir: string
  /**
   * A folder outside the data folder, because that one may be restored from a copy as a whole; undefined when there is
   * none.
   */
  memoryDir: string | undefined
  log: Pick<Logger, 'warn' | 'error'>
}

/**
 * Marks of an installation outside its database that no restored backup may lower: the highest request number and the
 * newest signed head of the ledger. They are stored in the data folder and in a folder outside it; the greater one
 * counts. A number is recorded before the transaction that assigns it commits (a gap is harmless), a head after it was
 * published, so that it is never ahead of what anybody could have seen. Several processes may share the files.
 */
export class RollbackGuard {
  readonly #options: RollbackGuardOptions
  readonly #places: Place[]
  /** Writes of this process run one after another. */
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(options: RollbackGuardOptions) {
    this.#options = options
    const { dataDir, memoryDir, installation } = options
    const paths = [join(dataDir, 'memory.json'), ...(memoryDir ? [join(memoryDir, `${installation}.json`)] : [])]
    this.#places = paths.map(path => ({ path, known: { installation, requests: 0 }, warned: false }))
  }

  /** Reads the marks. A file that cannot be read is logged and moved aside; it never prevents a start. */
  static async open(options: RollbackGuardOptions): Promise<RollbackGuard> {
    const memory = new RollbackGuard(options)
    await memory.refresh()
    await memory.#adoptOldHead()
    return memory
  }

  /** Highest request number that is known to be assigned. */
  get requests(): number {
    return Math.max(...this.#places.map(place => place.known.requests))
  }

  /** Newest head of each place; they may contradict each other after a restore. */
  get heads(): KnownHead[] {
    const heads = this.#places.flatMap(place => place.known.head ?? [])
    return heads.filter((head, at) => heads.findIndex(other => isSame(head, other)) === at)
  }

  /** Where the marks are stored, for messages. */
  get paths(): string[] {
    return this.#places.map(place => place.path)
  }

  /** Reads again, for what other processes may have written. */
  async refresh(): Promise<void> {
    for (const place of this.#places) place.known = merge(place.known, await this.#read(place))
  }

  /**
   * Records that request numbers up to this one are assigned. Resolves once it is safe on disk in at least one place.
   * @throws the file system's error, when it is safe nowhere
   */
  async noteRequests(number: number): Promise<void> {
    if (this.#places.every(place => place.known.requests >= number)) return
    await this.#note({ installation: this.#options.installation, requests: number })
  }

  /**
   * Records a head that has been signed and published.
   * @throws the file system's error, when it is safe nowhere
   */
  async noteHead(head: KnownHead, requests = 0): Promise<void> {
    await this.#note({ installation: this.#options.installation, requests, head })
  }

  #note(news: Marks): Promise<void> {
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
      `${place.path} cannot be written: assigned numbers and signed heads are stored in fewer places than they should be`,
    )
  }

  async #write(place: Place, news: Marks): Promise<void> {
    await mkdir(dirname(place.path), { recursive: true, mode: 0o700 })
    await withFileLock(`${place.path}.lock`, async () => {
      const before = await this.#read(place)
      // It may hold a newer mark than known here: a file that cannot be read is not overwritten.
      if (place.unread !== undefined) throw place.unread
      const known = merge(merge(place.known, before), news)
      await writeFileSafely(place.path, `${JSON.stringify(known)}\n`, undefined, { likeFolder: true })
      place.known = known
      place.warned = false
    })
  }

  async #read(place: Place): Promise<Marks> {
    const { path } = place
    const { installation, log } = this.#options
    const nothing: Marks = { installation, requests: 0 }
    let text: string
    try {
      text = await readFile(path, 'utf8')
      place.unread = undefined
    } catch (error) {
      const there = errorCode(error) !== 'ENOENT'
      if (there && place.unread === undefined)
        log.error(
          { err: error },
          `${path} cannot be read: its marks are unknown, and nothing is stored there until it can be read`,
        )
      place.unread = there ? error : undefined
      return nothing
    }
    const read = parse(text)
    if (read) return read.installation === installation ? read : nothing
    const moved = `${path}.damaged`
    log.error(`${path} is damaged: its marks are lost. It was moved to ${moved}`)
    await rename(path, moved).catch(() => {})
    return nothing
  }

  /** Earlier versions stored the head alone in a file of its own. */
  async #adoptOldHead(): Promise<void> {
    const path = join(this.#options.dataDir, 'ledger-head.json')
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) return
    const head = headOf(text)
    if (!head) {
      this.#options.log.error(`${path} is damaged: the head of the ledger that it held is lost`)
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

/** True when `a` is of a later epoch, or of the same epoch and larger. */
export function isFurther(a: KnownHead, b: KnownHead | undefined): boolean {
  return !b || a.epoch > b.epoch || (a.epoch === b.epoch && a.size > b.size)
}

function merge(a: Marks, b: Marks): Marks {
  const head = b.head && isFurther(b.head, a.head) ? b.head : a.head
  return {
    installation: a.installation,
    requests: Math.max(a.requests, b.requests),
    ...(head ? { head } : {}),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parse(text: string): Marks | undefined {
  try {
    const { installation, requests, head } = JSON.parse(text) as Partial<Marks>
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

/** A write takes milliseconds: a process that holds the lock for longer has died or sleeps. */
const staleMs = 1500

/** Lets one process at a time do `work`, of this machine or of others that share the folder. */
async function withFileLock(lock: string, work: () => Promise<void>): Promise<void> {
  const mark = `${hostname()} ${process.pid}\n`
  for (const began = performance.now(); ; ) {
    try {
      await createLock(lock, mark)
      break
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      if (await isStale(lock)) await unlink(lock).catch(() => {})
      else if (performance.now() - began > 2 * staleMs) throw error
      else await new Promise(done => setTimeout(done, 5))
    }
  }
  try {
    await work()
  } finally {
    await unlink(lock).catch(() => {})
  }
}

/** @throws EEXIST while another process has it */
async function createLock(lock: string, mark: string): Promise<void> {
  const file = await open(lock, 'wx', 0o600)
  try {
    await file.writeFile(mark)
  } catch (error) {
    // A full disk has room for a file's name, not for its content: left behind, the file would block everybody.
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
    return errorCode(error) !== 'ESRCH'
  }
}
