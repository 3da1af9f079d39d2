import { makeSequencer } from '../areas/ledger/start.ts'
import { changeLogKey, type ChangedKey } from '../areas/ledger/recovery/change-key.ts'
import { rewrapRequestKey } from '../areas/ledger/log/request-subjects.ts'
import { resignEarlierRows } from '../areas/ledger/sealing/earlier-rows.ts'
import { longestReason } from '../areas/ledger/log/breaks.ts'
import { CannotDeclare, loadRecoveryState } from '../areas/ledger/recovery/recover.ts'
import { assertKeyOfDatabase } from '../platform/secrets/key-of-database.ts'
import { opensAllKeys, rewrapTenantKeys } from '../platform/secrets/tenant-keys.ts'
import type { Db } from '../platform/database/database.ts'
import { locks } from '../platform/database/locks.ts'
import { sql } from '../platform/database/sql.ts'
import { removeStoredAnswers } from '../platform/http/idempotency-keys.ts'
import type { Secrets } from '../platform/installation/secrets.ts'
import type { Services } from '../platform/services.ts'
import { CannotChange } from './errors.ts'

export interface ChangeOptions {
  next: Secrets
  /** One to 500 characters; published in the log. */
  reason: string
}

export interface ChangedMaster extends ChangedKey {
  /** Number of tenant keys that were wrapped again. */
  keys: number
}

/**
 * Changes the master key of an installation that no other process uses. Everything that depends on it is changed to the
 * next key in one transaction (docs/decisions/ledger-proof-and-keys.md). Key files stay unchanged.
 * @returns undefined when the next key is the master key already
 * @throws CannotChange, SettingsError, CannotDeclare in one sentence; nothing is changed then
 */
export async function changeMaster(
  services: Services,
  { next, reason }: ChangeOptions,
): Promise<ChangedMaster | undefined> {
  const { database, rollbackGuard: memory } = services
  const publicReason = reason.replace(/\s+/g, ' ').trim()
  if (publicReason === '' || [...publicReason].length > longestReason)
    throw new CannotChange(`The reason has 1 to ${longestReason} characters, for everybody to read`)
  if (await database.acrossTenants('directory', db => opensAllKeys(db, next))) return undefined
  await assertKeyOfDatabase(database, services.secrets, services.settings.masterKeyFile)
  await database.acrossTenants('ledger', db => assertAlone(db, services))
  await emptyQueue(services)
  const changed = await database.acrossTenants('ledger', async db => {
    await db.execute(sql`select pg_advisory_xact_lock(${locks.ledgerAppend})`)
    await assertNothingWaits(db)
    const keys = await rewrapTenantKeys(db, services.secrets, next)
    await removeStoredAnswers(db)
    await resignEarlierRows(db, services.secrets, next)
    await rewrapRequestKey(db, services.secrets, next)
    const log = await changeLogKey(db, services, next, publicReason)
    // A process that started meanwhile has read the former key.
    await assertAlone(db, services)
    return { ...log, keys }
  })
  await memory.noteHead(changed.head, changed.requests)
  return changed
}

async function assertAlone(db: Db, { database }: Services): Promise<void> {
  if (await database.hasOtherProcesses(db))
    throw new CannotChange(
      'A server or another command runs with this database: stop it first, it would continue with the former key',
    )
}

/** Queued entries carry marks of the present key: they are appended first. */
async function emptyQueue(services: Services): Promise<void> {
  const { behind } = await loadRecoveryState(services)
  if (behind)
    throw new CannotDeclare(
      `The ledger does not hold the head of ${behind.size} entries that was signed before. Resolve this first: npm run ledger:recover`,
    )
  const sequencer = makeSequencer(services)
  while ((await sequencer.append()) > 0);
}

async function assertNothingWaits(db: Db): Promise<void> {
  if (await db.maybe(sql`select 1 from ledger_queue limit 1`))
    throw new CannotChange('New entries wait for the ledger: a server is running. Stop it first')
}
