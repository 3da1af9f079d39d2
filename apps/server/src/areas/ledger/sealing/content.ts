import { hash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { canonicalize, type Json } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import {
  contentDigest,
  encodeField,
  fieldDigest,
  fromBase64Url,
  SALT_SIZE,
  toBase64Url,
} from '@timbermark/ledger/sealed'

/** Values by name of the field. */
export type Fields = Readonly<Record<string, Json>>

/** What is sealed of a row (docs/sealed-fields.md). */
export interface Statement {
  /** Whoever holds a code of the goods may see these. */
  open: Fields
  /** He may not see these. */
  withheld: Fields
  /** Nor these, and what opens them can be forgotten. */
  personal: Fields
}

/** A statement as it is kept: with what its digests are made of. */
export interface SealedStatement {
  /** Canonical JSON of the open and of the withheld fields. */
  open: string
  withheld: string
  /** Canonical JSON: digests (base64url) of personal fields by name. */
  personal: string
  /** 32 bytes that the salts are derived from. */
  secret: Buffer
  /** Digest of the content, 32 bytes. */
  digest: Buffer
}

/**
 * Salt of a field: 16 bytes that nobody has who has not the secret. The first half of a digest over secret and name is what
 * nobody can go on from, and costs a tenth of what a keyed digest costs to set up.
 */
function saltOf(secret: Buffer, name: string): Uint8Array {
  return hash('sha256', Buffer.concat([secret, Buffer.from(name, 'utf8')]), 'buffer').subarray(0, SALT_SIZE)
}

/** Text that opens a field. */
function textOf(secret: Buffer, name: string, value: Json): string {
  return encodeField({ name, value, salt: saltOf(secret, name) })
}

function textsOf(secret: Buffer, fields: Fields): string[] {
  return Object.entries(fields).map(([name, value]) => textOf(secret, name, value))
}

/** Texts that look alike are one text: NFC, at every depth. */
export function composed<T extends Json>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().normalize('NFC') as T
  if (Array.isArray(value)) return value.map(composed) as Json as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.normalize('NFC'), composed(item)]),
  ) as Json as T
}

/** Digests of personal fields by name, base64url. */
export function personalDigests(fields: Fields, secret: Buffer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(composed(fields as { [key: string]: Json })).map(([name, value]) => [
      name,
      toBase64Url(fieldDigest(textOf(secret, name, value), sha256)),
    ]),
  )
}

/** Seals a statement. @param personalSecret what its personal fields hang on, when it has any */
export function sealStatement({ open, withheld, personal }: Statement, personalSecret?: Buffer): SealedStatement {
  const secret = randomBytes(32)
  const digests = Object.keys(personal).length === 0 ? {} : personalDigests(personal, personalSecret!)
  const kept = {
    open: fieldsText(open),
    withheld: fieldsText(withheld),
    personal: canonicalize(digests),
    secret,
  }
  return { ...kept, digest: digestOf(kept) }
}

/** Digest of what is kept: the sealed one, unless something of it was changed since. */
export function digestOf(kept: Omit<SealedStatement, 'digest'>): Buffer {
  const texts = [...textsOf(kept.secret, JSON.parse(kept.open)), ...textsOf(kept.secret, JSON.parse(kept.withheld))]
  const digests = texts.map(text => fieldDigest(text, sha256))
  const personal = Object.values(JSON.parse(kept.personal) as Record<string, string>).map(fromBase64Url)
  return Buffer.from(contentDigest([...digests, ...personal], sha256))
}

/** Digest of what a row says now: the sealed one when it says the same, without hashing. */
export function digestNow(
  kept: SealedStatement,
  now: Partial<Pick<SealedStatement, 'open' | 'withheld' | 'personal'>>,
): Buffer {
  const today = { ...kept, ...now }
  const same = (['open', 'withheld', 'personal'] as const).every(part => today[part] === kept[part])
  return same ? kept.digest : digestOf(today)
}

/**
 * Is this the canonical text of the fields? Canonical texts are made only where the fields are not value for value what the
 * text says: making them costs ten times the look.
 * @param read what the text says
 */
export const isTextOf = (text: string, fields: Fields, read: Fields = JSON.parse(text)): boolean =>
  isDeepStrictEqual(fields, read) || fieldsText(fields) === text

/** Canonical text of fields, as it is kept. */
export function fieldsText(fields: Fields): string {
  return textIfComposed(fields) ?? canonicalize(composed(fields as { [key: string]: Json }))
}

/**
 * The canonical text of fields that are NFC as they stand, as nearly all are: asked once for the whole text, because parts of
 * a text in NFC are in NFC, and none of JSON's own signs joins with a mark that follows it. Undefined for others.
 */
function textIfComposed(fields: Fields): string | undefined {
  try {
    const text = canonicalize(fields)
    return text.normalize('NFC') === text ? text : undefined
  } catch {
    // A lone surrogate, which is replaced; whatever else has no canonical form is refused again, and then for good.
    return undefined
  }
}

/**
 * What a reader is given of a content.
 * @param shown which of the open fields; all unless told
 */
export function openingOf(
  { open, withheld, personal, secret }: Omit<SealedStatement, 'digest'>,
  shown: (name: string) => boolean = () => true,
): { opened: string[]; closed: string[] } {
  const fields = Object.entries(JSON.parse(open) as Fields)
  const hidden = fields.filter(([name]) => !shown(name))
  return {
    opened: fields.filter(([name]) => shown(name)).map(([name, value]) => textOf(secret, name, value)),
    closed: [
      ...[...hidden, ...Object.entries(JSON.parse(withheld) as Fields)].map(([name, value]) =>
        toBase64Url(fieldDigest(textOf(secret, name, value), sha256)),
      ),
      ...Object.values(JSON.parse(personal) as Record<string, string>),
    ],
  }
}

/** Content digest of the closed fields alone, base64url. */
export function closedDigest(kept: SealedStatement): string {
  return toBase64Url(contentDigest(openingOf(kept).closed.map(fromBase64Url), sha256))
}
