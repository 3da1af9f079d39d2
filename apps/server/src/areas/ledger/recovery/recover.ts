import { emptyRoot, parseNote, toHex } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import type { Db } from '../../../platform/database/database.ts'
import type { KnownHead } from '../../../platform/installation/rollback-guard.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { appendStatement, loadVerifiedEdge } from '../log/append.ts'
import { type Behind, clearBehind, readBehind } from '../log/behind.ts'
import { breakStatement, currentEpoch, type LedgerBreak, longestReason } from '../log/breaks.ts'
import { compareLedger } from './compare.ts'
import { ledgerLog } from '../log/log.ts'
import { indexRootOf, newestHead } from '../log/store.ts'
import { locks } from '../../../platform/database/locks.ts'

/** The log compared with the heads that were signed. */
export interface RecoveryState {
  ours: KnownHead & { origin: string }
  /** The head that the log does not contain; undefined when nothing is missing. */
  behind: (Behind & { origin: string }) | undefined
  /** Leaves in the queue. */
  waiting: number
}

/** A break cannot be declared; the message says why. */
export class CannotDeclare extends Error {}

/**
 * Compares the log with the rollback guard and with monitors.
 * @throws CannotDeclare when the newest head belongs to another log: then the settings are not those of the server
 */
export async function loadRecoveryState(services: Services): Promise<RecoveryState> {
  const behind = await compareLedger(services)
  const log = ledgerLog(services)
  return services.database.acrossTenants('ledger', async db => {
    const { waiting } = await db.one<{ waiting: number }>(sql`select count(*) as waiting from ledger_queue`)
    return {
      ours: await loadCurrentHead(db, services),
      behind: behind && { ...behind, origin: log.at(behind.epoch).origin },
      waiting,
    }
  })
}

/** The head that the log continues from. @throws CannotDeclare when it belongs to another log or key */
export async function loadCurrentHead(db: Db, services: Services): Promise<RecoveryState['ours']> {
  const log = ledgerLog(services).at(await currentEpoch(db))
  const head = await newestHead(db)
  const named = head ? head.note.slice(0, head.note.indexOf('\n')) : log.origin
  if (named !== log.origin)
    throw new CannotDeclare(
      `The newest head of the ledger is of ${named}, by these settings it would be ${log.origin}. Set PUBLIC_URL and MASTER_KEY_FILE as the server has them`,
    )
  if (head && verifyNoteSync(parseNote(head.note), [log.signer.key]) !== 'verified')
    throw new CannotDeclare(
      'The newest head of the ledger was signed with another key. Set MASTER_KEY_FILE to the file that the server has',
    )
  return {
    epoch: log.epoch,
    origin: log.origin,
    size: head?.size ?? 0,
    root: head ? toHex(head.root) : toHex(emptyRoot()),
  }
}

/**
 * Declares that the missing history is lost for good: the log continues under a new name and key, and its first entry there
 * states the break. Everything before stays unchanged and verifies as before.
 * @param reason one to 500 characters, public
 * @throws CannotDeclare when nothing is missing or the reason is invalid
 */
export async function declareBreak(services: Services, reason: string): Promise<LedgerBreak> {
  const cleanReason = reason.replace(/\s+/g, ' ').trim()
  if (cleanReason === '' || [...cleanReason].length > longestReason)
    throw new CannotDeclare(`A break needs a reason of 1 to ${longestReason} characters, for everybody to read`)
  await compareLedger(services)
  const { declared, head, requests } = await services.database.acrossTenants('ledger', async db => {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.ledgerAppend})`)
    const behind = await readBehind(db)
    if (!behind)
      throw new CannotDeclare(
        'The ledger is not behind anything that is known to have been signed; there is nothing to declare',
      )
    return writeBreak(db, services, cleanReason, behind)
  })
  await services.rollbackGuard.noteHead(head, requests)
  return declared
}

async function writeBreak(db: Db, services: Services, reason: string, behind: Behind) {
  const log = ledgerLog(services)
  const ours = await loadCurrentHead(db, services)
  // The name of the lost history must not be used again.
  const epoch = Math.max(ours.epoch, behind.epoch) + 1
  const { at } = await db.one<{ at: Date }>(sql`select date_trunc('milliseconds', now()) as at`)
  const declared: LedgerBreak = {
    epoch,
    at,
    reason,
    former: { origin: ours.origin, size: ours.size, root: ours.root },
    lost: { origin: log.at(behind.epoch).origin, size: behind.size, root: behind.root },
  }
  const newest = await newestHead(db)
  const edge = await loadVerifiedEdge(db, newest)
  const { former, lost } = declared
  await db.execute(sql`
    insert into ledger_break (epoch, at, reason, former_origin, size, root, lost_origin, lost_size, lost_root)
    values (${epoch}, ${at}, ${reason}, ${former.origin}, ${former.size}, ${Buffer.from(former.root, 'hex')},
            ${lost.origin}, ${lost.size}, ${Buffer.from(lost.root, 'hex')})`)
  const appended = await appendStatement(db, log.at(epoch), edge, breakStatement(declared, log), {
    indexed: indexRootOf(newest),
  })
  await clearBehind(db)
  return { declared, head: { epoch, size: appended.edge.range.size, root: appended.root }, requests: appended.requests }
}
