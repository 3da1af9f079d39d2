import { isIP } from 'node:net'
import { networkOf } from '../../platform/http/network.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'

/** Wrong anti-counterfeit codes that are judged before a picture has to be solved: per 24 hours, and over a code's life. */
export const guessLimits = { codeAndClient: 5, code: 20, client: 30, lifetime: 200 } as const

/** Names of the counters that a try belongs to. */
export function bucketsOf({
  requestNumber,
  serial,
  client,
}: {
  requestNumber: number
  serial: number
  client: string
}) {
  const code = `${requestNumber}:${serial}`
  return { codeAndClient: `both:${code}:${client}`, code: `code:${code}`, client: `client:${client}` }
}

/** Address of a client as text, or null when a proxy handed over something else. */
export function addressOf(ip: string): string | null {
  return isIP(ip) === 0 ? null : ip
}

/**
 * What stands for a client in the counters: a keyed hash of its address, of the first 64 bits for IPv6, whose rest a
 * client chooses freely.
 */
export function clientOf(secrets: Secrets, ip: string): string {
  return secrets.mac('trace-client', networkOf(ip)).subarray(0, 12).toString('base64url')
}
