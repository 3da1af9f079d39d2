import { captchaImage, menuRoutes, signIn, signOut, signedInUser } from '@timbermark/contract/calls'
import { z } from 'zod'
import { checkPassword } from './passwords.ts'
import { makeCaptcha, solveCaptcha } from './captcha.ts'
import { configValue } from '../parameter/config-values.ts'
import { clearFailures, giveBackTry, limitsOf, signInBucket, takeTry } from './throttle.ts'
import { describeAgent } from './sessions.ts'
import type { Db } from '../../platform/database/database.ts'
import { Answer, type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ErrorKey } from '@timbermark/contract'
import { sql } from '../../platform/database/sql.ts'
import { menuTree } from '../rights/routers.ts'

interface AccountRow {
  id: number
  tenant_id: number
  user_name: string
  user_type: number
  password_hash: string
  status: string
  tenant_status: string
  initial_until: Date | null
}

export async function captchaWanted(db: Db, settings: { captcha: boolean }): Promise<boolean> {
  return settings.captcha && (await configValue(db, 'sys.account.captchaEnabled')) !== 'false'
}

/** @param tenantId null for an account that nobody has: that concerns the platform operator */
export async function logSignIn(
  db: Db,
  tenantId: number | null,
  userName: string,
  ip: string,
  userAgent: string,
  failure: string | null,
  event = 'signIn',
): Promise<void> {
  const { browser, os } = describeAgent(userAgent)
  await db.execute(sql`
    insert into login_log (tenant_id, user_name, ipaddr, browser, os, status, msg)
    values (${tenantId ?? platformTenant}, ${userName.slice(0, 50)}, ${ip}, ${browser}, ${os}, ${failure ? '1' : '0'}, ${failure ?? event})`)
}

function accountNamed(db: Db, lowerName: string): Promise<AccountRow | undefined> {
  return db.maybe<AccountRow>(sql`
    select a.id, a.tenant_id, a.user_name, a.user_type, a.password_hash, a.status, e.status as tenant_status, a.initial_until
    from sign_in_name n join account a on a.tenant_id = n.tenant_id and a.id = n.account_id join enterprise e on e.id = n.tenant_id
    where n.name = ${lowerName}`)
}

/** Where a signed-in user lands: field users on the phone page, everybody else in the back office. */
export const landing = (userType: number) => (userType === 2 ? '/h5' : '/index')

const _signInBody = z.strictObject({
  username: z.string().max(100),
  password: z.string().max(200),
  code: z.string().max(20).optional(),
  uuid: z.string().max(64).optional(),
})

export const signInRoutes: RouteSpec[] = [
  serve(captchaImage, async ({ services, ip }) => {
    const wanted = await services.database.acrossTenants('sign-in', db => captchaWanted(db, services.settings))
    if (!wanted) return new Answer({ captchaEnabled: false }, { captchaEnabled: false })
    const made = { captchaEnabled: true, ...(await makeCaptcha(services.database, services.secrets, ip)) }
    return new Answer(made, made)
  }),
  serve(signIn, async ({ services, body, ip, userAgent }) => {
    const account = body.username.trim().toLowerCase()
    const buckets = { account: signInBucket(account), address: `sign-in-from:${ip}` }
    const { database } = services
    // Refusals are committed with their counters and log entries: a rolled back failure would not count.
    const asked = await database.acrossTenants(
      'sign-in',
      async (db): Promise<{ refused: Refusal } | { found: AccountRow | undefined }> => {
        await takeTry(db, buckets.account, limitsOf.signInAccount)
        await takeTry(db, buckets.address, limitsOf.signInAddress)
        if (await captchaWanted(db, services.settings)) {
          try {
            await solveCaptcha(db, services.secrets, ip, body.uuid, body.code)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            await giveBackTry(db, buckets.account, limitsOf.signInAccount)
            return { refused: error }
          }
        }
        return { found: await accountNamed(db, account) }
      },
    )
    if ('refused' in asked) throw asked.refused
    const { found } = asked
    const giveBack = async (db: Db) => {
      await giveBackTry(db, buckets.account, limitsOf.signInAccount)
      await giveBackTry(db, buckets.address, limitsOf.signInAddress)
    }
    // Judged while no connection is held: those who are signed in need them.
    const right = await checkPassword(found?.password_hash, body.password).catch(async (error: unknown) => {
      await database.acrossTenants('sign-in', giveBack)
      throw error
    })
    const outcome = await database.acrossTenants(
      'sign-in',
      async (db): Promise<{ refused: Refusal } | { token: string; userType: number; initial: boolean }> => {
        const refuse = async (key: ErrorKey) => {
          await logSignIn(db, found?.tenant_id ?? null, body.username, ip, userAgent, key)
          return { refused: new Refusal(key) }
        }
        const row = right ? await accountNamed(db, account) : undefined
        if (!row || row.password_hash !== found?.password_hash) return refuse('auth.badCredentials')
        if (row.status !== '0' || row.tenant_status !== '0' || (row.initial_until && row.initial_until < new Date())) {
          await giveBack(db)
          if (row.status !== '0') return refuse('auth.accountDisabled')
          return refuse(row.tenant_status !== '0' ? 'auth.tenantDisabled' : 'auth.initialPasswordExpired')
        }
        // A password that changed meanwhile ended the sessions of the old one: this must not open another.
        const current = await db.execute(
          sql`
            update account set login_ip = ${ip}, login_date = now()
            where tenant_id = ${row.tenant_id} and id = ${row.id} and password_hash = ${row.password_hash}`,
        )
        if (current === 0) return refuse('auth.badCredentials')
        await clearFailures(db, buckets.account)
        await giveBackTry(db, buckets.address, limitsOf.signInAddress)
        await logSignIn(db, row.tenant_id, row.user_name, ip, userAgent, null)
        const token = await services.sessions.open(db, { id: row.id, tenantId: row.tenant_id }, ip, userAgent)
        return { token, userType: row.user_type, initial: row.initial_until !== null }
      },
    )
    if ('refused' in outcome) throw outcome.refused
    const data = { token: outcome.token, url: landing(outcome.userType) }
    return new Answer(data, data)
  }),
  serve(signOut, async ({ services, request, ip, userAgent }) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    if (!token) return null
    const actor = await services.sessions.actor(token)
    if (actor)
      await services.database.withTenant(actor.tenantId, async db => {
        await db.execute(sql`delete from session where tenant_id = ${actor.tenantId} and id = ${actor.sessionId}`)
        await logSignIn(db, actor.tenantId, actor.userName, ip, userAgent, null, 'signOut')
      })
    return null
  }),
  serve(signedInUser, async ({ services, actor }) => {
    const avatar = actor.avatar
      ? (await services.database.withTenant(actor.tenantId, db => services.files.infos(db, [actor.avatar!]))).get(
          actor.avatar,
        )?.url
      : undefined
    const info = {
      user: {
        userId: actor.accountId,
        userName: actor.userName,
        nickName: actor.nickName,
        avatar: avatar ?? null,
        userType: actor.userType,
        deptId: actor.deptId,
        deptName: actor.deptName,
        enterpriseId: actor.tenantId,
        enterpriseName: actor.tenantName,
      },
      // Nobody is without a role on the wire; this one gives no right.
      roles: actor.grants.length > 0 ? actor.grants.map(grant => grant.roleKey) : ['ROLE_DEFAULT'],
      permissions: [...actor.permissions],
      mustChangePassword: actor.mustChangePassword,
    }
    return new Answer(info, info)
  }),
  serve(menuRoutes, ({ services, actor }) => menuTree(services.database, actor)),
]
