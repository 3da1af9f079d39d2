import { toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { IndexDamaged, TilesDamaged } from '../log/damage.ts'
import { logUnderAnyName } from '../log/log.ts'
import { LedgerView } from '../log/proofs.ts'
import { isQueuedByUs, loadQueuedContents } from '../log/queue.ts'
import { isSigned } from '../log/signed-head.ts'
import { digestOf } from './content.ts'
import type { SealedKind, StoredContent } from './contents.ts'

/** What sealing needs. */
export type SealingServices = Pick<Services, 'secrets' | 'settings'>

/** A row that differs from what was sealed of it last. */
export interface AlteredRow {
  kind: SealedKind
  rowId: number
  /** Id of the content that it differs from; undefined when that is gone. */
  content?: number | undefined
}

/**
 * What was sealed before a call, in a snapshot without the changes of the call. Stored contents are believed only when the log
 * contains them under its signed head, or the queue with the server's own authentication.
 */
export class SealedBefore {
  readonly db: Db
  readonly tenantId: number
  readonly #services: SealingServices
  readonly #view: LedgerView
  readonly #isSigned: boolean

  private constructor(db: Db, tenantId: number, services: SealingServices, view: LedgerView) {
    this.db = db
    this.tenantId = tenantId
    this.#services = services
    this.#view = view
    this.#isSigned = !view.head || isSigned(view.head, logUnderAnyName(services, view.head.note))
  }

  static async open(db: Db, tenantId: number, services: SealingServices): Promise<SealedBefore> {
    await db.execute(sql`set transaction isolation level repeatable read, read only`)
    return new SealedBefore(db, tenantId, services, await LedgerView.open(db))
  }

  get secrets(): Services['secrets'] {
    return this.#services.secrets
  }

  /**
   * Digests (base64url) of the newest contents of subjects (base64url): the last one in the queue, else the newest in the log. Null
   * for a subject whose newest content cannot be told.
   */
  async newestDigests(subjects: readonly string[]): Promise<Map<string, string | null>> {
    const queued = await loadQueuedContents(this.#services, this.db, this.tenantId, subjects)
    const entered = await this.#enteredContents([...queued.values()].flat().map(({ content }) => content))
    const newest = await this.#newestInLog(subjects)
    for (const [subject, contents] of queued) {
      // What was entered already and queued again is refused by the sequencer.
      const last = contents.findLast(({ content }) => !entered.has(content))
      if (last) newest.set(subject, last.content)
    }
    return newest
  }

  /** Those of these contents that are not in the log or the queue as they are stored, or whose stored parts were changed. */
  async unsealed(contents: readonly StoredContent[]): Promise<StoredContent[]> {
    const entered = await this.#enteredContents(contents.map(({ digest }) => toBase64Url(digest)))
    const rest = contents.filter(({ digest }) => !entered.has(toBase64Url(digest)))
    const queued = await this.db.query<{ subject: Buffer; content: Buffer; mac: Buffer }>(sql`
      select subject, content, mac from ledger_queue
      where tenant_id = ${this.tenantId} and content = any(${rest.map(({ digest }) => digest)}::bytea[])`)
    for (const row of queued)
      if (isQueuedByUs(this.#services.secrets, this.tenantId, row)) entered.add(toBase64Url(row.content))
    return contents.filter(content => !entered.has(toBase64Url(content.digest)) || isChanged(content))
  }

  /** Whether an entry of one of these subjects (base64url) has no stored content: what it states is not known then. */
  async hasEntryWithoutContent(subjects: readonly string[]): Promise<boolean> {
    const row = await this.db.maybe(sql`
      select 1 from ledger_entry e where e.subject = any(${[...subjects]})
        and not exists (select from sealed_content c where c.tenant_id = ${this.tenantId} and c.content = e.content) limit 1`)
    return row !== undefined
  }

  async #newestInLog(subjects: readonly string[]): Promise<Map<string, string | null>> {
    const unknown = () => new Map(subjects.map(subject => [subject, null] as const))
    if (!this.#isSigned) return unknown()
    try {
      return await this.#view.newestContents(subjects)
    } catch (error) {
      if (isDamage(error)) return unknown()
      throw error
    }
  }

  async #enteredContents(contents: readonly string[]): Promise<Set<string>> {
    if (!this.#isSigned || contents.length === 0) return new Set()
    try {
      return await this.#view.enteredContents(contents)
    } catch (error) {
      if (isDamage(error)) return new Set()
      throw error
    }
  }
}

/** Whether the stored parts of a content do not have its digest. */
export const isChanged = (content: StoredContent): boolean => !digestOf(content).equals(content.digest)

/** A missing page or tile is a RangeError. */
const isDamage = (error: unknown) =>
  error instanceof IndexDamaged || error instanceof TilesDamaged || error instanceof RangeError
