import { passwordLength } from '@timbermark/contract'
import type { Call } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { reauthenticate } from './reauthentication.ts'
import { assertPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { Sessions } from './sessions.ts'

/** Accounts whose password is being changed. Each change costs two slow hashes, so one runs at a time per account. */
const changesInProgress = new WeakMap<Database, Set<number>>()

/**
 * Changes the caller's own password and ends their other sessions.
 * @throws Refusal tooFast, auth.wait, tooMany, auth.oldPasswordWrong, auth.passwordUnchanged and those of the policy
 */
export async function changeOwnPassword(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  passwords: { oldPassword: string; newPassword: string },
): Promise<void> {
  const changing = changesInProgress.get(services.database) ?? new Set()
  changesInProgress.set(services.database, changing)
  if (changing.has(actor.accountId)) throw new Refusal('tooFast')
  changing.add(actor.accountId)
  try {
    await changePassword(services, actor, passwords)
  } finally {
    changing.delete(actor.accountId)
  }
}

async function changePassword(
  services: Call['services'],
  actor: Call['actor'],
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { database } = services
  const oldHash = await reauthenticate({ services, actor }, oldPassword, 'oldPassword')
  if (newPassword === oldPassword)
    throw new Refusal(
      'auth.passwordUnchanged',
      {},
      { issues: [{ field: 'newPassword', error: 'auth.passwordUnchanged' }] },
    )
  await database.withTenant(actor.tenantId, db =>
    assertPassword(db, newPassword, actor.userName, { field: 'newPassword', weak: passwordLength.own }),
  )
  const newHash = await hashPassword(newPassword)
  await database.withTenant(actor.tenantId, async db => {
    const changed = await db.execute(sql`
      update account set password_hash = ${newHash}, initial_until = null, password_changed_at = now(), updated_at = now()
      where tenant_id = ${actor.tenantId} and id = ${actor.accountId} and password_hash = ${oldHash}`)
    // Another password was set since the old one was checked.
    if (changed === 0) throw new Refusal('tooFast')
    await Sessions.endAll(db, actor.tenantId, actor.accountId, actor.sessionId)
  })
}
