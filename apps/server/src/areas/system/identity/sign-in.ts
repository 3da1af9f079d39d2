import { captchaImage, menuRoutes, signIn, signOut, signedInUser } from '@timbermark/contract/calls'
import { checkPassword } from './passwords.ts'
import { makeCaptcha, solveCaptcha } from './captcha.ts'
import { configValue } from '../parameter/config-values.ts'
import { openPendingSession } from './pending-sessions.ts'
import { deviceHeader, findKnownDevice, rememberDevice } from './known-devices.ts'
import { SignInTries, notifyAfterTries } from './sign-in-tries.ts'
import { sendMessage } from '../notice/messages.ts'
import type { SessionStore } from '../../../platform/services.ts'
import { describeAgent } from './sessions.ts'
import type { Db } from '../../../platform/database/database.ts'
import { Answer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type ErrorKey, supplierUserType } from '@timbermark/contract'
import { sql } from '../../../platform/database/sql.ts'
import { loadTenantDay } from '../../../platform/tenant-day.ts'
import { loadRights } from '../rights/rights.ts'
import { loadMenuTree } from '../rights/routers.ts'

/** The account columns that signing in needs. */
export interface AccountRow {
  id: number
  tenant_id: number
  user_name: string
  user_type: number
  password_hash: string
  status: string
  tenant_status: string
  initial_until: Date | null
  /** Self-registered and not yet approved by an administrator. */
  waiting: boolean
  /** Has set up a second factor. */
  second_factor: boolean
}

interface CheckedTry {
  accountRow: AccountRow | undefined
  /** Hash of the browser's token when the account knows it. */
  device: Buffer | undefined
  tries: SignInTries
  notifyOwner: boolean
}

/** A session, or a ticket where the second factor is still owed. */
export type SignInResult = { token: string; url: string; device?: string } | { ticket: string }

const accountOf = (row: AccountRow) => ({ id: row.id, tenantId: row.tenant_id })

export async function isCaptchaRequired(db: Db, settings: { captcha: boolean }): Promise<boolean> {
  return settings.captcha && (await configValue(db, 'sys.account.captchaEnabled')) !== 'false'
}

interface SignInLogEntry {
  /** Null for an unknown account: such a try concerns the platform operator. */
  tenantId: number | null
  userName: string
  ip: string
  userAgent: string
  /** Refusal key; null after a success. */
  failure?: string | null
  event?: string
}

/** Adds a line to the sign-in log. */
export async function logSignIn(
  db: Db,
  { tenantId, userName, ip, userAgent, failure = null, event = 'signIn' }: SignInLogEntry,
): Promise<void> {
  const { browser, os } = describeAgent(userAgent)
  await db.execute(sql`
    insert into login_log (tenant_id, user_name, ipaddr, browser, os, status, msg)
    values (${tenantId ?? platformTenant}, ${userName.slice(0, 50)}, ${ip}, ${browser}, ${os}, ${failure ? '1' : '0'}, ${failure ?? event})`)
}

/** Columns of an `AccountRow`, from account `a` of this tenant and enterprise `e`. */
export const accountColumns = (tenantId: number) => sql`
  a.id, a.tenant_id, a.user_name, a.user_type, a.password_hash, a.status, e.status as tenant_status, a.initial_until,
  a.waits_until is not null as waiting,
  exists (select from second_factor f where f.tenant_id = ${tenantId} and f.account_id = a.id and f.confirmed_at is not null) as second_factor`

async function findAccountByName(db: Db, lowerName: string): Promise<AccountRow | undefined> {
  const named = await db.maybe<{ tenant: number; account: number }>(
    sql`select tenant_id as tenant, account_id as account from sign_in_name where name = ${lowerName}`,
  )
  // An unknown name is looked for as well: it must not take less time.
  const { tenant, account } = named ?? { tenant: 0, account: 0 }
  return db.maybe<AccountRow>(sql`
    select ${accountColumns(tenant)} from account a join enterprise e on e.id = ${tenant}
    where a.tenant_id = ${tenant} and a.id = ${account}`)
}

/** Why an account with the right password may not sign in; undefined when it may. */
export function findSignInBarrier(row: AccountRow): ErrorKey | undefined {
  if (row.waiting) return 'auth.awaitsApproval'
  if (row.status !== '0') return 'auth.accountDisabled'
  if (row.tenant_status !== '0') return 'auth.tenantDisabled'
  return row.initial_until && row.initial_until < new Date() ? 'auth.initialPasswordExpired' : undefined
}

/**
 * Opens a session after all proofs were given, and stores the browser as known.
 * @returns undefined when the password was changed meanwhile: that ended all sessions of the old password, so none may be opened with it
 */
export async function openSession(
  db: Db,
  sessions: SessionStore,
  row: AccountRow,
  from: { ip: string; userAgent: string } & (
    | { by?: 'password'; device: Buffer | undefined }
    /** An identity of the messaging platform: no account was typed that the browser could be known for. */
    | { by: 'identity' }
  ),
): Promise<{ token: string; url: string; device?: string } | undefined> {
  const current = await db.execute(sql`
    update account set login_ip = ${from.ip}, login_date = now()
    where tenant_id = ${row.tenant_id} and id = ${row.id} and password_hash = ${row.password_hash}`)
  if (current === 0) return undefined
  const byIdentity = from.by === 'identity'
  await logSignIn(db, {
    tenantId: row.tenant_id,
    userName: row.user_name,
    ip: from.ip,
    userAgent: from.userAgent,
    event: byIdentity ? 'identitySignIn' : 'signIn',
  })
  const device = byIdentity ? undefined : await rememberDevice(db, accountOf(row), from.device)
  const token = await sessions.open(db, accountOf(row), from.ip, from.userAgent)
  return { token, url: await landingPageOf(db, row), ...(device && { device }) }
}

/** Where a signed-in user lands: field users and suppliers who report on the phone page, everybody else in the back office. */
async function landingPageOf(db: Db, row: AccountRow): Promise<string> {
  if (row.user_type !== supplierUserType) return row.user_type === 2 ? '/h5' : '/index'
  const { permissions } = await loadRights(db, row.tenant_id, row.id)
  return permissions.has('stage:record:report') ? '/h5' : '/index'
}

export const signInRoutes: RouteSpec[] = [
  serve(captchaImage, async ({ services, query, ip }) => {
    // The sign-in answered that a captcha is needed, whatever the parameter says.
    const isRequested = query.needed !== undefined && services.settings.captcha
    const isRequired =
      isRequested || (await services.database.acrossTenants('sign-in', db => isCaptchaRequired(db, services.settings)))
    if (!isRequired) return new Answer({ captchaEnabled: false }, { captchaEnabled: false })
    const captcha = { captchaEnabled: true, ...(await makeCaptcha(services, ip)) }
    return new Answer(captcha, captcha)
  }),
  serve(signIn, async ({ services, body, ip, userAgent, request }) => {
    const account = body.username.trim().toLowerCase()
    const { database } = services
    // Refusals are committed with their counters and log entries: a rolled back failure would not count.
    const checkedTry = await database.acrossTenants(
      'sign-in',
      async (db): Promise<{ refused: Refusal } | CheckedTry> => {
        const accountRow = await findAccountByName(db, account)
        const device = accountRow && (await findKnownDevice(db, accountOf(accountRow), request.headers[deviceHeader]))
        const tries = new SignInTries(account, ip, device)
        const taken = await tries.take(db)
        const isRequiredForAll = await isCaptchaRequired(db, services.settings)
        if (isRequiredForAll || (taken.needsCaptcha && services.settings.captcha)) {
          try {
            if (!isRequiredForAll && !body.uuid) throw new Refusal('auth.captchaNeeded')
            await solveCaptcha(db, services.secrets, ip, body.uuid, body.code)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            await tries.giveBack(db, { countForAddress: true })
            return { refused: error }
          }
        }
        return { accountRow, device, tries, notifyOwner: taken.notifyOwner }
      },
    )
    if ('refused' in checkedTry) throw checkedTry.refused
    const { accountRow, device, tries } = checkedTry
    // Checked while no connection is held: signed-in users need them.
    const isCorrect = await checkPassword(accountRow?.password_hash, body.password).catch(async (error: unknown) => {
      await database.acrossTenants('sign-in', db => tries.giveBack(db))
      throw error
    })
    const outcome = await database.acrossTenants(
      'sign-in',
      async (db): Promise<{ refused: Refusal } | SignInResult> => {
        const refuse = async (key: ErrorKey) => {
          await logSignIn(db, {
            tenantId: accountRow?.tenant_id ?? null,
            userName: body.username,
            ip,
            userAgent,
            failure: key,
          })
          return { refused: new Refusal(key) }
        }
        const row = isCorrect ? await findAccountByName(db, account) : undefined
        if (!row || row.password_hash !== accountRow?.password_hash) {
          if (accountRow && checkedTry.notifyOwner)
            await sendMessage(db, { tenantId: accountRow.tenant_id, accountId: accountRow.id }, 'guessing', {
              ip,
              tries: notifyAfterTries,
            })
          return refuse('auth.badCredentials')
        }
        const barrier = findSignInBarrier(row)
        if (barrier) {
          await tries.giveBack(db)
          return refuse(barrier)
        }
        await tries.succeed(db)
        // With a second factor, the session is opened and the browser stored only after the factor is shown.
        if (row.second_factor) {
          // Logged, so that the owner can see that somebody else knows the password.
          await logSignIn(db, {
            tenantId: row.tenant_id,
            userName: row.user_name,
            ip,
            userAgent,
            event: 'halfSignIn',
          })
          return { ticket: await openPendingSession(db, accountOf(row)) }
        }
        const opened = await openSession(db, services.sessions, row, { device, ip, userAgent })
        return opened ?? refuse('auth.badCredentials')
      },
    )
    if ('refused' in outcome) throw outcome.refused
    return new Answer(outcome, outcome)
  }),
  serve(signOut, async ({ services, request, ip, userAgent }) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    if (!token) return null
    const actor = await services.sessions.actor(token)
    if (actor)
      await services.database.withTenant(actor.tenantId, async db => {
        await db.execute(sql`delete from session where tenant_id = ${actor.tenantId} and id = ${actor.sessionId}`)
        await logSignIn(db, { tenantId: actor.tenantId, userName: actor.userName, ip, userAgent, event: 'signOut' })
      })
    return null
  }),
  serve(signedInUser, async ({ services, actor }) => {
    const { avatar, zone } = await services.database.withTenant(actor.tenantId, async db => ({
      avatar: actor.avatar ? (await services.files.infos(db, [actor.avatar])).get(actor.avatar)?.url : undefined,
      zone: (await loadTenantDay(db, actor.tenantId)).zone,
    }))
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
        timeZone: zone,
      },
      // The wire format requires at least one role; this one gives no permission.
      roles: actor.grants.length > 0 ? actor.grants.map(grant => grant.roleKey) : ['ROLE_DEFAULT'],
      permissions: [...actor.permissions],
      mustChangePassword: actor.mustChangePassword,
      mustSetUpFactor: actor.mustSetUpFactor,
    }
    return new Answer(info, info)
  }),
  serve(menuRoutes, ({ services, actor, language }) => loadMenuTree(services.database, actor, language)),
]
