import { FormatError, isWellFormed, utf8Scratch } from '../bytes.ts'
import { canonicalize, type Json, parseCanonical } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** Bytes in a salt. */
export const SALT_SIZE = 16

/** A salt in base64url: 22 characters; the last four bits of the last one are unused and zero. */
const SALT_PATTERN = /^[\w-]{21}[AQgw]$/

/** A field of an entry with the salt that makes its digest impossible to guess. */
export interface SealedField {
  name: string
  value: Json
  /** 16 random bytes, secret and unique. */
  salt: Uint8Array
}

/**
 * The text that opens a field: canonical JSON of salt (base64url), name and value. With this text anyone can prove that the
 * entry contains the value; without it the digest reveals nothing.
 * @throws FormatError for a salt of another length, an empty name, a text that is not in NFC, or a value without canonical form
 */
export function encodeField(field: SealedField): string {
  const { name, value, salt } = field
  const text = canonicalize([toBase64Url(salt), name, value])
  if (salt.length !== SALT_SIZE) throw new FormatError(`a salt has ${SALT_SIZE} bytes`)
  requireNameAndNfc(name, value, text)
  return text
}

function requireNameAndNfc(name: string, value: Json, text: string): void {
  if (name === '') throw new FormatError('a field needs a name')
  // If the text is in NFC, its parts are too (UAX #15). If it is not, check the parts: JSON escapes may separate them.
  if (text.normalize('NFC') !== text) assertNfc([name, value])
}

/** Parses the text of a field. @throws FormatError when it is not exactly what `encodeField` writes */
export function parseField(text: string): SealedField {
  const { salt, ...field } = openField(text)
  return { ...field, salt: fromBase64Url(salt) }
}

/** Like `parseField`, but leaves the salt in base64url, for callers that do not need its bytes. */
export function openField(text: string): Omit<SealedField, 'salt'> & { salt: string } {
  const parts = parseCanonical(text)
  if (!Array.isArray(parts) || parts.length !== 3) throw new FormatError('a field is salt, name and value')
  const [salt, name, value] = parts as [Json, Json, Json]
  if (typeof salt !== 'string' || typeof name !== 'string') throw new FormatError('salt and name are texts')
  if (!SALT_PATTERN.test(salt)) throw new FormatError(`a salt has ${SALT_SIZE} bytes`)
  requireNameAndNfc(name, value, text)
  // The salt has only one text in base64url and the rest is canonical, so `encodeField` would write the same text.
  return { name, value, salt }
}

/** Digest of a field: SHA-256 of the UTF-8 bytes of its text, 32 bytes. */
export function fieldDigest(text: string, hash: Sha256 = sha256): Uint8Array {
  return hash(utf8Scratch(text))
}

/** Requires NFC (UAX #15) at every depth, so that two texts that look the same are the same value. */
function assertNfc(value: Json): void {
  if (typeof value === 'string') {
    if (isWellFormed(value) && value.normalize('NFC') !== value) throw new FormatError('a text must be in NFC')
  } else if (Array.isArray(value)) value.forEach(assertNfc)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) assertNfc([key, item])
}
