import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes by time as every authenticator makes them (RFC 6238): HMAC-SHA-1, six digits, a step of 30 seconds. */
const stepSeconds = 30
const digits = 6
/** A clock may be one step off, and a code typed late is that of the step before. */
const tolerance = 1

/** The alphabet of RFC 4648, section 6. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding, as authenticators take a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(buffer >>> (bits - 5)) & 31]
    buffer &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text
}

/** The step that a moment belongs to. @param at milliseconds since 1970 */
export const stepAt = (at: number): number => Math.floor(at / 1000 / stepSeconds)

/** The code of a step (RFC 4226, section 5.3). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step whose code this is, of those that are taken now and come after `last`; undefined for any other. */
export function matchingStep(secret: Uint8Array, code: string, now: number, last: number): number | undefined {
  if (!new RegExp(`^[0-9]{${digits}}$`).test(code)) return undefined
  const current = stepAt(now)
  for (let step = current - tolerance; step <= current + tolerance; step++)
    if (step > last && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step
  return undefined
}

/** The address that an authenticator reads from a QR code; algorithm, digits and step are what all take without being told. */
export function factorUri(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
