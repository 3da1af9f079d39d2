import { isDeepStrictEqual } from 'node:util'
import { canonicalize, type Json } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import {
  contentDigest,
  deriveSalt,
  encodeField,
  fieldDigest,
  fromBase64Url,
  toBase64Url,
} from '@timbermark/ledger/sealed'

/** Values by name of the field. */
export type Fields = Readonly<Record<string, Json>>

/** Fields of a stored text, which `fieldsText` wrote. */
export const parseFields = (text: string): Fields => JSON.parse(text) as Fields

/** Fields of a row that are sealed (docs/sealed-fields.md). */
export interface Statement {
  /** Anyone who has a code of the batch may see these. */
  open: Fields
  /** Readers may not see these. */
  withheld: Fields
  /** Readers may not see these either, and the secret that opens them can be deleted. */
  personal: Fields
}

/** A stored statement, with the inputs of its digest. */
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

/** The text that opens a field. */
function textOf(secret: Buffer, name: string, value: Json): string {
  return encodeField({ name, value, salt: deriveSalt(secret, name, sha256) })
}

function textsOf(secret: Buffer, fields: Fields): string[] {
  return Object.entries(fields).map(([name, value]) => textOf(secret, name, value))
}

/** Normalizes texts to NFC at every depth, so that texts that look alike are equal. */
export function toNfc<T extends Json>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().normalize('NFC') as T
  if (Array.isArray(value)) return value.map(toNfc) as Json as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.normalize('NFC'), toNfc(item)]),
  ) as Json as T
}

/** Digests of personal fields by name, base64url. */
export function personalDigests(fields: Fields, secret: Buffer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(toNfc(fields as { [key: string]: Json })).map(([name, value]) => [
      name,
      toBase64Url(fieldDigest(textOf(secret, name, value), sha256)),
    ]),
  )
}

/**
 * Seals a statement.
 * @param secretOf the secret for the texts of its fields. The same statement sealed again gets the same one, and therefore the
 * same digest, which the log enters once
 * @param personalSecret secret of its personal fields, required when it has any
 */
export function sealStatement(
  { open, withheld, personal }: Statement,
  secretOf: (texts: string) => Buffer,
  personalSecret?: Buffer,
): SealedStatement {
  const digests = Object.keys(personal).length === 0 ? {} : personalDigests(personal, personalSecret!)
  const texts = { open: fieldsText(open), withheld: fieldsText(withheld), personal: canonicalize(digests) }
  const stored = { ...texts, secret: secretOf(canonicalize([texts.open, texts.withheld, texts.personal])) }
  return { ...stored, digest: digestOf(stored) }
}

/** Digest of the stored parts. It equals the sealed digest unless a part was changed since. */
export function digestOf(stored: Omit<SealedStatement, 'digest'>): Buffer {
  const texts = [
    ...textsOf(stored.secret, JSON.parse(stored.open)),
    ...textsOf(stored.secret, JSON.parse(stored.withheld)),
  ]
  const digests = texts.map(text => fieldDigest(text, sha256))
  const personal = Object.values(JSON.parse(stored.personal) as Record<string, string>).map(fromBase64Url)
  return Buffer.from(contentDigest([...digests, ...personal], sha256))
}

/** Digest of the row's current fields. Answers the sealed digest without hashing when nothing has changed. */
export function recomputeDigest(
  stored: SealedStatement,
  now: Partial<Pick<SealedStatement, 'open' | 'withheld' | 'personal'>>,
): Buffer {
  const current = { ...stored, ...now }
  const isUnchanged = (['open', 'withheld', 'personal'] as const).every(part => current[part] === stored[part])
  return isUnchanged ? stored.digest : digestOf(current)
}

/**
 * Is this the canonical text of the fields? Compares values first: making the canonical text costs ten times as much.
 * @param parsed the parsed text
 */
export const isCanonicalTextOf = (text: string, fields: Fields, parsed: Fields = JSON.parse(text)): boolean =>
  isDeepStrictEqual(fields, parsed) || fieldsText(fields) === text

/** Canonical text of fields, the stored form. */
export function fieldsText(fields: Fields): string {
  return canonicalIfNfc(fields) ?? canonicalize(toNfc(fields as { [key: string]: Json }))
}

/**
 * The canonical text of fields that are in NFC already, as nearly all are; undefined for others. One test of the whole text is
 * enough: every part of a text in NFC is in NFC, and no JSON delimiter combines with a mark that follows it.
 */
function canonicalIfNfc(fields: Fields): string | undefined {
  try {
    const text = canonicalize(fields)
    return text.normalize('NFC') === text ? text : undefined
  } catch {
    // A lone surrogate, which the caller replaces. Any other value without a canonical form throws again there.
    return undefined
  }
}

/**
 * Opening of a content for a reader: texts of the opened fields, digests of the closed ones.
 * @param isOpen which of the open fields to open; by default all
 */
export function openingOf(
  { open, withheld, personal, secret }: Omit<SealedStatement, 'digest'>,
  isOpen: (name: string) => boolean = () => true,
): { opened: string[]; closed: string[] } {
  const fields = Object.entries(parseFields(open))
  const hidden = fields.filter(([name]) => !isOpen(name))
  return {
    opened: fields.filter(([name]) => isOpen(name)).map(([name, value]) => textOf(secret, name, value)),
    closed: [
      ...[...hidden, ...Object.entries(parseFields(withheld))].map(([name, value]) =>
        toBase64Url(fieldDigest(textOf(secret, name, value), sha256)),
      ),
      ...Object.values(JSON.parse(personal) as Record<string, string>),
    ],
  }
}

/** Content digest of the closed fields alone, base64url. */
export function closedDigest(stored: SealedStatement): string {
  return toBase64Url(contentDigest(openingOf(stored).closed.map(fromBase64Url), sha256))
}
