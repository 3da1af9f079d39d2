import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import {
  type BoundIdentity,
  bindIdentity,
  boundIdentities,
  dropIdentity,
  maxBoundIdentities,
  pendingIdentity,
  signInByIdentity,
  unbindIdentities,
} from '@timbermark/contract/calls'
import { idsOf } from '../../entity/write.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import { type BeforeWire, type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { openPendingSession } from '../system/identity/pending-sessions.ts'
import { sendMessage } from '../system/notice/messages.ts'
import { reauthenticate } from '../system/identity/reauthentication.ts'
import {
  type AccountRow,
  accountColumns,
  findSignInBarrier,
  logSignIn,
  openSession,
} from '../system/identity/sign-in.ts'
import { insideMessagingApp } from './consent.ts'
import { endAttempt, findProven, type Proven } from './identity-attempts.ts'
import { identityCookie } from './identity-pages.ts'
import { canIdentify } from './visitors.ts'

const tokenOf = (request: FastifyRequest) => readCookie(request, identityCookie) ?? ''

/** The identity that the browser has brought. Its return may have been sent twice, and the first one still be under way. */
async function loadProven(database: Database, token: string): Promise<Proven | undefined> {
  if (!token) return undefined
  for (let left = 10; ; left--) {
    const proven = await database.acrossTenants('sign-in', db => findProven(db, token))
    if (proven !== 'waiting') return proven
    if (left === 0) return undefined
    await wait(300)
  }
}

interface Owner {
  tenantId: number
  accountId: number
}

const findOwner = (db: Db, hash: Buffer) =>
  db.maybe<Owner>(
    sql`select tenant_id as "tenantId", account_id as "accountId" from bound_identity where person_hash = ${hash}`,
  )

/** Signing in by an identity of the messaging platform, and the bindings of the own account to such identities. */
export const identityRoutes: RouteSpec[] = [
  serve(pendingIdentity, async ({ services, request, ip, userAgent }) => {
    clientLimits(services).lookup(ip)
    const proven = await loadProven(services.database, tokenOf(request))
    return {
      available: await canIdentify(services),
      inside: insideMessagingApp(userAgent),
      nickname: proven?.nickname ?? null,
    }
  }),
  serve(dropIdentity, async ({ services, request }) => {
    await services.database.acrossTenants('sign-in', db => endAttempt(db, tokenOf(request)))
    return null
  }),
  serve(signInByIdentity, async ({ services, request, ip, userAgent }) => {
    clientLimits(services).lookup(ip)
    const { database } = services
    const token = tokenOf(request)
    const proven = await loadProven(database, token)
    if (!proven) throw new Refusal('wechat.identityExpired')
    const outcome = await database.acrossTenants('sign-in', async db => {
      const owner = await findOwner(db, proven.hash)
      if (!owner) return { bind: true as const }
      // What was brought opens one session, whatever comes of it.
      if (!(await endAttempt(db, token))) return { refused: new Refusal('wechat.identityExpired') }
      const row = await db.one<AccountRow>(sql`
        select ${accountColumns(owner.tenantId)} from account a join enterprise e on e.id = ${owner.tenantId}
        where a.tenant_id = ${owner.tenantId} and a.id = ${owner.accountId}`)
      const entry = { tenantId: row.tenant_id, userName: row.user_name, ip, userAgent }
      const barrier = findSignInBarrier(row)
      if (barrier) {
        await logSignIn(db, { ...entry, failure: barrier })
        return { refused: new Refusal(barrier) }
      }
      await db.execute(sql`
        update bound_identity set used_at = now(), nickname = ${proven.nickname}
        where tenant_id = ${owner.tenantId} and person_hash = ${proven.hash}`)
      if (row.second_factor) {
        await logSignIn(db, { ...entry, event: 'identityHalfSignIn' })
        return {
          ticket: await openPendingSession(db, { id: row.id, tenantId: row.tenant_id }),
          path: proven.path,
        }
      }
      const opened = await openSession(db, services.sessions, row, { by: 'identity', ip, userAgent })
      if (!opened) return { refused: new Refusal('wechat.identityExpired') }
      return { token: opened.token, url: opened.url, path: proven.path }
    })
    if ('refused' in outcome) throw outcome.refused
    return outcome
  }),
  serve(boundIdentities, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query<BeforeWire<BoundIdentity>>(sql`
        select t.id, t.nickname, t.app_id as "appId", t.bound_at as "boundAt", t.used_at as "usedAt"
        from bound_identity t where t.tenant_id = ${actor.tenantId} and t.account_id = ${actor.accountId}
        order by t.bound_at desc, t.id desc`),
    ),
  ),
  serve(bindIdentity, async call => {
    const { services, actor, body, request } = call
    // A stolen session alone must not add a way in.
    await reauthenticate(call, body.password, 'password')
    const token = tokenOf(request)
    const proven = await loadProven(services.database, token)
    if (!proven) throw new Refusal('wechat.identityExpired')
    return services.database.acrossTenants('sign-in', async db => {
      if (!(await endAttempt(db, token))) throw new Refusal('wechat.identityExpired')
      // One binding of an account after the other, so that the limit holds.
      await db.execute(
        sql`select 1 from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId} for no key update`,
      )
      const { count } = await db.one<{ count: number }>(sql`
        select count(*)::int as count from bound_identity
        where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and person_hash <> ${proven.hash}`)
      if (count >= maxBoundIdentities) throw new Refusal('wechat.identityTooMany', { max: maxBoundIdentities })
      const bound = await db.maybe<{ isNew: boolean }>(sql`
        insert into bound_identity as b (person_hash, tenant_id, account_id, app_id, nickname)
        values (${proven.hash}, ${actor.tenantId}, ${actor.accountId}, ${proven.appId}, ${proven.nickname})
        on conflict (person_hash) do update set nickname = excluded.nickname
        where b.tenant_id = ${actor.tenantId} and b.account_id = ${actor.accountId}
        returning b.xmax = 0 as "isNew"`)
      // Whose it is stays unsaid.
      if (!bound) throw new Refusal('wechat.identityTaken')
      // Who finds a session open and knows the password must not gain a lasting way in unnoticed.
      if (bound.isNew)
        await sendMessage(
          db,
          actor,
          'identityBound',
          proven.nickname ? { name: proven.nickname } : { phrase: 'shell.bind.unnamed' },
        )
      return { path: proven.path }
    })
  }),
  serve(unbindIdentities, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = [...new Set(idsOf(params.ids))]
      const removed = await db.execute(sql`
        delete from bound_identity
        where tenant_id = ${actor.tenantId} and account_id = ${actor.accountId} and id = any(${ids}::bigint[])`)
      // Bindings of other accounts and undone ones get the same refusal.
      if (removed !== ids.length) throw new Refusal('notFound')
      return { removed }
    }),
  ),
]
