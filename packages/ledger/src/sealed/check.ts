import { equalBytes } from '../bytes.ts'
import type { Json } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url } from './base64url.ts'
import { contentDigest, entryHash, parseEntry, type SealedEntry } from './entry.ts'
import { fieldDigest, openField } from './field.ts'

/** One entry as a reader receives it. */
export interface OpenedEntry {
  /** Text of the entry, as the log holds it. */
  entry: string
  /** Texts of the fields that the reader may see. */
  opened: readonly string[]
  /** Digests of the other fields, base64url. */
  closed: readonly string[]
}

/** Why a chain of entries proves nothing. */
export type ChainFault =
  | 'entry' // not the text of an entry
  | 'subject' // belongs to another subject
  | 'gap' // the first number is not 1, or a number is missing, repeated or out of order
  | 'link' // `previous` is not the hash of the previous entry
  | 'field' // not the text of a field, or a malformed digest
  | 'twice' // two fields with the same name
  | 'content' // the fields are not those that were sealed
  | 'unproven' // only the server claims that the log contains it

/** One entry of a valid chain. */
export interface ProvenEntry {
  seq: number
  /** Leaf hash. */
  hash: Uint8Array
  /** Content digest of its fields. */
  content: Uint8Array
  /** The opened fields by name. */
  fields: ReadonlyMap<string, Json>
  /** Number of fields that are not opened. */
  closed: number
}

/** The entries of a valid chain, or the first fault and the position of its entry. */
export type CheckedChain = { entries: ProvenEntry[] } | { fault: ChainFault; at: number }

/** True when the log provably contains an entry: by the index, which names the newest entry, or by an inclusion path. */
export type IsLogged = (entry: ProvenEntry, at: number) => boolean

/**
 * Checks all entries of a subject, from its first to its newest: each names the previous one, and its fields are those that
 * were sealed. The caller must check with the index that the last is the newest, and with the log that it is logged.
 */
export function checkChain(subject: Uint8Array, chain: readonly OpenedEntry[], hash: Sha256 = sha256): CheckedChain {
  return checkEntries(subject, chain, true, hash)
}

/**
 * Checks entries of a subject, in rising order, of which some may be missing. The next entry proves the one before it if their
 * numbers are consecutive; each other entry, and always the last, must satisfy `isLogged`.
 */
export function checkPartialChain(
  subject: Uint8Array,
  chain: readonly OpenedEntry[],
  isLogged: IsLogged,
  hash: Sha256 = sha256,
): CheckedChain {
  const checked = checkEntries(subject, chain, false, hash)
  if ('fault' in checked) return checked
  for (const [at, entry] of checked.entries.entries()) {
    if (checked.entries[at + 1]?.seq === entry.seq + 1) continue
    if (!isLogged(entry, at)) return { fault: 'unproven', at }
  }
  return checked
}

function checkEntries(
  subject: Uint8Array,
  chain: readonly OpenedEntry[],
  isComplete: boolean,
  hash: Sha256,
): CheckedChain {
  const entries: ProvenEntry[] = []
  for (const [at, opening] of chain.entries()) {
    const entry = parseOrUndefined(() => parseEntry(opening.entry))
    if (!entry) return { fault: 'entry', at }
    const fault = findPositionFault(entry, subject, entries.at(-1), isComplete ? at : undefined)
    if (fault) return { fault, at }
    const opened = openFields(opening, hash)
    if (typeof opened === 'string') return { fault: opened, at }
    if (!equalBytes(opened.content, entry.content)) return { fault: 'content', at }
    const { seq, content } = entry
    entries.push({
      seq,
      content,
      hash: entryHash(opening.entry, hash),
      fields: opened.fields,
      closed: opening.closed.length,
    })
  }
  return { entries }
}

/**
 * Opens fields without an entry and computes their content digest. The caller must check that an entry names this digest.
 * @returns the digest with the opened fields by name, or the fault
 */
export function openFields(
  { opened, closed }: Pick<OpenedEntry, 'opened' | 'closed'>,
  hash: Sha256 = sha256,
): { content: Uint8Array; fields: ReadonlyMap<string, Json> } | 'field' | 'twice' | 'content' {
  const fields = parseOrUndefined(() => opened.map(openField))
  const digests = parseOrUndefined(() => [...opened.map(text => fieldDigest(text, hash)), ...closed.map(fromBase64Url)])
  if (!fields || !digests) return 'field'
  const named = new Map(fields.map(({ name, value }) => [name, value]))
  if (named.size !== fields.length) return 'twice'
  const content = parseOrUndefined(() => contentDigest(digests, hash))
  return content ? { content, fields: named } : 'content'
}

function findPositionFault(
  entry: SealedEntry,
  subject: Uint8Array,
  before: ProvenEntry | undefined,
  place: number | undefined,
): ChainFault | undefined {
  if (!equalBytes(entry.subject, subject)) return 'subject'
  if (place === undefined ? before && entry.seq <= before.seq : entry.seq !== place + 1) return 'gap'
  const follows = before && entry.seq === before.seq + 1
  return follows && !(entry.previous && equalBytes(entry.previous, before.hash)) ? 'link' : undefined
}

/** The result of `read`, or undefined when it throws. */
function parseOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
