import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../actor.ts'
import type { Refusal } from '../refusal.ts'

/** Refusals that say something of who called, not of what was sent: no session, no right, no reach, too often, a guess. */
const telling = new Set([
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

/** What is out of reach is answered like what is not there: said of somebody signed in, it may be either. */
const isTold = (key: string, actor: Actor | undefined) =>
  telling.has(key) || (key === 'notFound' && actor !== undefined)

/** So many lines at once, and then so many a minute: whoever is refused all the time must not fill the log. */
const atOnce = 100
const aMinute = 60

/**
 * Tells the log of calls that were refused to the one who called: who, from where, what, why, and the request id that the
 * answer carried. Lines beyond the bound are counted and the count is told with the next one.
 */
export class RefusalLog {
  readonly #log: Logger
  readonly #now: () => number
  #left = atOnce
  #at: number
  #untold = 0

  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#at = now()
  }

  tell(refusal: Refusal | undefined, { actor, request }: { actor: Actor | undefined; request: FastifyRequest }): void {
    if (!refusal || !isTold(refusal.key, actor)) return
    const now = this.#now()
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 60_000) * aMinute)
    this.#at = now
    if (this.#left < 1) {
      this.#untold++
      return
    }
    this.#left--
    this.#log.warn(
      {
        reason: refusal.key,
        request: request.id,
        method: request.method,
        // The route's own spelling: an address may hold a token that opens a door.
        route: request.routeOptions.url,
        ip: request.ip,
        ...(actor && { tenant: actor.tenantId, account: actor.accountId }),
        ...(this.#untold > 0 && { untold: this.#untold }),
      },
      'call refused',
    )
    this.#untold = 0
  }
}
