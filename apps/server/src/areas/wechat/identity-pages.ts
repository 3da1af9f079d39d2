import { type IdentityProblem, identifyPath } from '@timbermark/contract'
import type { FastifyReply } from 'fastify'
import { readCookie } from '../../platform/http/cookies.ts'
import type { App } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import { Refusal } from '../../platform/refusal.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { identityAttemptMinutes } from '../system/identity/retention.ts'
import { callbackPath } from './account.ts'
import { MessagingError } from './answers.ts'
import { authorizeAddress, insideMessagingApp, isCode, setCookieLine } from './consent.ts'
import {
  beginAttempt,
  consumeState,
  endAttempt,
  isAttemptState,
  type Person,
  storePerson,
} from './identity-attempts.ts'
import { identifyPerson, loadSignInAccount } from './visitors.ts'

/** Holds the token of a browser's trip to the consent page. */
export const identityCookie = 'wx-identity'
/** For the way there and for what is done afterwards. */
const cookieSeconds = 2 * identityAttemptMinutes * 60

/** The page that a trip ends on, with or without an identity; it is open to everybody. */
const landingPath = '/auth-redirect'

/** A page of this site; the browser's program checks it again before it opens it. */
const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= 400 && /^\/(?![/\\])[\x21-\x7e]*$/.test(path)

/** What it means for the person that the platform refused or did not answer. */
function problemOf(error: unknown): IdentityProblem {
  if (error instanceof Refusal && error.key === 'tooMany') return 'busy'
  if (!(error instanceof MessagingError)) return 'down'
  if (error.key === 'wechat.loginCode') return 'code'
  if (error.cure === 'later' || error.errcode === undefined) return 'down'
  return 'app'
}

/**
 * Sends a browser to the platform's consent page in order to sign in or to bind an identity, and takes what it brings back.
 * Each ending leads to `/auth-redirect`, which names the next step or what went wrong.
 */
export function registerIdentityPages(app: App, services: Services): void {
  const { settings, database, log } = services

  function land(reply: FastifyReply, path: string, problem?: IdentityProblem) {
    const query = new URLSearchParams({ ...(problem && { problem }), ...(path && { redirect: path }) }).toString()
    return reply.header('cache-control', 'no-store').redirect(query ? `${landingPath}?${query}` : landingPath, 302)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.url.split('?')[0] !== identifyPath) return
    const { redirect } = request.query as Record<string, unknown>
    const path = isOwnPath(redirect) ? redirect : ''
    if (!insideMessagingApp(request.headers['user-agent'] ?? '')) return land(reply, path, 'outside')
    try {
      clientLimits(services).lookup(request.ip)
      const account = await loadSignInAccount(services)
      if (!account) return land(reply, path, 'off')
      const { token, state } = await database.acrossTenants('sign-in', db => beginAttempt(db, path))
      return reply
        .header('set-cookie', setCookieLine(settings.publicUrl, identityCookie, token, cookieSeconds))
        .header('cache-control', 'no-store')
        .redirect(
          authorizeAddress(settings.wechat.openUrl, account.appId, settings.publicUrl + callbackPath, state),
          302,
        )
    } catch (error) {
      log.warn({ err: error }, 'beginning a sign-in through the messaging platform')
      return land(reply, path, problemOf(error))
    }
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.url.split('?')[0] !== callbackPath) return
    const { state, code } = request.query as Record<string, unknown>
    if (!isAttemptState(state)) return
    const token = readCookie(request, identityCookie) ?? ''
    let path = ''
    const fail = async (problem: IdentityProblem) => {
      await database.acrossTenants('sign-in', db => endAttempt(db, token))
      return land(reply, path, problem)
    }
    try {
      const used = await database.acrossTenants('sign-in', db => consumeState(db, token, state))
      // Unknown, expired, or begun in another browser: nothing is exchanged.
      if (!used) return land(reply, path, 'expired')
      // Some clients send a return twice: the first one's identity counts.
      if (used === 'again') return land(reply, path)
      path = used.path
      if (!isCode(code)) return await fail('cancelled')
      clientLimits(services).lookup(request.ip)
      const account = await loadSignInAccount(services)
      if (!account) return await fail('off')
      const person: Person | undefined = await identifyPerson(services, account, code)
      if (!person) return await fail('visitor')
      await database.acrossTenants('sign-in', db => storePerson(db, token, person))
      return land(reply, path)
    } catch (error) {
      log.warn({ err: error }, 'a sign-in through the messaging platform')
      return await fail(problemOf(error)).catch(() => land(reply, path, 'down'))
    }
  })
}
