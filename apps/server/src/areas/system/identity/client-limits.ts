import { TokenBuckets } from '../../../platform/concurrency/token-buckets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { Services } from '../../../platform/services.ts'
import type { Mode } from '../../../platform/settings.ts'

/** How an unknown code is answered: at once, after a pause, or not at all for now. */
export type UnknownAnswer = 'now' | 'slowly' | 'refused'

/**
 * Limits per client address, kept in each process by itself. They protect the server, not the codes: those are protected
 * by 50 bits that cannot be guessed, and known codes are still answered to a client whose guesses are not. Carriers
 * share addresses among many phones, so the limits are wide. A proxy that was not declared (TRUST_PROXY) makes everybody
 * one client: `/readyz` says so.
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

/** On a machine where one tries the product, tests it or measures it, everything comes from the machine itself. */
export function isUnlimited(mode: Mode, ip: string): boolean {
  return mode !== 'production' && isLoopback(ip)
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || networkOf(ip).startsWith('127.')
}

const limits = new WeakMap<Services, ClientLimits>()

/** The limits of this process, for everything that strangers may ask. */
export function clientLimits(services: Services): ClientLimits {
  const known = limits.get(services)
  if (known) return known
  const created = new ClientLimits(services.settings.mode)
  limits.set(services, created)
  return created
}
