import { parseCheckpoint, parseNote } from '@timbermark/ledger'
import type { Database } from '../../../platform/database/database.ts'
import { isFurther } from '../../../platform/installation/rollback-guard.ts'
import { Poller } from '../../../platform/jobs/poller.ts'
import type { Services } from '../../../platform/services.ts'
import { findFurthestMissing, noteBehind, readBehind } from './behind.ts'
import { logOf } from './log.ts'
import { LedgerBehind } from './sequencer.ts'
import { isSigned } from './signed-head.ts'
import { type Head, newestHead } from './store.ts'

/** How often the newest head is read and compared, and how often at most a head is stored, in milliseconds. */
const compareMs = 1000

type HeadServices = Pick<Services, 'database' | 'rollbackGuard' | 'settings' | 'secrets' | 'log'>

/**
 * Remembers in the rollback guard of this process which heads it served or could read, and compares the log with them.
 * The signer's own memory is not enough: when its machine fails together with the primary, and a standby without its
 * last head is promoted, any other process still knows that head and keeps everybody from signing a second history.
 */
export class ServedHeads {
  readonly #services: HeadServices
  readonly #poller: Poller
  /** The last head that came along, as it was signed: while the log does not grow, a note costs one comparison. */
  #noted = ''
  /** Furthest head that came along since the last time one was stored. */
  #pending: Head | undefined
  /** Newest head that was compared and found to continue all that is remembered. */
  #compared: Pick<Head, 'size' | 'root'> | undefined
  #reported = ''

  constructor(services: HeadServices) {
    this.#services = services
    this.#poller = new Poller(compareMs, services.log, () => this.compare())
  }

  start(): void {
    this.listen()
    void this.#poller.now()
  }

  /** Learns of each head that this process hands to a reader. */
  listen(): void {
    noters.set(this.#services.database, head => this.note(head))
  }

  async stop(): Promise<void> {
    noters.delete(this.#services.database)
    await this.#poller.stop()
    await this.#store().catch(() => {})
  }

  /** What is further than everything before is stored within a second. */
  note(head: Head): void {
    if (head.note === this.#noted) return
    this.#noted = head.note
    const pending = this.#pending
    if (!pending || originOf(pending) !== originOf(head) || head.size > pending.size) this.#pending = head
  }

  /** Stores what is further, and compares the log with what is remembered. When a head is missing, nobody signs. */
  async compare(): Promise<void> {
    const { database, rollbackGuard, log } = this.#services
    await this.#store()
    const head = await database.acrossTenants('ledger', newestHead)
    if (head) this.note(head)
    const compared = this.#compared
    if (head && compared?.size === head.size && compared.root.equals(head.root)) return
    const missing = await database.acrossTenants('ledger', async db => {
      const furthest = await findFurthestMissing(
        db,
        rollbackGuard.heads.map(known => ({ ...known, from: 'memory' })),
      )
      if (furthest && isFurther(furthest, await readBehind(db))) await noteBehind(db, furthest)
      return furthest
    })
    this.#compared = missing ? undefined : head
    if (!missing) return
    const { message } = new LedgerBehind(missing)
    if (this.#reported !== message) log.fatal(message)
    this.#reported = message
  }

  async #store(): Promise<void> {
    const head = this.#pending
    if (!head) return
    this.#pending = undefined
    const { rollbackGuard } = this.#services
    const log = logOf(this.#services, head.note)
    // A row that somebody else wrote must not be remembered as signed: the log could never catch up with it.
    if (!isSigned(head, log)) return
    const known = { epoch: log.epoch, size: head.size, root: head.root.toString('hex') }
    if (!rollbackGuard.heads.every(other => isFurther(known, other))) return
    const { extensions } = parseCheckpoint(parseNote(head.note).text)
    await rollbackGuard.noteHead(known, log.marks.parse(extensions))
  }
}

/** First line of a signed head: name of the log, of its epoch. */
const originOf = ({ note }: Head) => note.slice(0, note.indexOf('\n'))

const noters = new WeakMap<Database, (head: Head) => void>()

/** Called with each head that is handed to a reader. */
export function noteServedHead(database: Database, head: Head | undefined): void {
  if (head) noters.get(database)?.(head)
}
