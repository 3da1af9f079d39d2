import {
  beginSecondFactor,
  confirmSecondFactor,
  ownSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  signInSecondFactor,
} from '@timbermark/contract/calls'
import { runOutsideEffect } from '../../../platform/database/call-scope.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { qrSvg } from '../../../platform/qr.ts'
import { endPendingSession, findPendingSession } from '../identity/pending-sessions.ts'
import { deviceHeader, findKnownDevice } from '../identity/known-devices.ts'
import { reauthenticate } from '../identity/reauthentication.ts'
import { Sessions } from '../identity/sessions.ts'
import { type AccountRow, accountColumns, findSignInBarrier, logSignIn, openSession } from '../identity/sign-in.ts'
import { clearFailures, type Limit, takeTry } from '../identity/throttle.ts'
import {
  beginEnrollment,
  confirmEnrollment,
  removeFactor,
  replaceRecoveryCodes,
  verifyFactor,
} from './second-factor.ts'
import { base32, factorUri } from './totp.ts'

/** Only callers who know the password get here. Three codes are valid at a time: 110 tries a day hit one in 3,000 days. */
const limit: Limit = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 }
const bucketOf = (accountId: number) => `second-factor:${accountId}`

const wrongCodeRefusal = () =>
  new Refusal('auth.secondFactorWrong', {}, { issues: [{ field: 'code', error: 'auth.secondFactorWrong' }] })

const ownerOf = ({ actor }: Pick<Call, 'actor'>) => ({ tenantId: actor.tenantId, accountId: actor.accountId })

/** Counts a try of a code in its own transaction, whether the call succeeds or not. @throws Refusal auth.wait */
const countTry = (database: Database, accountId: number) =>
  runOutsideEffect(() => database.acrossTenants('sign-in', db => takeTry(db, bucketOf(accountId), limit)))

const forgetTries = (database: Database, accountId: number) =>
  runOutsideEffect(() => database.acrossTenants('sign-in', db => clearFailures(db, bucketOf(accountId))))

/** Does a role of the caller require a second factor? */
const isDemanded = async (db: Db, { actor }: Pick<Call, 'actor'>) =>
  (await db.maybe(sql`
    select 1 from account_role ar join role r on r.tenant_id = ${actor.tenantId} and r.id = ar.role_id
    where ar.tenant_id = ${actor.tenantId} and ar.account_id = ${actor.accountId} and r.status = '0' and r.second_factor limit 1`)) !==
  undefined

function loadPendingAccount(db: Db, pending: { id: number; tenantId: number }): Promise<AccountRow> {
  return db.one<AccountRow>(sql`
    select ${accountColumns(pending.tenantId)} from account a join enterprise e on e.id = a.tenant_id
    where a.tenant_id = ${pending.tenantId} and a.id = ${pending.id}`)
}

export const secondFactorRoutes: RouteSpec[] = [
  serve(signInSecondFactor, async ({ services, body, ip, userAgent, request }) => {
    const { database } = services
    const pending = await database.acrossTenants('sign-in', db => findPendingSession(db, body.ticket))
    if (!pending) throw new Refusal('auth.secondFactorExpired')
    await countTry(database, pending.id)
    const outcome = await database.acrossTenants('sign-in', async db => {
      const row = await loadPendingAccount(db, pending)
      const entry = { tenantId: row.tenant_id, userName: row.user_name, ip, userAgent }
      const refuse = async (refusal: Refusal) => {
        await logSignIn(db, { ...entry, failure: refusal.key })
        return { refused: refusal }
      }
      const proof = await verifyFactor(
        db,
        services.secrets,
        { tenantId: pending.tenantId, accountId: pending.id },
        body.code,
      )
      if (!proof) return refuse(wrongCodeRefusal())
      // A used ticket stays used: it opens one session.
      if (!(await endPendingSession(db, pending.tenantId, body.ticket)))
        return refuse(new Refusal('auth.secondFactorExpired'))
      const barrier = findSignInBarrier(row)
      if (barrier) return refuse(new Refusal(barrier))
      const device = await findKnownDevice(db, pending, request.headers[deviceHeader])
      const opened = await openSession(db, services.sessions, row, { device, ip, userAgent })
      if (!opened) return refuse(new Refusal('auth.secondFactorExpired'))
      if (proof === 'recovery') await logSignIn(db, { ...entry, event: 'recoveryCode' })
      await clearFailures(db, bucketOf(pending.id))
      return opened
    })
    if ('refused' in outcome) throw outcome.refused
    return new Answer(outcome, outcome)
  }),
  serve(ownSecondFactor, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { tenantId, accountId } = ownerOf(call)
      const set = await db.maybe<{ since: Date; left: number }>(sql`
        select f.confirmed_at as since,
          (select count(*)::int from recovery_code r where r.tenant_id = ${tenantId} and r.account_id = f.account_id and r.used_at is null) as left
        from second_factor f
        where f.tenant_id = ${tenantId} and f.account_id = ${accountId} and f.confirmed_at is not null`)
      const demanded = await isDemanded(db, call)
      return { enabled: set !== undefined, since: set?.since ?? null, recoveryLeft: set?.left ?? 0, demanded }
    }),
  ),
  serve(beginSecondFactor, async call => {
    const { services, actor, body } = call
    await reauthenticate(call, body.password, 'password')
    const secret = await services.database.withTenant(actor.tenantId, db =>
      beginEnrollment(db, services.secrets, ownerOf(call)),
    )
    const uri = factorUri(secret, actor.userName, 'Timbermark')
    const picture = `data:image/svg+xml;base64,${Buffer.from(qrSvg(uri)).toString('base64')}`
    return { secret: base32(secret), uri, picture }
  }),
  serve(confirmSecondFactor, async call => {
    const { services, actor, body } = call
    await countTry(services.database, actor.accountId)
    const recoveryCodes = await services.database.withTenant(actor.tenantId, async db => {
      const codes = await confirmEnrollment(db, services.secrets, ownerOf(call), body.code)
      // End the sessions that were opened with the password alone.
      await Sessions.endAll(db, actor.tenantId, actor.accountId, actor.sessionId)
      return codes
    })
    await forgetTries(services.database, actor.accountId)
    return { recoveryCodes }
  }),
  serve(renewRecoveryCodes, async call => {
    await reauthenticate(call, call.body.password, 'password')
    const { services, actor } = call
    return {
      recoveryCodes: await services.database.withTenant(actor.tenantId, db =>
        replaceRecoveryCodes(db, services.secrets, ownerOf(call)),
      ),
    }
  }),
  serve(removeSecondFactor, async call => {
    const { services, actor, body } = call
    await reauthenticate(call, body.password, 'password')
    await countTry(services.database, actor.accountId)
    await services.database.withTenant(actor.tenantId, async db => {
      if (await isDemanded(db, call)) throw new Refusal('auth.secondFactorDemanded')
      if (!(await verifyFactor(db, services.secrets, ownerOf(call), body.code))) throw wrongCodeRefusal()
      await removeFactor(db, ownerOf(call))
    })
    await forgetTries(services.database, actor.accountId)
  }),
]
