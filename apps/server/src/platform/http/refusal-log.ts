import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../actor.ts'
import type { Refusal } from '../refusal.ts'

/** Refusals that concern who called, not what was sent: no session, no permission, out of scope, too often, a guess. */
const loggedKeys = new Set([
  'unauthenticated',
  'forbidden',
  'auth.initialPassword',
  'auth.secondFactorDemanded',
  'auth.wait',
  'auth.badCredentials',
  'auth.oldPasswordWrong',
  'auth.secondFactorWrong',
  'system.role.notGrantable',
  'system.user.higher',
  'system.user.deptOutOfReach',
  'tooMany',
  'tooFast',
])

/** A row out of scope is answered like a row that does not exist. For a signed-in caller it may be either. */
const isLogged = (key: string, actor: Actor | undefined) =>
  loggedKeys.has(key) || (key === 'notFound' && actor !== undefined)

/** This many lines at once, and then this many per minute: a client that is refused all the time must not fill the log. */
const burst = 100
const perMinute = 60

/**
 * Logs calls that were refused because of the caller: who, from where, what, why, and the request id of the answer.
 * Lines beyond the limit are counted, and the next line reports the count.
 */
export class RefusalLog {
  readonly #log: Logger
  readonly #now: () => number
  #left = burst
  #at: number
  #suppressed = 0

  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#at = now()
  }

  record(
    refusal: Refusal | undefined,
    { actor, request }: { actor: Actor | undefined; request: FastifyRequest },
  ): void {
    if (!refusal || !isLogged(refusal.key, actor)) return
    const now = this.#now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 60_000) * perMinute)
    this.#at = now
    if (this.#left < 1) {
      this.#suppressed++
      return
    }
    this.#left--
    this.#log.warn(
      {
        reason: refusal.key,
        request: request.id,
        method: request.method,
        // The route's pattern: the URL may hold a secret token.
        route: request.routeOptions.url,
        ip: request.ip,
        ...(actor && { tenant: actor.tenantId, account: actor.accountId }),
        ...(this.#suppressed > 0 && { untold: this.#suppressed }),
      },
      'call refused',
    )
    this.#suppressed = 0
  }
}
