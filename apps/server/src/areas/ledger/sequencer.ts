import type { TreeEdge } from '@timbermark/ledger'
import { hashLeaves } from '@timbermark/ledger/node'
import type { Logger } from 'pino'
import type { Alarms } from '../../platform/alarms/alarms.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Memory } from '../../platform/installation/memory.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Appended, edgeOf, growAndSign, LedgerDamaged } from './append.ts'
import { clearBehind, furthestMissing, type Known, noteBehind, readBehind } from './behind.ts'
import { currentEpoch } from './breaks.ts'
import type { LedgerLog } from './log.ts'
import { type Head, newestHead } from './store.ts'
import { locks } from '../../platform/database/locks.ts'

/** The most leaves that one transaction appends. */
export const groupSize = 4096
/** Leaves that come within this time of each other share a checkpoint. */
const gatherMs = 50
/** Longest wait of a leaf whose notification was lost. */
const pollMs = 1000

/** What stops the signing is told again after this time, not at every try. */
const tellAgainMs = 3_600_000

/** The database does not hold a head that was signed: going on would sign a second history of the same log. */
export class LedgerBehind extends Error {
  readonly known: Known

  constructor(known: Known) {
    super(
      `The database does not hold the head of ${known.size} leaves that was signed before (an old backup?). Nothing is signed, or the log would have two histories; ` +
        'reports are accepted and wait. Settle it with: npm run ledger:recover',
    )
    this.known = known
  }
}

export interface SequencerOptions {
  database: Database
  /** The log in its first epoch. */
  log: LedgerLog
  memory: Memory
  alarms: Alarms
  logger: Logger
}

/**
 * Gives queued leaves their places. One transaction appends a group: leaves, tiles, signed checkpoint and the emptied
 * queue become visible together or not at all, so that a crash at any point leaves nothing to repair. The lock lives and
 * dies with that transaction; whoever holds it next reads the newest head before it goes on.
 */
export class Sequencer {
  readonly #options: SequencerOptions
  /** Edge of the tree as this process left it, with the root it leads to. */
  #edge: Appended | undefined
  #told: { what: string; at: number } | undefined
  #listener: ReturnType<Database['listen']> | undefined
  #running: Promise<void> | undefined
  #wake: () => void = () => {}
  #woken = false
  #stopping = false

  constructor(options: SequencerOptions) {
    this.#options = options
  }

  /** Appends until `stop`. */
  start(): void {
    const heard = () => {
      this.#woken = true
      this.#wake()
    }
    this.#listener = this.#options.database.listen('ledger_queue', heard, heard)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake()
    await this.#listener?.close()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false
      try {
        if ((await this.append()) === groupSize) continue
        await this.#pause(gatherMs, false)
      } catch (error) {
        this.#tell(error)
        await this.#pause(pollMs, false)
      }
      if (!this.#woken) await this.#pause(pollMs, true)
    }
  }

  #tell(error: unknown): void {
    const { logger } = this.#options
    const stopped = error instanceof LedgerBehind || error instanceof LedgerDamaged
    if (!stopped) {
      logger.error({ err: error }, 'ledger sequencer')
      return
    }
    const told = this.#told
    if (told?.what === error.message && Date.now() - told.at < tellAgainMs) return
    this.#told = { what: error.message, at: Date.now() }
    logger.fatal(error.message)
  }

  #pause(ms: number, wakeable: boolean): Promise<void> {
    return new Promise(done => {
      const timer = setTimeout(done, ms)
      this.#wake = () => {
        if (!wakeable && !this.#stopping) return
        clearTimeout(timer)
        done()
      }
      if (this.#stopping) this.#wake()
    })
  }

  /**
   * Appends one group and signs the new head; the empty log gets a head of size 0.
   * @returns number of leaves appended; 0 when there are none or another process is at it
   * @throws LedgerBehind instead of signing a second history; all processes then know of it
   */
  async append(): Promise<number> {
    const { database, memory, alarms } = this.#options
    try {
      const appended = await database.acrossTenants('ledger', db => this.#appendGroup(db))
      if (!appended) return 0
      alarms.clear('ledgerFaults')
      this.#edge = appended
      const { edge, root, epoch, requests } = appended
      await memory.noteHead({ epoch, size: edge.range.size, root }, requests)
      return appended.leaves
    } catch (error) {
      // Nothing that was worked out on the way there can be trusted any more.
      this.#edge = undefined
      if (error instanceof LedgerBehind) await database.acrossTenants('ledger', db => noteBehind(db, error.known))
      if (error instanceof LedgerDamaged) alarms.raise('ledgerFaults', { found: 1 })
      throw error
    }
  }

  async #appendGroup(db: Db): Promise<(Appended & { epoch: number; leaves: number }) | undefined> {
    const { locked } = await db.one<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${locks.ledgerAppend}) as locked`,
    )
    if (!locked) return undefined
    const queued = await db.query<{ id: number; tenant_id: number; leaf: string; leaf_hash: Buffer }>(
      sql`select id, tenant_id, leaf, leaf_hash from ledger_queue order by id limit ${groupSize}`,
    )
    const head = await newestHead(db)
    const behind = await readBehind(db)
    if (queued.length === 0 && head && !behind) return undefined
    const remembered = this.#options.memory.heads.map(known => ({ ...known, from: 'memory' }))
    const missing = await furthestMissing(db, behind ? [behind, ...remembered] : remembered)
    if (missing) throw new LedgerBehind(missing)
    if (behind) await clearBehind(db)
    if (queued.length === 0 && head) return undefined
    const before = await this.#edgeAt(db, head)

    const hashes = hashLeaves(queued.map(row => Buffer.from(row.leaf, 'utf8')))
    const each = queued.map((_, position) => Buffer.from(hashes.buffer, hashes.byteOffset + position * 32, 32))
    for (const [position, row] of queued.entries()) {
      // The log tells the truth about the text it holds; the record whose hash it no longer is will show as changed.
      if (!row.leaf_hash.equals(each[position]!))
        this.#options.logger.error({ leaf: row.id }, 'a queued leaf was changed after it had been queued')
    }
    if (queued.length > 0) {
      const moved = await db.execute(sql`
        with taken as (
          delete
          from ledger_queue q using unnest(${queued.map(row => row.tenant_id)}::bigint[], ${queued.map(row => row.id)}::bigint[], ${each}::bytea[])
            with ordinality as g (tenant_id, id, hash, n)
          where q.tenant_id = g.tenant_id and q.id = g.id returning g.n, g.hash, q.tenant_id, q.subject, q.leaf)
        insert into ledger_leaf (index, tenant_id, subject, leaf, leaf_hash)
        select ${before.range.size}::bigint + n - 1, tenant_id, subject, leaf, hash from taken order by n`)
      if (moved !== queued.length) throw new Error(`${queued.length} leaves were queued, ${moved} could be moved`)
    }
    const epoch = await currentEpoch(db)
    const appended = await growAndSign(db, this.#options.log.at(epoch), before, hashes)
    return { ...appended, epoch, leaves: queued.length }
  }

  /** The edge of the newest head: from memory when this process signed it, else from the stored tiles. */
  async #edgeAt(db: Db, head: Head | undefined): Promise<TreeEdge> {
    const known = this.#edge
    if (known && head && known.edge.range.size === head.size && known.root === head.root.toString('hex'))
      return known.edge
    return edgeOf(db, head)
  }
}
