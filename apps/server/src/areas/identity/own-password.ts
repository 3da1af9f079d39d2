import { passwordLength } from '@timbermark/contract'
import { aside } from '../../platform/database/call-scope.ts'
import type { Call } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertPassword } from './password-policy.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { Sessions } from './sessions.ts'
import { clearFailures, giveBackTry, limitsOf, signInBucket, takeTry } from './throttle.ts'

/** Accounts whose password is being changed. Each change costs two slow hashes, so one at a time. */
const changing = new Set<number>()

/**
 * Changes the own password; other sessions end. A wrong old password is a failed sign-in: whoever holds somebody's open
 * session may not guess faster here than there.
 * @throws Refusal tooFast, auth.wait, tooMany, auth.oldPasswordWrong, auth.passwordUnchanged and those of the policy
 */
export async function changeOwnPassword(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  if (changing.has(actor.accountId)) throw new Refusal('tooFast')
  changing.add(actor.accountId)
  try {
    await change(services, actor, given)
  } finally {
    changing.delete(actor.accountId)
  }
}

async function change(
  { database }: Call['services'],
  actor: Call['actor'],
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const bucket = signInBucket(actor.userName)
  await aside(() => database.acrossTenants('sign-in', db => takeTry(db, bucket, limitsOf.signInAccount)))
  const giveBack = () =>
    aside(() => database.acrossTenants('sign-in', db => giveBackTry(db, bucket, limitsOf.signInAccount)))
  const refuse = (key: 'auth.oldPasswordWrong' | 'auth.passwordUnchanged', field: string) =>
    new Refusal(key, {}, { issues: [{ field, error: key }] })
  let wrong = false
  try {
    const { password_hash: before } = await database.withTenant(actor.tenantId, db =>
      db.one<{ password_hash: string }>(
        sql`select password_hash from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
      ),
    )
    wrong = !(await checkPassword(before, oldPassword))
    if (wrong) throw refuse('auth.oldPasswordWrong', 'oldPassword')
    if (newPassword === oldPassword) throw refuse('auth.passwordUnchanged', 'newPassword')
    await database.withTenant(actor.tenantId, db =>
      assertPassword(db, newPassword, actor.userName, { field: 'newPassword', weak: passwordLength.own }),
    )
    const fresh = await hashPassword(newPassword)
    await database.withTenant(actor.tenantId, async db => {
      const changed = await db.execute(sql`
        update account set password_hash = ${fresh}, initial_until = null, password_changed_at = now(), updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${actor.accountId} and password_hash = ${before}`)
      // Somebody else set another one since the old one was checked.
      if (changed === 0) throw new Refusal('tooFast')
      await Sessions.endAll(db, actor.tenantId, actor.accountId, actor.sessionId)
    })
  } catch (error) {
    if (!wrong) await giveBack()
    throw error
  }
  await database.acrossTenants('sign-in', db => clearFailures(db, bucket))
}
