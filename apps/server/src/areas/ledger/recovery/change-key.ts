import type { Json, TreeEdge } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import type { KnownHead } from '../../../platform/installation/rollback-guard.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { appendStatement, loadVerifiedEdge } from '../log/append.ts'
import { announcementStatement, beginningStatement, type KeyChange } from '../log/key-changes.ts'
import { storeEpochKeys, epochKeysUpTo } from '../log/keys.ts'
import { type LedgerLog, ledgerLog } from '../log/log.ts'
import { loadCurrentHead } from './recover.ts'
import { indexRootOf, newestHead } from '../log/store.ts'

export interface ChangedKey {
  change: KeyChange
  /** The first head under the new key, for the rollback guard after the commit. */
  head: KnownHead
  /** Highest request number in that head. */
  requests: number
}

/**
 * Lets the log continue under the key of another master key: the current key signs an entry that announces the new key, the
 * new key signs the next head. Runs under the lock of the sequencer, with an empty queue.
 * @param reason public
 * @throws CannotDeclare when the newest head is not of this log and key
 */
export async function changeLogKey(db: Db, services: Services, next: Secrets, reason: string): Promise<ChangedKey> {
  const { settings } = services
  const ours = await loadCurrentHead(db, services)
  const epoch = ours.epoch + 1
  const former = ledgerLog(services).at(ours.epoch)
  const begun = ledgerLog({ settings, secrets: next }).at(epoch)
  const { at } = await db.one<{ at: Date }>(sql`select date_trunc('milliseconds', now()) as at`)
  const terms = { at, reason, next: { origin: begun.origin, verifierKey: begun.verifierKey } }

  const newest = await newestHead(db)
  const indexed = indexRootOf(newest)
  const append = (log: LedgerLog, edge: TreeEdge, statement: Json, isLast = false) =>
    appendStatement(db, log, edge, statement, { indexed, isLast })
  const announcement = announcementStatement({ ...terms, former })
  const last = await append(former, await loadVerifiedEdge(db, newest), announcement, true)
  const { origin, verifierKey } = former
  const { size } = last.edge.range
  const change: KeyChange = { ...terms, epoch, former: { origin, size, root: last.root, verifierKey } }
  const first = await append(begun, last.edge, beginningStatement(change))

  await db.execute(sql`
    insert into ledger_key_change (epoch, at, reason, former_origin, size, root)
    values (${epoch}, ${at}, ${reason}, ${origin}, ${size}, ${Buffer.from(last.root, 'hex')})`)
  await storeEpochKeys(db, next, [...epochKeysUpTo(former, ours.epoch), { epoch, verifierKey: begun.verifierKey }])
  return { change, head: { epoch, size: first.edge.range.size, root: first.root }, requests: first.requests }
}
