import { runOutsideEffect } from '../../../platform/database/call-scope.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Call } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { checkPassword } from './passwords.ts'
import { clearFailures, giveBackTry, type Limit, takeTry } from './throttle.ts'

/** Only callers who hold a session of the account get here, so no stranger can exhaust the limit. */
const limit: Limit = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 }

/**
 * Requires the account's password again before an action that somebody with a stolen session must not do. All actions share
 * one limit of wrong tries.
 * @param field field that a refusal names
 * @returns the password's hash
 * @throws Refusal auth.wait, tooMany, auth.oldPasswordWrong
 */
export async function reauthenticate(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  password: string,
  field: string,
): Promise<string> {
  const { database } = services
  const bucket = `own-password:${actor.accountId}`
  const count = (work: (db: Db) => Promise<unknown>) => runOutsideEffect(() => database.acrossTenants('sign-in', work))
  await count(db => takeTry(db, bucket, limit))
  const stored = await loadPasswordHash(services, actor)
  const isCorrect = await checkPassword(stored, password).catch(async (error: unknown) => {
    await count(db => giveBackTry(db, bucket, limit))
    throw error
  })
  if (!isCorrect)
    throw new Refusal('auth.oldPasswordWrong', {}, { issues: [{ field, error: 'auth.oldPasswordWrong' }] })
  await count(db => clearFailures(db, bucket))
  return stored
}

async function loadPasswordHash({ database }: Call['services'], actor: Call['actor']): Promise<string> {
  const row = await database.withTenant(actor.tenantId, db =>
    db.one<{ hash: string }>(
      sql`select password_hash as hash from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
    ),
  )
  return row.hash
}
