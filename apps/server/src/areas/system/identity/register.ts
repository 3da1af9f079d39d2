import { register } from '@timbermark/contract/calls'
import {
  accountPattern,
  enterprise,
  identificationPattern,
  normaliseIdentification,
  passwordLength,
  registeredAccountLength,
} from '@timbermark/contract'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { siteOf } from '../../../platform/http/network.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { notifyAdministrators } from '../notice/messages.ts'
import { configValue } from '../parameter/config-values.ts'
import { solveCaptcha } from './captcha.ts'
import { findInvitingEnterprise } from './invitations.ts'
import { assertPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { isCaptchaRequired, logSignIn } from './sign-in.ts'
import { freeSignInNameAndIdentities, isSignInNameTaken, takeSignInName } from './sign-in-names.ts'
import { giveBackTry, takeTry } from './throttle.ts'

/** Three registrations an hour from one address; each further one waits longer. */
const perAddress = { free: 3, longestSeconds: 3600, forgetSeconds: 3600 } as const

/** A self-registered account is a customer without department, role or permission until an administrator approves it. */
const registeredUserType = 5
/** At most this many registrations wait per enterprise. Further ones wait with the platform, as do those that name no enterprise. */
const maxWaiting = 100
/** A registration that is neither approved nor refused within this time is removed, and its name becomes free. */
export const waitingDays = 30

/** @throws Refusal invalid */
function checkAccount(username: string): void {
  const { min, max } = registeredAccountLength
  const length = [...username].length
  const field = 'username'
  if (length === 0) assertValid([{ field, error: 'required' }])
  if (length < min) assertValid([{ field, error: 'tooShort', params: { min } }])
  if (length > max) assertValid([{ field, error: 'tooLong', params: { max } }])
  if (!new RegExp(accountPattern, 'u').test(username))
    assertValid([{ field, error: 'pattern', params: { said: 'account' } }])
}

/** @throws Refusal invalid for a malformed identification. Whether such an enterprise exists is never revealed. */
function checkIdentification(input: string): string {
  const field = 'enterprise'
  const { min, max } = enterprise.fields.identification
  const identification = normaliseIdentification(input)
  const length = [...identification].length
  if (length === 0) assertValid([{ field, error: 'required' }])
  if (length < min) assertValid([{ field, error: 'tooShort', params: { min } }])
  if (length > max) assertValid([{ field, error: 'tooLong', params: { max } }])
  if (!new RegExp(identificationPattern, 'u').test(identification))
    assertValid([{ field, error: 'pattern', params: { said: 'account' } }])
  return identification
}

/**
 * Finds the tenant where a registration waits: the enterprise that is named, else the platform, whose staff find out which
 * one was meant. The caller cannot tell the two apart.
 */
async function findReceivingTenant(db: Db, enterpriseCondition: Sql): Promise<number> {
  const receiver = await db.maybe<{ id: number }>(sql`
    select e.id from enterprise e
    where ${enterpriseCondition} and e.status = '0'
      and (select count(*) from account a where a.tenant_id = e.id and a.waits_until is not null) < ${maxWaiting}`)
  return receiver?.id ?? platformTenant
}

export const registerRoutes: RouteSpec[] = [
  serve(register, async ({ services, body, ip, userAgent }) => {
    const username = body.username.trim()
    const bucket = `register-from:${siteOf(ip)}`
    const { invitation } = body
    const identification = invitation ? null : checkIdentification(body.enterprise ?? '')
    // The refusal is returned, not thrown, so that the used picture and the counted try are committed.
    const outcome = await services.database.acrossTenants('sign-in', async (db): Promise<Refusal | undefined> => {
      if ((await configValue(db, 'sys.account.registerUser')) !== 'true') throw new Refusal('auth.registrationClosed')
      if (invitation) await findInvitingEnterprise(db, services.secrets, invitation)
      checkAccount(username)
      if (body.confirmPassword !== undefined && body.confirmPassword !== body.password)
        throw invalid([{ field: 'confirmPassword', error: 'auth.passwordsDiffer' }])
      if (body.password === '') throw invalid([{ field: 'password', error: 'required' }])
      await assertPassword(db, body.password, username, { field: 'password', weak: passwordLength.given })
      await takeTry(db, bucket, perAddress)
      if (await isCaptchaRequired(db, services.settings)) {
        try {
          await solveCaptcha(db, services.secrets, ip, body.uuid, body.code)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          await giveBackTry(db, bucket, perAddress)
          return error
        }
      }
      if (await isSignInNameTaken(db, username))
        return new Refusal(
          'system.user.nameTaken',
          {},
          { issues: [{ field: 'username', error: 'system.user.nameTaken' }] },
        )
      return undefined
    })
    if (outcome) throw outcome
    const hash = await hashPassword(body.password)
    await services.database.acrossTenants('sign-in', async db => {
      const tenantId = await findReceivingTenant(
        db,
        invitation
          ? sql`e.id = ${(await findInvitingEnterprise(db, services.secrets, invitation)).id}`
          : sql`lower(e.identification) = ${identification!.toLowerCase()} and e.id <> ${platformTenant}`,
      )
      const { id } = await db.one<{ id: number }>(sql`
        insert into account (tenant_id, user_name, nick_name, user_type, password_hash, password_changed_at, status, remark, waits_until)
        values (${tenantId}, ${username}, ${username}, ${registeredUserType}, ${hash}, now(), '1', ${identification},
          now() + make_interval(days => ${waitingDays})) returning id`)
      await takeSignInName(db, tenantId, id, username)
      await logSignIn(db, { tenantId, userName: username, ip, userAgent, event: 'register' })
      await notifyAdministrators(db, tenantId, 'registration', { name: username, days: waitingDays })
    })
  }),
]

/** Removes registrations that were neither approved nor refused in time. @returns the number of removed accounts */
export async function removeExpiredRegistrations(database: Database): Promise<number> {
  return database.acrossTenants('jobs', async db => {
    const expired = await db.query<{ tenantId: number; id: number }>(
      sql`select tenant_id as "tenantId", id from account where waits_until < now()`,
    )
    for (const { tenantId, id } of expired) {
      await freeSignInNameAndIdentities(db, tenantId, id)
      await db.execute(sql`delete from account where tenant_id = ${tenantId} and id = ${id} and waits_until < now()`)
    }
    return expired.length
  })
}
