import { miniLogin, miniScan } from '@timbermark/contract/calls'
import { tenantOfToken } from '../../platform/secrets/tokens.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { type Account, openAccount } from './account.ts'
import { MessagingError } from './answers.ts'
import { ask } from './platform-request.ts'
import { findCode } from './code-index.ts'
import { Marketcode } from './marketcode.ts'
import { tracePathOf } from './own-code.ts'
import { asRefusal } from './refusals.ts'
import { openToken, sealToken } from './sealed-token.ts'

/** Validity of a visitor's token, seconds. */
const visitorSeconds = 7200

/** Loads the account of the active enterprise that a mini-program's entry token names. @throws Refusal notFound */
async function loadAccountOfEntry(services: Services, entryToken: string): Promise<Account> {
  const tenantId = tenantOfToken(entryToken)
  if (tenantId === undefined) throw new Refusal('notFound')
  return services.database.withTenant(tenantId, async db => {
    if (!(await db.maybe(sql`select 1 from enterprise where id = ${tenantId} and status = '0'`)))
      throw new Refusal('notFound')
    const account = await openAccount(db, services.secrets, tenantId).catch((error: unknown) => {
      // Strangers must not learn which enterprises have an account.
      if (error instanceof Refusal) throw new Refusal('notFound')
      throw error
    })
    if (account.entrance !== entryToken) throw new Refusal('notFound')
    return account
  })
}

/** The platform's id of a visitor, in a token that only this installation can read: nothing is stored. */
const purpose = 'wechat-visitor'

/** @throws Refusal wechat.visitorExpired */
function openVisitor(secrets: Secrets, tenantId: number, token: string): string {
  const opened = openToken<{ openid: string }>(secrets, purpose, String(tenantId), token)
  // Changed, foreign, or of another enterprise: treated like an expired one.
  if (!opened) throw new Refusal('wechat.visitorExpired')
  return opened.openid
}

export const miniRoutes: RouteSpec[] = [
  serve(miniLogin, async ({ services, params, body, language, ip }) => {
    clientLimits(services).lookup(ip)
    const account = await loadAccountOfEntry(services, params.entrance)
    const { mini } = account
    if (!mini) throw new Refusal('wechat.miniMissing')
    const answer = await asRefusal(language, () =>
      ask({
        base: services.settings.wechat.url,
        path: '/sns/jscode2session',
        query: { appid: mini.appId, secret: mini.secret, js_code: body.code, grant_type: 'authorization_code' },
      }),
    )
    if (typeof answer.openid !== 'string' || answer.openid === '') throw new Refusal('wechat.garbage')
    // The session key is dropped: nothing needs it.
    const payload = { openid: answer.openid }
    const visitor = sealToken(services.secrets, purpose, String(account.tenantId), payload, visitorSeconds)
    return { visitor, expiresIn: visitorSeconds }
  }),
  serve(miniScan, async ({ services, params, body, language, ip }) => {
    clientLimits(services).lookup(ip)
    const account = await loadAccountOfEntry(services, params.entrance)
    const openid = openVisitor(services.secrets, account.tenantId, body.visitor)
    const answer = await asRefusal(language, () =>
      new Marketcode(services, account).ofTicket(openid, body.ticket).catch((error: unknown) => {
        if (error instanceof MessagingError && error.key === 'wechat.arguments')
          throw new Refusal('wechat.ticketUnknown')
        throw error
      }),
    )
    if (!answer) throw new Refusal('wechat.ticketUnknown')
    const tracePath = await services.database.withTenant(account.tenantId, async db => {
      const position = await findCode(db, services.secrets, account.tenantId, answer.code)
      if (!position) return null
      const request = await db.one<{ request_id: number | null }>(sql`
        select request_id from platform_request where tenant_id = ${account.tenantId} and id = ${position.id}`)
      return tracePathOf(db, services, account.tenantId, request.request_id, position.position)
    })
    return { code: answer.code, tracePath, productTitle: answer.productTitle, productBrand: answer.productBrand }
  }),
]
