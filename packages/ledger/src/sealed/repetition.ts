import { canonicalize, type Json } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url } from './base64url.ts'
import { encodeField, SALT_SIZE } from './field.ts'

/** Values of a content by name of the field. */
type Fields = Readonly<Record<string, Json>>

/**
 * The opened fields of an entry, written as what differs from the next entry of its subject. A reader makes the texts of all
 * fields again and checks those, so that it says as much as they do, in a hundredth of the length.
 */
export interface Repetition {
  /** Base64url; the salts of all fields follow from it. */
  secret: string
  /** Fields that the next entry has with another value, or not at all. */
  changed: Fields
  /** Fields that only the next entry has. */
  absent: readonly string[]
  /** Fields whose value is the beginning of the next entry's list, with these items instead of those. */
  lists: Readonly<Record<string, { length: number; items: Fields }>>
}

const encoder = new TextEncoder()

/**
 * Salt of a field: 16 bytes that only the owner of the secret can compute. Half a digest over secret and name is safe against
 * length extension, and costs a tenth of the set-up of an HMAC.
 */
export function deriveSalt(secret: Uint8Array, name: string, hash: Sha256 = sha256): Uint8Array {
  const nameBytes = encoder.encode(name)
  const input = new Uint8Array(secret.length + nameBytes.length)
  input.set(secret)
  input.set(nameBytes, secret.length)
  return hash(input).subarray(0, SALT_SIZE)
}

/** What differs between the fields of an entry and those of the next one. */
export function repetitionOf(secret: string, fields: Fields, next: Fields): Repetition {
  const changed: Record<string, Json> = {}
  const lists: Record<string, { length: number; items: Fields }> = {}
  for (const [name, value] of Object.entries(fields)) {
    const after = Object.hasOwn(next, name) ? next[name] : undefined
    if (after === undefined) changed[name] = value
    else if (Array.isArray(value) && Array.isArray(after)) {
      const list = listDifference(value, after)
      if (list) lists[name] = list
      else changed[name] = value
    } else if (canonicalize(value) !== canonicalize(after)) changed[name] = value
  }
  return { secret, changed, absent: Object.keys(next).filter(name => !Object.hasOwn(fields, name)), lists }
}

/** A list as the beginning of another one; undefined when it is longer. */
function listDifference(list: readonly Json[], next: readonly Json[]) {
  if (list.length > next.length) return undefined
  const items: Record<string, Json> = {}
  for (const [index, item] of list.entries()) if (canonicalize(item) !== canonicalize(next[index]!)) items[index] = item
  return { length: list.length, items }
}

/**
 * The fields of an entry, from its repetition and the fields of the next entry.
 * @throws Error when the repetition is not one of these
 */
export function repeatedFields({ changed, absent, lists }: Repetition, next: Fields): Fields {
  const omitted = new Set(absent)
  const fields = new Map<string, Json>(Object.entries(next).filter(([name]) => !omitted.has(name)))
  for (const [name, { length, items }] of Object.entries(lists)) {
    const list = fields.get(name)
    if (!Array.isArray(list) || length > list.length) throw new Error('No such list')
    fields.set(
      name,
      list.slice(0, length).map((item, index) => (Object.hasOwn(items, index) ? items[index]! : item)),
    )
  }
  for (const [name, value] of Object.entries(changed)) fields.set(name, value)
  return Object.fromEntries(fields)
}

/**
 * Texts that open these fields.
 * @throws Error when the secret is no base64url
 */
export function openingTexts(secret: string, fields: Fields, hash: Sha256 = sha256): string[] {
  const bytes = fromBase64Url(secret)
  return Object.entries(fields).map(([name, value]) =>
    encodeField({ name, value, salt: deriveSalt(bytes, name, hash) }),
  )
}
