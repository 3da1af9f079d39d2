import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based codes as every authenticator computes them (RFC 6238): HMAC-SHA-1, six digits, a step of 30 seconds. */
const stepSeconds = 30
const digits = 6
/** Clocks may differ by one step, and a code typed late belongs to the previous step. */
const tolerance = 1

/** The alphabet of RFC 4648, section 6. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding, the format in which authenticators accept a typed secret. */
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

/** The step that a code belongs to, among those accepted now and later than `last`; undefined when there is none. */
export function matchingStep(secret: Uint8Array, code: string, now: number, last: number): number | undefined {
  if (!new RegExp(`^[0-9]{${digits}}$`).test(code)) return undefined
  const current = stepAt(now)
  for (let step = current - tolerance; step <= current + tolerance; step++)
    if (step > last && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) return step
  return undefined
}

/** The address that an authenticator reads from a QR code. Algorithm, digits and step are the defaults, so they are left out. */
export function factorUri(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
