import { createHash, randomBytes } from 'node:crypto'
import { pageSignature } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { accountOf } from './account.ts'
import { asRefusal } from './refusals.ts'
import { ticketFor } from './tokens.ts'

/**
 * Signature for the messaging platform's page script: SHA-1 over the four unencoded values, sorted by name.
 * @param url address of the page without its fragment
 */
export function signPage(ticket: string, nonce: string, timestamp: number, url: string): string {
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url}`)
    .digest('hex')
}

/** Requires a page of this installation. @throws Refusal wechat.signatureHost */
function ownPage(settings: Settings, text: string): string {
  const url = text.split('#')[0]!
  try {
    if (new URL(url).origin === new URL(settings.publicUrl).origin) return url
  } catch {
    // An invalid address is refused too.
  }
  throw new Refusal('wechat.signatureHost')
}

export const signatureRoutes: RouteSpec[] = [
  serve(pageSignature, async ({ services, query, language, ip }) => {
    clientLimits(services).lookup(ip)
    const url = ownPage(services.settings, query.url)
    // A site can use the scripts of one account: the operator's.
    const account = await accountOf(services, platformTenant)
    const ticket = await asRefusal(language, () => ticketFor(services, account))
    const nonceStr = randomBytes(12).toString('hex')
    const timestamp = Math.floor(Date.now() / 1000)
    return {
      appId: account.appId,
      timestamp,
      nonceStr,
      signature: signPage(ticket, nonceStr, timestamp, url),
      script: services.settings.wechat.scriptUrl,
    }
  }),
]
