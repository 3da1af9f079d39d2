import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { callbackPath } from './account.ts'
import { Exchanges } from './exchanges.ts'
import { openSaying, sealSaying } from './sealed-saying.ts'
import { meet, signInAccount, type Visitor } from './visitors.ts'

/** Where somebody was when he was sent away, and the word that has to come back with him. */
interface Left {
  state: string
  path: string
}

const leftCookie = 'wx-left'
const visitorCookie = 'wx-visitor'
/** Not to be asked again for a while: refused, a snapshot, or something went wrong. */
const askedCookie = 'wx-asked'
const leftSeconds = 600
const visitorSeconds = 12 * 3600
const askedSeconds = 3600

/** The platform's own browser; its edition for companies and its mini-programs' web views have no such page. */
const insidePlatform = (agent: string) => /MicroMessenger/i.test(agent) && !/wxwork|miniProgram/i.test(agent)

/** The public page in all its addresses. */
const tracePage = /^\/(?:c|C|01)(?:[/?]|$)/

/** The platform's codes are 32 characters long; it promises 512 bytes at most. */
const isCode = (given: unknown): given is string => typeof given === 'string' && /^[\x21-\x7e]{1,512}$/.test(given)

/** The page of the platform that asks for consent; it insists on this order of parameters. */
export function authorizeAddress(openUrl: string, appId: string, callback: string, state: string): string {
  return `${openUrl}/connect/oauth2/authorize?appid=${appId}&redirect_uri=${encodeURIComponent(callback)}&response_type=code&scope=snsapi_userinfo&state=${state}#wechat_redirect`
}

/**
 * Inside the messaging platform's browser, readers of the public page are sent to its consent page once, and come back to
 * the page that they came from. Off unless the operator's account says so; in any other browser nothing of it happens, and
 * whoever refuses reads the page all the same.
 */
export function registerVisitors(app: App, services: Services): void {
  const { settings, secrets, log } = services
  const account = signInAccount(services)
  const secure = settings.publicUrl.startsWith('https:')
  const cookieOf = (name: string, value: string, seconds: number, path = '/') =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const exchanges = new Exchanges<Visitor | undefined>(leftSeconds * 1000)

  const knows = (request: FastifyRequest) =>
    cookie(request, askedCookie) !== undefined ||
    openSaying(secrets, visitorCookie, settings.publicUrl, cookie(request, visitorCookie) ?? '') !== undefined

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !tracePage.test(request.url)) return
    if (!insidePlatform(request.headers['user-agent'] ?? '') || knows(request)) return
    const asking = await account().catch((error: unknown) => {
      // The page is readable without; it is not held up by what it does not need.
      log.warn({ err: error }, 'sign-in of visitors')
      return undefined
    })
    if (!asking) return
    const left: Left = { state: randomBytes(16).toString('hex'), path: request.url.slice(0, 1000) }
    const to = authorizeAddress(settings.wechat.openUrl, asking.appId, settings.publicUrl + callbackPath, left.state)
    return reply
      .header(
        'set-cookie',
        cookieOf(
          leftCookie,
          sealSaying(secrets, leftCookie, settings.publicUrl, left, leftSeconds),
          leftSeconds,
          callbackPath,
        ),
      )
      .header('cache-control', 'no-store')
      .redirect(to, 302)
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.url.split('?')[0] !== callbackPath) return
    const { state, code } = request.query as Record<string, unknown>
    const left = openSaying<Left>(secrets, leftCookie, settings.publicUrl, cookie(request, leftCookie) ?? '')
    // Another browser's, an old one, or nobody's: the landing page says that nothing waits, and nothing is exchanged.
    if (!left || typeof state !== 'string' || state !== left.state || !tracePage.test(left.path)) return
    const visitor = isCode(code) && mayAsk(request.ip) ? await exchanged(code) : undefined
    return goOn(reply, left.path, visitor)
  })

  /** Undefined when nobody can be named: that is not the reader's trouble. */
  function exchanged(code: string): Promise<Visitor | undefined> {
    return exchanges.once(code, async () => {
      try {
        const asking = await account()
        return asking && (await meet(services, asking, code))
      } catch (error) {
        log.warn({ err: error }, 'sign-in of a visitor')
        return undefined
      }
    })
  }

  /** Each code costs a call to the platform: whoever sends many goes on to his page without a name. */
  function mayAsk(ip: string): boolean {
    try {
      clientLimits(services).lookup(ip)
      return true
    } catch {
      return false
    }
  }

  function goOn(reply: FastifyReply, path: string, visitor: Visitor | undefined) {
    const kept = visitor
      ? cookieOf(
          visitorCookie,
          sealSaying(secrets, visitorCookie, settings.publicUrl, visitor, visitorSeconds),
          visitorSeconds,
        )
      : cookieOf(askedCookie, '1', askedSeconds)
    return reply.header('set-cookie', kept).header('cache-control', 'no-store').redirect(path, 302)
  }
}

function cookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
