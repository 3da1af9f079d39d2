import { register } from '@timbermark/contract/calls'
import { accountPattern, passwordLength, registeredAccountLength } from '@timbermark/contract'
import { z } from 'zod'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { solveCaptcha } from './captcha.ts'
import { configValue } from '../parameter/config-values.ts'
import { assertPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import { captchaWanted, logSignIn } from './sign-in.ts'
import { isSignInNameTaken, takeSignInName } from './sign-in-names.ts'
import { giveBackTry, takeTry } from './throttle.ts'

/** Three registrations an hour from one address; each further one waits longer. */
const perAddress = { free: 3, longestSeconds: 3600, forgetSeconds: 3600 } as const

/** What a self-registered account is: a customer without department, role or right, kept with the platform operator. */
const registered = { tenantId: platformTenant, userType: 5 } as const

const _body = z.strictObject({
  username: z.string().max(100),
  password: z.string().max(200),
  confirmPassword: z.string().max(200).optional(),
  code: z.string().max(20).optional(),
  uuid: z.string().max(64).optional(),
})

/** @throws Refusal invalid */
function checkAccount(username: string): void {
  const { min, max } = registeredAccountLength
  const length = [...username].length
  const field = 'username'
  if (length === 0) assertValid([{ field, error: 'required' }])
  if (length < min) assertValid([{ field, error: 'tooShort', params: { min } }])
  if (length > max) assertValid([{ field, error: 'tooLong', params: { max } }])
  if (!new RegExp(accountPattern, 'u').test(username)) assertValid([{ field, error: 'pattern' }])
}

export const registerRoutes: RouteSpec[] = [
  serve(register, async ({ services, body, ip, userAgent }) => {
    const username = body.username.trim()
    const bucket = `register-from:${ip}`
    // A spent picture and a counted try must stay so when the registration is refused.
    const outcome = await services.database.acrossTenants('sign-in', async (db): Promise<Refusal | undefined> => {
      if ((await configValue(db, 'sys.account.registerUser')) !== 'true') throw new Refusal('auth.registrationClosed')
      checkAccount(username)
      if (body.confirmPassword !== undefined && body.confirmPassword !== body.password)
        throw invalid([{ field: 'confirmPassword', error: 'auth.passwordsDiffer' }])
      if (body.password === '') throw invalid([{ field: 'password', error: 'required' }])
      await assertPassword(db, body.password, username, { field: 'password', weak: passwordLength.given })
      await takeTry(db, bucket, perAddress)
      if (await captchaWanted(db, services.settings)) {
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
      const { id } = await db.one<{ id: number }>(sql`
          insert into account (tenant_id, user_name, nick_name, user_type, password_hash, password_changed_at)
          values (${registered.tenantId}, ${username}, ${username}, ${registered.userType}, ${hash}, now()) returning id`)
      await takeSignInName(db, registered.tenantId, id, username)
      await logSignIn(db, registered.tenantId, username, ip, userAgent, null, 'register')
    })
  }),
]
