import { TokenBuckets } from '../../../platform/concurrency/token-buckets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { Services } from '../../../platform/services.ts'
import type { Mode } from '../../../platform/settings.ts'

/** How a lookup of an unknown code is answered: at once, after a pause, or refused for now. */
export type UnknownAnswer = 'now' | 'slowly' | 'refused'

/**
 * Rate limits per client address, held by each process. They protect the server, not the codes: 50 random bits protect
 * those, and a client whose guesses are refused still gets answers for known codes. Carriers share addresses among many
 * phones, so the limits are wide. Behind a proxy that is not declared (TRUST_PROXY) all callers count as one client;
 * `/readyz` reports that.
 */
export class ClientLimits {
  readonly #lookups = new TokenBuckets(200, 600)
  readonly #quick = new TokenBuckets(10, 10)
  readonly #unknown = new TokenBuckets(30, 100 / 60)
  readonly #devices = new TokenBuckets(30, 60)
  readonly #mode: Mode
  readonly #now: () => number

  constructor(mode: Mode, now: () => number = () => performance.now()) {
    this.#mode = mode
    this.#now = now
  }

  /** @throws Refusal tooMany */
  lookup(ip: string): void {
    if (!isUnlimited(this.#mode, ip) && !this.#lookups.take(networkOf(ip), this.#now()))
      throw new Refusal('tooMany', { seconds: 10 })
  }

  /** @throws Refusal tooMany */
  scan(ip: string, device: string | null): void {
    this.lookup(ip)
    if (device && !isUnlimited(this.#mode, ip) && !this.#devices.take(`${networkOf(ip)} ${device}`, this.#now()))
      throw new Refusal('tooMany', { seconds: 10 })
  }

  unknown(ip: string): UnknownAnswer {
    if (isUnlimited(this.#mode, ip)) return 'now'
    const key = networkOf(ip)
    const now = this.#now()
    const quick = this.#quick.take(key, now)
    if (!this.#unknown.take(key, now)) return 'refused'
    return quick ? 'now' : 'slowly'
  }
}

/** In demonstrations, tests and benchmarks all requests come from the machine itself, so loopback has no limit there. */
export function isUnlimited(mode: Mode, ip: string): boolean {
  return mode !== 'production' && isLoopback(ip)
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || networkOf(ip).startsWith('127.')
}

const limits = new WeakMap<Services, ClientLimits>()

/** The rate limits of this process for all public calls. */
export function clientLimits(services: Services): ClientLimits {
  const known = limits.get(services)
  if (known) return known
  const created = new ClientLimits(services.settings.mode)
  limits.set(services, created)
  return created
}
