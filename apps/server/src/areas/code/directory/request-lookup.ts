import type { Database } from '../../../platform/database/database.ts'
import { runOutsideCall } from '../../../platform/database/call-scope.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Cache } from '../../../platform/concurrency/caches.ts'
import {
  type KeyedEntry,
  listenForChanges,
  readEntries,
  readNewestEntries,
  type ReceivedChange,
} from './directory-entry.ts'

/** How many requests a process remembers unless stated otherwise; about 1 kB each. */
const defaultMost = 20_000
/** How many of the newest requests are read at once after connecting: codes of new goods are read most. */
const readAhead = 1000
/** The most enterprises of which it is remembered whether they have foreign codes. */
const mostTenants = 20_000
/** Numbers of one statement. */
const perStatement = 5000
/** For how long an answer of the notification line proves that no change was missed, milliseconds. */
const provenMs = 1000
/** What is remembered is read again after this time even if no change was notified: somebody may have changed rows by hand, milliseconds. */
const maxAgeMs = 300_000
/** Stands for all enterprises; their numbers begin with 1. */
const anyTenant = 0

/** A request as it is remembered; a missing entry is a number that no request has. */
interface Known {
  keyed: KeyedEntry | undefined
}

interface Group {
  numbers: Set<number>
  /** Whether what is read may be remembered. */
  isCurrent: boolean
  answer: PromiseWithResolvers<ReadonlyMap<number, KeyedEntry>>
}

interface Changed {
  all: boolean
  requests: Set<number>
}

/** Reads that are in progress, and what has changed since they began. */
class ReadsInProgress {
  readonly #reads = new Set<Changed>()

  noteChange(change: ReceivedChange): void {
    for (const read of this.#reads)
      if (typeof change === 'object' && 'request' in change) read.requests.add(change.request)
      else read.all = true
  }

  /** Runs a read. @returns its answer, and what has changed since it began: only the rest may be remembered */
  async run<T>(read: () => Promise<T>): Promise<{ answer: T; changed: Changed }> {
    const since: Changed = { all: false, requests: new Set<number>() }
    this.#reads.add(since)
    try {
      return { answer: await read(), changed: since }
    } finally {
      this.#reads.delete(since)
    }
  }
}

/**
 * Requests by number. The most recently used are remembered as long as the database's notifications arrive: each names what
 * has changed, and only that is read again, when it is next needed. While they do not arrive, every look-up reads.
 */
export class RequestLookup {
  readonly requests: Cache<number, Known>
  readonly #database: Database
  /** Whether an enterprise, or any (`anyTenant`), has foreign codes; others need no query for them. */
  readonly #foreign = new Cache<number, boolean>(mostTenants, maxAgeMs)
  readonly #reads = new ReadsInProgress()
  /** What the statement that begins next looks up; every caller until then joins it. */
  #next: Group | undefined
  #running: Promise<void> | undefined
  #listener: ReturnType<Database['listen']> | undefined
  /** The highest number of a request; undefined until it was read over the present connection. */
  #highest: number | undefined
  #caughtUpAt = Number.NEGATIVE_INFINITY
  #catchingUp: Promise<boolean> | undefined
  #confirming: Promise<boolean> | undefined
  #provenAt = Number.NEGATIVE_INFINITY

  /** @param most requests that are remembered */
  constructor(database: Database, most = defaultMost) {
    this.#database = database
    this.requests = new Cache(most, maxAgeMs)
  }

  /** Starts to receive changes. Until the connection stands, every look-up reads. */
  start(): void {
    this.#listener ??= listenForChanges(
      this.#database,
      change => this.forget(change),
      () => {
        this.forgetAll()
        // A failed read is tried again by the next look-up.
        this.#catchUp().catch(() => {})
      },
    )
  }

  async stop(): Promise<void> {
    await this.#listener?.close()
    this.#listener = undefined
  }

  /** Forgets everything that is remembered: it is read again when it is needed. */
  forgetAll(): void {
    this.forget('anything')
  }

  /** Forgets what has changed. */
  forget(change: ReceivedChange): void {
    this.#reads.noteChange(change)
    if (typeof change === 'object' && 'request' in change) {
      this.requests.delete(change.request)
      if (this.#highest !== undefined) this.#highest = Math.max(this.#highest, change.request)
      return
    }
    this.#foreign.delete(anyTenant)
    if (change === 'anything') {
      this.requests.clear()
      this.#foreign.clear()
      // The change may be a new request: until the highest number is read again, numbers above it are looked up.
      this.#highest = undefined
      return
    }
    this.#foreign.delete(change.enterprise)
    for (const [number, { keyed }] of [...this.requests.entries()])
      if (keyed?.entry.tenantId === change.enterprise) this.requests.delete(number)
  }

  /** Reads the highest number, the newest requests, and whether there are foreign codes. @returns whether nothing changed meanwhile */
  #catchUp(): Promise<boolean> {
    this.#catchingUp ??= runOutsideCall(() => this.#readAhead()).finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  async #readAhead(): Promise<boolean> {
    const begun = performance.now()
    const { answer, changed } = await this.#reads.run(async () => ({
      newest: await readNewestEntries(this.#database, Math.min(readAhead, this.requests.max)),
      foreign: await this.#readForeign(anyTenant),
    }))
    // After a change of anything, or on another connection, the answer may be too old: the next look-up reads again.
    if (changed.all) return false
    const oldestFirst = answer.newest.toReversed()
    for (const keyed of oldestFirst)
      if (!changed.requests.has(keyed.entry.requestNumber)) this.requests.set(keyed.entry.requestNumber, { keyed })
    this.#foreign.set(anyTenant, answer.foreign)
    this.#highest = Math.max(oldestFirst.at(-1)?.entry.requestNumber ?? 0, ...changed.requests)
    this.#caughtUpAt = begun
    return true
  }

  /**
   * Whether every change up to now has been received, so that what is remembered is valid. Asks the notification line itself
   * when it has been silent for a moment: a line that is dead without having been closed would hide changes.
   */
  async #isCurrent(): Promise<boolean> {
    const listener = this.#listener
    if (!listener?.healthy()) return false
    if (performance.now() - this.#provenAt > provenMs) {
      this.#confirming ??= this.#confirm(listener).finally(() => {
        this.#confirming = undefined
      })
      if (!(await this.#confirming)) return false
    }
    if (this.#highest !== undefined && performance.now() - this.#caughtUpAt < maxAgeMs) return true
    return (await this.#catchUp()) && listener.healthy()
  }

  async #confirm(listener: ReturnType<Database['listen']>): Promise<boolean> {
    const begun = performance.now()
    const answers = await listener.confirm()
    if (answers) this.#provenAt = begun
    return answers
  }

  /**
   * Finds requests by numbers that people typed or scanned. A number above the highest one was never given, and costs no query.
   * @returns the requests that exist
   */
  async findGuessed(numbers: ReadonlySet<number>): Promise<Map<number, KeyedEntry>> {
    if (numbers.size === 0) return new Map()
    const isCurrent = await this.#isCurrent()
    const highest = isCurrent ? (this.#highest ?? Infinity) : Infinity
    return this.#find(
      [...numbers].filter(number => number >= 1 && number <= highest),
      isCurrent,
    )
  }

  /**
   * Finds requests by numbers that were read from the database.
   * @param fresh reads them even if they are remembered: the caller has just changed them
   */
  async find(numbers: Iterable<number>, { fresh = false } = {}): Promise<Map<number, KeyedEntry>> {
    const different = [...new Set(numbers)]
    if (different.length === 0) return new Map()
    return this.#find(different, !fresh && (await this.#isCurrent()))
  }

  async #find(numbers: readonly number[], isCurrent: boolean): Promise<Map<number, KeyedEntry>> {
    const entries = new Map<number, KeyedEntry>()
    const unknown: number[] = []
    for (const number of numbers) {
      const known = isCurrent ? this.requests.lookUp(number) : undefined
      if (known?.keyed) entries.set(number, known.keyed)
      else if (!known) unknown.push(number)
    }
    if (unknown.length === 0) return entries
    const read = await this.#readTogether(unknown, isCurrent)
    for (const number of unknown) {
      const keyed = read.get(number)
      if (keyed) entries.set(number, keyed)
    }
    return entries
  }

  /**
   * Reads requests by the statement that begins next, together with everybody else who asks until then. One runs at a time, so
   * that thousands of callers cost a few statements; none of them gets an answer older than their question.
   */
  #readTogether(numbers: readonly number[], isCurrent: boolean): Promise<ReadonlyMap<number, KeyedEntry>> {
    this.#next ??= { numbers: new Set(), isCurrent: true, answer: Promise.withResolvers() }
    const group = this.#next
    for (const number of numbers) group.numbers.add(number)
    group.isCurrent &&= isCurrent
    // For all of them: none of the calls pays for it with the time that it may wait.
    this.#running ??= runOutsideCall(() => this.#run())
    return group.answer.promise
  }

  async #run(): Promise<void> {
    await new Promise<void>(turn => setImmediate(turn))
    for (let group = this.#next; group; group = this.#next) {
      this.#next = undefined
      await this.#readGroup([...group.numbers], group.isCurrent).then(group.answer.resolve, group.answer.reject)
    }
    this.#running = undefined
  }

  async #readGroup(numbers: readonly number[], isCurrent: boolean): Promise<Map<number, KeyedEntry>> {
    const entries = new Map<number, KeyedEntry>()
    for (let at = 0; at < numbers.length; at += perStatement) {
      const part = numbers.slice(at, at + perStatement)
      const { answer, changed } = await this.#reads.run(() => readEntries(this.#database, part))
      for (const keyed of answer) entries.set(keyed.entry.requestNumber, keyed)
      if (!isCurrent || changed.all) continue
      for (const number of part)
        if (!changed.requests.has(number)) this.requests.set(number, { keyed: entries.get(number) })
    }
    return entries
  }

  /** Whether an enterprise may have foreign codes; costs no query when it is remembered. @param tenantId null for any enterprise */
  async mayHaveForeign(tenantId: number | null): Promise<boolean> {
    if (!(await this.#isCurrent())) return true
    if (this.#foreign.get(anyTenant) === false) return false
    const tenant = tenantId ?? anyTenant
    const known = this.#foreign.get(tenant)
    if (known !== undefined) return known
    const { answer, changed } = await this.#reads.run(() => this.#readForeign(tenant))
    if (!changed.all) this.#foreign.set(tenant, answer)
    return answer
  }

  async #readForeign(tenant: number): Promise<boolean> {
    const which = tenant === anyTenant ? sql`true` : sql`f.tenant_id = ${tenant}`
    const [row] = await this.#database.readAcrossTenants<{ has: boolean }>(
      'directory',
      sql`select exists (select from foreign_code f where ${which}) as has`,
    )
    return row!.has
  }
}
