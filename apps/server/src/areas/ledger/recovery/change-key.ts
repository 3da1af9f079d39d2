import type { Json, TreeEdge } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import type { KnownHead } from '../../../platform/installation/rollback-guard.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { appendStatement, edgeOf } from '../log/append.ts'
import { announcement, beginning, type KeyChange } from '../log/key-changes.ts'
import { keepKeys, keysUpTo } from '../log/keys.ts'
import { type LedgerLog, ledgerLog } from '../log/log.ts'
import { ourHead } from './recover.ts'
import { indexRootOf, newestHead } from '../log/store.ts'

export interface ChangedKey {
  change: KeyChange
  /** The first head under the new key, to be remembered once the transaction is kept. */
  head: KnownHead
  /** Highest request number that it names. */
  requests: number
}

/**
 * Lets the log go on under the key of another master key: the present key signs an entry that names the new one, the new
 * one signs the next head. Runs under the lock of the sequencer, with nothing waiting.
 * @param reason for everybody to read
 * @throws CannotDeclare when the newest head is not of this log and key
 */
export async function changeLogKey(db: Db, services: Services, next: Secrets, reason: string): Promise<ChangedKey> {
  const { settings } = services
  const ours = await ourHead(db, services)
  const epoch = ours.epoch + 1
  const former = ledgerLog(services).at(ours.epoch)
  const begun = ledgerLog({ settings, secrets: next }).at(epoch)
  const { at } = await db.one<{ at: Date }>(sql`select date_trunc('milliseconds', now()) as at`)
  const said = { at, reason, next: { origin: begun.origin, verifierKey: begun.verifierKey } }

  const newest = await newestHead(db)
  const indexed = indexRootOf(newest)
  const append = (log: LedgerLog, edge: TreeEdge, statement: Json) => appendStatement(db, log, edge, statement, indexed)
  const last = await append(former, await edgeOf(db, newest), announcement({ ...said, former }))
  const { origin, verifierKey } = former
  const { size } = last.edge.range
  const change: KeyChange = { ...said, epoch, former: { origin, size, root: last.root, verifierKey } }
  const first = await append(begun, last.edge, beginning(change))

  await db.execute(sql`
    insert into ledger_key_change (epoch, at, reason, former_origin, size, root)
    values (${epoch}, ${at}, ${reason}, ${origin}, ${size}, ${Buffer.from(last.root, 'hex')})`)
  await keepKeys(db, next, [...keysUpTo(former, ours.epoch), { epoch, verifierKey: begun.verifierKey }])
  return { change, head: { epoch, size: first.edge.range.size, root: first.root }, requests: first.requests }
}
