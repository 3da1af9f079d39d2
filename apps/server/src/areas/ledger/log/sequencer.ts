import type { TreeEdge } from '@timbermark/ledger'
import { hashLeaves, sha256 } from '@timbermark/ledger/node'
import {
  encodeEntry,
  enterIndex,
  entryHash,
  findInIndex,
  type IndexEntry,
  indexRoot,
  toBase64Url,
} from '@timbermark/ledger/sealed'
import type { Logger } from 'pino'
import type { Alarms } from '../../../platform/alarms/alarms.ts'
import { raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { RollbackGuard } from '../../../platform/installation/rollback-guard.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { sql } from '../../../platform/database/sql.ts'
import {
  type Appended,
  loadVerifiedEdge,
  databaseTime,
  growAndSign,
  LedgerDamaged,
  LedgerKeyChanged,
} from './append.ts'
import { clearBehind, findFurthestMissing, type ReportedHead, noteBehind, readBehind } from './behind.ts'
import { currentEpoch } from './breaks.ts'
import { isHeadDue } from './head-due.ts'
import { type LedgerLog, epochOfHead } from './log.ts'
import { StoredDamage } from './damage.ts'
import { WrittenPages, IndexPages, writePages } from './index-pages.ts'
import { isQueuedByUs } from './queue.ts'
import { type ListScripts, ScriptReleases } from './script-releases.ts'
import { shuffleEntries } from './shuffle.ts'
import { explainForeignHead, isSigned } from './signed-head.ts'
import { type Head, indexRootOf, newestHead } from './store.ts'
import { isJustPromoted, tellsTimeline } from './timeline.ts'
import { locks } from '../../../platform/database/locks.ts'

/** Most entries that one transaction appends. A limit, because the process that serves calls also does the hashing. */
export const groupSize = 512
/** Longest wait of a leaf whose notification was lost, if the moments of appending are closer. */
const pollMs = 1000

/** The same reason for not signing is logged again after this time, not at every attempt. */
const reportAgainMs = 3_600_000

/** The database does not contain a head that was signed. To continue would sign a second history of the same log. */
export class LedgerBehind extends Error {
  readonly knownContents: ReportedHead

  constructor(known: ReportedHead) {
    super(
      `The database does not hold the head of ${known.size} leaves that was signed before (an old backup?). Nothing is signed, or the log would have two histories; ` +
        'reports are accepted and wait. Settle it with: npm run ledger:recover',
    )
    this.knownContents = known
  }
}

/** A row of the queue. */
interface QueuedRow {
  id: number
  tenant_id: number
  subject: Buffer
  content: Buffer
  mac: Buffer
  queued_at: Date
}

interface AppendedGroup extends Appended {
  epoch: number
  leaves: number
  /** Root of the index before and after. */
  indexedBefore: Uint8Array
  indexed: Uint8Array
  /** Pages of the index that changed. */
  written: Awaited<ReturnType<typeof writePages>>
}

export interface SequencerOptions {
  database: Database
  secrets: Secrets
  /** The log in its first epoch. */
  log: LedgerLog
  memory: RollbackGuard
  alarms: Alarms
  logger: Logger
  /**
   * `start` appends only at times that are multiples of this, in milliseconds since 1970. So the log shows neither when exactly
   * something was done, nor what of it was done together.
   */
  everyMs: number
  /** Scripts of the public page, which are entered when they are new; by default none. */
  scripts?: ListScripts
}

/**
 * Assigns places to queued leaves. One transaction appends a group: leaves, tiles, signed checkpoint and the emptied
 * queue become visible together or not at all, so that a crash at any point leaves nothing to repair. The lock ends with
 * the transaction; its next holder reads the newest head first. Within a group the order is random.
 */
export class Sequencer {
  readonly #options: SequencerOptions
  /** Edge of the tree after this process's last append, with its root. */
  #edge: Appended | undefined
  readonly #writtenPages = new WrittenPages()
  readonly #releases: ScriptReleases
  #tellsTimeline: boolean | undefined
  #lastReport: { what: string; at: number } | undefined
  /** Rows that the last group took from the queue, including refused ones. */
  #taken = 0
  #listener: ReturnType<Database['listen']> | undefined
  #running: Promise<void> | undefined
  #endPause: () => void = () => {}
  /** Something was queued since the last attempt to append. */
  #woken = true
  #stopping = false

  constructor(options: SequencerOptions) {
    this.#options = options
    this.#releases = new ScriptReleases(options.scripts)
  }

  /** Appends at fixed moments until `stop`. */
  start(): void {
    const wake = () => {
      this.#woken = true
    }
    this.#listener = this.#options.database.listen('ledger_queue', wake, wake)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#endPause()
    await this.#listener?.close()
    await this.#running
  }

  async #run(): Promise<void> {
    let triedAt = Number.NEGATIVE_INFINITY
    while (!this.#stopping) {
      await this.#pause(this.#untilNextMoment())
      if (this.#stopping || (!this.#woken && performance.now() - triedAt < pollMs)) continue
      this.#woken = false
      triedAt = performance.now()
      try {
        do await this.append()
        while (this.#taken === groupSize && !this.#stopping)
      } catch (error) {
        this.#reportError(error)
        await this.#pause(pollMs)
      }
    }
  }

  #untilNextMoment(): number {
    const { everyMs } = this.#options
    return everyMs - (Date.now() % everyMs)
  }

  #reportError(error: unknown): void {
    const { logger } = this.#options
    const stopped =
      error instanceof LedgerBehind ||
      error instanceof LedgerDamaged ||
      error instanceof LedgerKeyChanged ||
      error instanceof StoredDamage
    if (!stopped) {
      logger.error({ err: error }, 'ledger sequencer')
      return
    }
    const lastReport = this.#lastReport
    if (lastReport?.what === error.message && performance.now() - lastReport.at < reportAgainMs) return
    this.#lastReport = { what: error.message, at: performance.now() }
    logger.fatal(error.message)
  }

  /** Ends early when the sequencer is stopped. */
  #pause(ms: number): Promise<void> {
    return new Promise(done => {
      const timer = setTimeout(done, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        done()
      }
      if (this.#stopping) this.#endPause()
    })
  }

  /**
   * Appends one group and signs the new head; without a group, a head when the newest one is an hour old.
   * @returns number of leaves appended; 0 when the queue is empty or another process is appending
   * @throws LedgerBehind instead of signing a second history; the state is stored for all processes
   */
  async append(): Promise<number> {
    const { database, memory, alarms } = this.#options
    this.#taken = 0
    this.#tellsTimeline ??= await tellsTimeline(database)
    try {
      const appended = await database.acrossTenants('ledger', db => this.#appendGroup(db))
      if (!appended) return 0
      alarms.clear('ledgerFaults')
      this.#edge = appended
      this.#releases.noteEntered(appended.epoch)
      this.#writtenPages.keep(appended.indexedBefore, appended.indexed, appended.written)
      const { edge, root, epoch, requests } = appended
      await memory.noteHead({ epoch, size: edge.range.size, root }, requests)
      return appended.leaves
    } catch (error) {
      // The cached edge may belong to a rolled back transaction.
      this.#edge = undefined
      if (error instanceof LedgerBehind)
        await database.acrossTenants('ledger', db => noteBehind(db, error.knownContents))
      if (error instanceof LedgerDamaged || error instanceof StoredDamage) alarms.raise('ledgerFaults', { found: 1 })
      throw error
    }
  }

  async #appendGroup(db: Db): Promise<AppendedGroup | undefined> {
    const { locked } = await db.one<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.ledgerAppend}) as locked`,
    )
    if (!locked || (await this.#isJustPromoted(db))) return undefined
    const queued = await this.#takeQueued(db)
    const head = await newestHead(db)
    const behind = await readBehind(db)
    const isDue = !head || (queued.length === 0 && (await isHeadDue(db, head)))
    const scriptsDue = head !== undefined && this.#releases.isDue(epochOfHead(this.#options.log, head))
    if (queued.length === 0 && !isDue && !behind && !scriptsDue) return undefined
    const remembered = this.#options.memory.heads.map(known => ({ ...known, from: 'memory' }))
    const missing = await findFurthestMissing(db, behind ? [behind, ...remembered] : remembered)
    if (missing) throw new LedgerBehind(missing)
    if (behind) await clearBehind(db)
    const epoch = await currentEpoch(db)
    const scripts = this.#releases.isDue(epoch) ? await this.#releases.missing(db, epoch) : []
    if (scripts.length === 0) this.#releases.noteEntered(epoch)
    if (queued.length === 0 && !isDue && scripts.length === 0) return undefined
    // The head vouches for the index, so its signature must be the server's own.
    if (head && !isSigned(head, this.#options.log.at(epoch)))
      throw new LedgerDamaged(explainForeignHead(head, this.#options.log.at(epoch)))
    const before = await this.#edgeAt(db, head)

    const indexedBefore = indexRootOf(head)
    const index = new IndexPages(db, indexedBefore, this.#writtenPages)
    const { texts, hashes: entryHashes, newest } = await this.#encodeEntries(index, queued)
    const { size } = before.range
    const statements = await this.#releases.write(db, size + texts.length, scripts, await databaseTime(db))
    const hashes = Buffer.concat([entryHashes, hashLeaves(statements.map(text => Buffer.from(text, 'utf8')))])
    const [, pages] = await Promise.all([
      // Started first: the database writes while this process computes the index.
      writeEntries(db, size, [...texts, ...statements], hashes),
      enterIndex(newest, index.read, sha256),
    ])
    const written = await writePages(db, pages)
    const indexed = pages.size > 0 ? indexRoot(pages.get(''), sha256) : await index.root()
    const appended = await growAndSign(db, this.#options.log.at(epoch), before, hashes, indexed)
    return { ...appended, epoch, leaves: queued.length, indexedBefore, indexed, written }
  }

  /**
   * After a promotion nothing is signed for a moment: a head may have been lost that another process remembers, here or
   * on another machine.
   */
  async #isJustPromoted(db: Db): Promise<boolean> {
    if (!this.#tellsTimeline || !(await isJustPromoted(db))) return false
    await this.#options.memory.refresh()
    return true
  }

  /**
   * Takes a group from the queue, in random order. Rows that the server did not queue itself, or that are in the log already, are refused.
   */
  async #takeQueued(db: Db): Promise<QueuedRow[]> {
    const rows = await db.query<QueuedRow>(sql`
      delete from ledger_queue q using (select tenant_id, id from ledger_queue order by id limit ${groupSize}) g
      where q.tenant_id = g.tenant_id and q.id = g.id
      returning q.id, q.tenant_id, q.subject, q.content, q.mac, q.queued_at`)
    this.#taken = rows.length
    rows.sort((a, b) => a.id - b.id)
    const ours = rows.filter(row => isQueuedByUs(this.#options.secrets, row.tenant_id, row))
    const known = new Set(
      (
        await db.query<{ content: string }>(
          sql`select content from ledger_entry where content = any(${ours.map(({ content }) => toBase64Url(content))})`,
        )
      ).map(({ content }) => content),
    )
    const fresh = ours.filter(({ content }) => {
      const name = toBase64Url(content)
      const isNew = !known.has(name)
      known.add(name)
      return isNew
    })
    if (fresh.length < rows.length) await this.#refuse(db, rows, new Set(ours), new Set(fresh))
    return shuffleEntries(fresh)
  }

  async #refuse(
    db: Db,
    rows: readonly QueuedRow[],
    ours: ReadonlySet<QueuedRow>,
    fresh: ReadonlySet<QueuedRow>,
  ): Promise<void> {
    const { logger } = this.#options
    for (const row of rows) {
      if (fresh.has(row)) continue
      const why = ours.has(row) ? 'again' : 'mac'
      await db.execute(sql`
        insert into ledger_refused (tenant_id, subject, content, mac, why, queued_at)
        values (${row.tenant_id}, ${row.subject}, ${row.content}, ${row.mac}, ${why}, ${row.queued_at})`)
      logger.error(
        { queued: row.id, tenant: row.tenant_id, why },
        'a row of the ledger queue was refused: the server did not queue it, or its content is in the log already',
      )
    }
    await raiseStandingAlarm(db, 'ledgerRefused', { found: rows.length - fresh.size })
  }

  /** Texts, hashes and newest entries of a group: each entry follows the previous one of its subject. */
  async #encodeEntries(index: IndexPages, queued: readonly QueuedRow[]) {
    const subjects = queued.map(({ subject }) => subject)
    await index.prefetch(subjects)
    const newest = await findInIndex(subjects, index.read)
    const touched = new Map<string, IndexEntry>()
    const texts: string[] = []
    const hashes = Buffer.alloc(queued.length * 32)
    for (const [position, { subject, content }] of queued.entries()) {
      const name = subject.toString('hex')
      const last = newest.get(name)
      const seq = (last?.seq ?? 0) + 1
      const text = encodeEntry({ subject, seq, previous: last?.hash ?? null, content })
      const hash = entryHash(text, sha256)
      texts.push(text)
      hashes.set(hash, position * 32)
      const entry = { subject, seq, hash }
      newest.set(name, entry)
      touched.set(name, entry)
    }
    return { texts, hashes, newest: [...touched.values()] }
  }

  /** The edge of the newest head: from memory when this process signed it, else from the stored tiles. */
  async #edgeAt(db: Db, head: Head | undefined): Promise<TreeEdge> {
    const known = this.#edge
    if (known && head && known.edge.range.size === head.size && known.root === head.root.toString('hex'))
      return known.edge
    return loadVerifiedEdge(db, head)
  }
}

/** @param hashes leaf hashes, 32 bytes each */
async function writeEntries(db: Db, first: number, texts: readonly string[], hashes: Buffer): Promise<void> {
  if (texts.length === 0) return
  const each = texts.map((_, position) => hashes.subarray(position * 32, (position + 1) * 32))
  await db.execute(sql`
    insert into ledger_entry (index, text, hash)
    select ${first}::bigint + n - 1, text, hash
    from unnest(${texts}::text[], ${each}::bytea[]) with ordinality as g (text, hash, n) order by n`)
}
