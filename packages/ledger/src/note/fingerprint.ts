import { toHex, utf8 } from '../bytes.ts'
import { sha256 } from '../sha2/sha256.ts'

/**
 * Fingerprint of a verifier key, for people to compare: the first 80 bits of SHA-256 of its text, as five groups of four
 * hexadecimal digits. Short enough to read aloud, too long to find another key with the same fingerprint.
 */
export function keyFingerprint(verifierKey: string): string {
  return toHex(sha256(utf8(verifierKey)).slice(0, 10)).replace(/.{4}(?=.)/g, '$& ')
}
