import { FormatError, isWellFormed, utf8Scratch } from '../bytes.ts'
import { canonicalize, type Json, parseCanonical } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** Bytes of a salt. */
export const SALT_SIZE = 16

/** A salt in base64url: 22 digits, the last of which has four bits that are not used and are zero. */
const SALT_PATTERN = /^[\w-]{21}[AQgw]$/

/** A field of an entry with what makes its digest impossible to guess. */
export interface SealedField {
  name: string
  value: Json
  /** 16 bytes that nobody else has. */
  salt: Uint8Array
}

/**
 * The text that opens a field: canonical JSON of salt (base64url), name and value. Who has it can show that the value
 * stands in the entry; who has not learns nothing from the digest.
 * @throws FormatError for a salt of another length, a name that is empty or not in NFC, a text that is not in NFC, and for what has no canonical form
 */
export function encodeField(field: SealedField): string {
  const { name, value, salt } = field
  const text = canonicalize([toBase64Url(salt), name, value])
  if (salt.length !== SALT_SIZE) throw new FormatError(`a salt has ${SALT_SIZE} bytes`)
  requireNameAndNfc(name, value, text)
  return text
}

function requireNameAndNfc(name: string, value: Json, text: string): void {
  if (name === '') throw new FormatError('a field has a name')
  // A part of a text in NFC is in NFC (UAX 15). The other way round an escape may lie between two parts.
  if (text.normalize('NFC') !== text) assertNfc([name, value])
}

/** Reads such a text. @throws FormatError when it is not exactly what `encodeField` writes */
export function parseField(text: string): SealedField {
  const { salt, ...field } = openField(text)
  return { ...field, salt: fromBase64Url(salt) }
}

/** The same for whoever needs the salt no more: it stays as it is written. */
export function openField(text: string): Omit<SealedField, 'salt'> & { salt: string } {
  const parts = parseCanonical(text)
  if (!Array.isArray(parts) || parts.length !== 3) throw new FormatError('a field is salt, name and value')
  const [salt, name, value] = parts as [Json, Json, Json]
  if (typeof salt !== 'string' || typeof name !== 'string') throw new FormatError('salt and name are texts')
  if (!SALT_PATTERN.test(salt)) throw new FormatError(`a salt has ${SALT_SIZE} bytes`)
  requireNameAndNfc(name, value, text)
  // Base64url has one text for each value and the rest is canonical: this is what would be written.
  return { name, value, salt }
}

/** Digest of a field: SHA-256 of the UTF-8 bytes of its text. */
export function fieldDigest(text: string, hash: Sha256 = sha256): Uint8Array {
  return hash(utf8Scratch(text))
}

/** Two texts that look alike must not be two values. */
function assertNfc(value: Json): void {
  if (typeof value === 'string') {
    if (isWellFormed(value) && value.normalize('NFC') !== value) throw new FormatError('a text is in NFC')
  } else if (Array.isArray(value)) value.forEach(assertNfc)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) assertNfc([key, item])
}
