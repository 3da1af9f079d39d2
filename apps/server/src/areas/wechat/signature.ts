import { createHash, randomBytes } from 'node:crypto'
import { pageSignature } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { accountOf } from './account.ts'
import { telling } from './refusals.ts'
import { ticketFor } from './tokens.ts'

/**
 * What lets a page use the script of the platform's app: SHA-1 over the four values as they are, sorted by their names.
 * @param url address of the page without what follows `#`
 */
export function signPage(ticket: string, nonce: string, timestamp: number, url: string): string {
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url}`)
    .digest('hex')
}

/** Is it a page of this installation? @throws Refusal wechat.signatureHost */
function ownPage(settings: Settings, text: string): string {
  const url = text.split('#')[0]!
  try {
    if (new URL(url).origin === new URL(settings.publicUrl).origin) return url
  } catch {
    // No address at all is not one of ours either.
  }
  throw new Refusal('wechat.signatureHost')
}

export const signatureRoutes: RouteSpec[] = [
  serve(pageSignature, async ({ services, query, language, ip }) => {
    clientLimits(services).lookup(ip)
    const url = ownPage(services.settings, query.url)
    // One site has one account whose scripts may run in it: the operator's.
    const account = await accountOf(services, platformTenant)
    const ticket = await telling(language, () => ticketFor(services, account))
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
