import { encodeCheckpoint, growTree, rangeRoot, toHex, type TreeEdge } from '@timbermark/ledger'
import { hashLeaves, hashPairs, sha256, signNote } from '@timbermark/ledger/node'
import type { Logger } from 'pino'
import type { Database, Db } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { LedgerLog } from './log.ts'
import type { SignedHeadFile } from './signed-head.ts'
import { loadEdge, newestHead, writeTiles } from './store.ts'

/** Key of the advisory lock that makes one sequencer of all processes. */
const lockKey = 727_203
/** The most leaves that one transaction appends. */
export const groupSize = 4096
/** Leaves that come within this time of each other share a checkpoint. */
const gatherMs = 50
/** Longest wait of a leaf whose notification was lost. */
const pollMs = 1000

/** The database holds less than what was signed: going on would sign a second history of the same log. */
export class LedgerBehind extends Error {}

export interface SequencerOptions {
  database: Database
  log: LedgerLog
  head: SignedHeadFile
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
  #edge: { edge: TreeEdge; root: string } | undefined
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
        if (error instanceof LedgerBehind) this.#options.logger.fatal(error.message)
        else this.#options.logger.error({ err: error }, 'ledger sequencer')
        await this.#pause(pollMs, false)
      }
      if (!this.#woken) await this.#pause(pollMs, true)
    }
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
   * @throws LedgerBehind instead of signing a second history
   */
  async append(): Promise<number> {
    try {
      const appended = await this.#options.database.acrossTenants('ledger', db => this.#appendGroup(db))
      if (!appended) return 0
      this.#edge = { edge: appended.edge, root: appended.root }
      await this.#options.head.note({ size: appended.edge.range.size, root: appended.root })
      return appended.leaves
    } catch (error) {
      // Nothing that was worked out on the way there can be trusted any more.
      this.#edge = undefined
      throw error
    }
  }

  async #appendGroup(db: Db): Promise<{ edge: TreeEdge; root: string; leaves: number } | undefined> {
    const { locked } = await db.one<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}) as locked`)
    if (!locked) return undefined
    const queued = await db.query<{ id: number; leaf: string; leaf_hash: Buffer }>(
      sql`select id, leaf, leaf_hash from ledger_queue order by id limit ${groupSize}`,
    )
    const head = await newestHead(db)
    if (queued.length === 0 && head) return undefined
    await this.#assertNotBehind(db)
    const before = await this.#edgeAt(db, head)

    const hashes = hashLeaves(queued.map(row => Buffer.from(row.leaf, 'utf8')))
    const each = queued.map((_, position) => Buffer.from(hashes.buffer, hashes.byteOffset + position * 32, 32))
    for (const [position, row] of queued.entries()) {
      // The log tells the truth about the text it holds; the record whose hash it no longer is will show as changed.
      if (!row.leaf_hash.equals(each[position]!))
        this.#options.logger.error({ leaf: row.id }, 'a queued leaf was changed after it had been queued')
    }
    const { edge, tiles } = growTree(before, hashes, hashPairs)
    const root = rangeRoot(edge.range, sha256)
    if (queued.length > 0) {
      const moved = await db.execute(sql`
        with taken as (
          delete from ledger_queue q using unnest(${queued.map(row => row.id)}::bigint[], ${each}::bytea[]) with ordinality as g (id, hash, n)
          where q.id = g.id returning g.n, g.hash, q.tenant_id, q.subject, q.leaf)
        insert into ledger_leaf (index, tenant_id, subject, leaf, leaf_hash)
        select ${before.range.size}::bigint + n - 1, tenant_id, subject, leaf, hash from taken order by n`)
      if (moved !== queued.length) throw new Error(`${queued.length} leaves were queued, ${moved} could be moved`)
      await writeTiles(db, tiles)
    }
    const { origin, signer } = this.#options.log
    const note = signNote(encodeCheckpoint({ origin, size: edge.range.size, root, extensions: [] }), [signer])
    await db.execute(
      sql`insert into ledger_checkpoint (size, root, note) values (${edge.range.size}, ${Buffer.from(root)}, ${note})`,
    )
    return { edge, root: toHex(root), leaves: queued.length }
  }

  /** The edge of the newest head: from memory when this process signed it, else from the stored tiles. */
  async #edgeAt(db: Db, head: { size: number; root: Buffer } | undefined): Promise<TreeEdge> {
    const size = head?.size ?? 0
    if (this.#edge?.edge.range.size === size && head && this.#edge.root === head.root.toString('hex'))
      return this.#edge.edge
    const edge = await loadEdge(db, size)
    if (head && !head.root.equals(rangeRoot(edge.range, sha256)))
      throw new LedgerBehind(
        `The ledger's tiles do not lead to its head of size ${size}; nothing is signed until they do`,
      )
    return edge
  }

  async #assertNotBehind(db: Db): Promise<void> {
    const { head } = this.#options
    if (!head.known || head.known.size === 0) return
    const kept = await db.maybe<{ root: Buffer }>(
      sql`select root from ledger_checkpoint where size = ${head.known.size}`,
    )
    if (kept?.root.toString('hex') === head.known.root) return
    throw new LedgerBehind(
      `The database does not hold the head of ${head.known.size} leaves that was signed before (an old backup?). Nothing is signed, or the log would have two histories. ` +
        `Restore the newer database; only if it is lost for good, remove ${head.path} to begin signing again from where the database stands`,
    )
  }
}
