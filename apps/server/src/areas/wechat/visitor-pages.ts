import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../../platform/http/cookies.ts'
import type { App } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { callbackPath } from './account.ts'
import { authorizeAddress, insideMessagingApp, isCode, setCookieLine } from './consent.ts'
import { Exchanges } from './exchanges.ts'
import { openToken, sealToken } from './sealed-token.ts'
import { identifyVisitor, signInAccount, type Visitor } from './visitors.ts'

/** Page that the visitor left, and the state value that must come back. */
interface Left {
  /** Absent once it has come back: a browser that sends its return twice is led to its page, and no code counts any more. */
  state?: string
  path: string
}

/**
 * Each page that was left has its own cookie, so that several may wait: people open a second label before they have answered
 * for the first. Its name is the beginning of the state; of 256 the newest ones stay.
 */
const leftPurpose = 'wx-left'
const leftCookie = (state: string) => `${leftPurpose}-${state.slice(0, 2)}`
const visitorCookie = 'wx-visitor'
/** Marks visitors not to ask again for a while: they refused, were a snapshot visitor, or something failed. */
const skipCookie = 'wx-asked'
const leftSeconds = 600
/** For a return that is sent twice. */
const returnSeconds = 30
const visitorSeconds = 12 * 3600
const skipSeconds = 3600

/** All addresses of the public page. */
const tracePage = /^\/(?:c|C|01)(?:[/?]|$)/

/**
 * In the messaging platform's browser, visitors of the public page are sent to its consent page once and come back to
 * their page. Off unless the operator's account enables it; other browsers are not affected, and visitors who refuse can
 * read the page too.
 */
export function registerVisitors(app: App, services: Services): void {
  const { settings, secrets, log } = services
  const account = signInAccount(services)
  const cookieOf = (name: string, value: string, seconds: number, path = '/') =>
    setCookieLine(settings.publicUrl, name, value, seconds, path)
  const exchanges = new Exchanges<Visitor | undefined>(leftSeconds * 1000)

  const knows = (request: FastifyRequest) =>
    readCookie(request, skipCookie) !== undefined ||
    openToken(secrets, visitorCookie, settings.publicUrl, readCookie(request, visitorCookie) ?? '') !== undefined

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !tracePage.test(request.url)) return
    if (!insideMessagingApp(request.headers['user-agent'] ?? '') || knows(request)) return
    const asking = await account().catch((error: unknown) => {
      // The page works without; a failure here must not block it.
      log.warn({ err: error }, 'sign-in of visitors')
      return undefined
    })
    if (!asking) return
    const state = randomBytes(16).toString('hex')
    // Cookies of several pages have to fit into one request.
    const left: Left = { state, path: request.url.slice(0, 400) }
    const to = authorizeAddress(settings.wechat.openUrl, asking.appId, settings.publicUrl + callbackPath, state)
    return reply
      .header(
        'set-cookie',
        cookieOf(
          leftCookie(state),
          sealToken(secrets, leftPurpose, settings.publicUrl, left, leftSeconds),
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
    if (typeof state !== 'string' || !/^[0-9a-f]{32}$/.test(state)) return
    const sealed = readCookie(request, leftCookie(state)) ?? ''
    const left = openToken<Left>(secrets, leftPurpose, settings.publicUrl, sealed)
    // Another browser's or an expired state: the landing page says that nothing is pending, and nothing is exchanged.
    if (!left || !tracePage.test(left.path)) return
    if (left.state === undefined) return reply.header('cache-control', 'no-store').redirect(left.path, 302)
    if (state !== left.state) return
    const visitor = isCode(code) && mayAsk(request.ip) ? await exchanged(code, left.state) : undefined
    return goOn(reply, left.path, state, visitor)
  })

  /** Undefined when the visitor cannot be identified: that must not disturb them. */
  function exchanged(code: string, state: string): Promise<Visitor | undefined> {
    return exchanges.once(code, state, async () => {
      try {
        const asking = await account()
        return asking && (await identifyVisitor(services, asking, code))
      } catch (error) {
        log.warn({ err: error }, 'sign-in of a visitor')
        return undefined
      }
    })
  }

  /** Each code costs a call to the platform: addresses that send many continue without identification. */
  function mayAsk(ip: string): boolean {
    try {
      clientLimits(services).lookup(ip)
      return true
    } catch {
      return false
    }
  }

  function goOn(reply: FastifyReply, path: string, state: string, visitor: Visitor | undefined) {
    const cookieSet = visitor
      ? cookieOf(
          visitorCookie,
          sealToken(secrets, visitorCookie, settings.publicUrl, visitor, visitorSeconds),
          visitorSeconds,
        )
      : cookieOf(skipCookie, '1', skipSeconds)
    const returned: Left = { path }
    const leftSet = cookieOf(
      leftCookie(state),
      sealToken(secrets, leftPurpose, settings.publicUrl, returned, returnSeconds),
      returnSeconds,
      callbackPath,
    )
    return reply.header('set-cookie', [cookieSet, leftSet]).header('cache-control', 'no-store').redirect(path, 302)
  }
}
