import { equalBytes } from '../bytes.ts'
import type { Json } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url } from './base64url.ts'
import { contentDigest, entryHash, parseEntry, type SealedEntry } from './entry.ts'
import { fieldDigest, openField } from './field.ts'

/** What a reader is given of one entry. */
export interface OpenedEntry {
  /** Text of the entry, as the log holds it. */
  entry: string
  /** Texts of the fields that he may see. */
  opened: readonly string[]
  /** Digests of those that stay closed, base64url. */
  closed: readonly string[]
}

/** Why a chain of entries proves nothing. */
export type ChainFault =
  | 'entry' // not the text of an entry
  | 'subject' // of another subject
  | 'gap' // the first is not number 1, or a number is missing, out of order or there twice
  | 'link' // does not name the entry before
  | 'field' // not the text of a field, or a closed digest that is none
  | 'twice' // two fields of one name
  | 'content' // the fields are not those that were sealed
  | 'unproven' // nothing but the server says that the log holds it

/** One entry of a chain that holds. */
export interface ProvenEntry {
  seq: number
  /** Leaf hash. */
  hash: Uint8Array
  /** Digest of its fields. */
  content: Uint8Array
  /** The opened fields by name. */
  fields: ReadonlyMap<string, Json>
  /** How many fields stay closed. */
  closed: number
}

/** Entries of a subject that hold, or where and why they prove nothing. */
export type CheckedChain = { entries: ProvenEntry[] } | { fault: ChainFault; at: number }

/** Does the log hold an entry? Told by the index, which names the newest, or by a path of its own. */
export type IsLogged = (entry: ProvenEntry, at: number) => boolean

/**
 * Checks all entries of a subject, from its first to its newest: each names the one before, and the fields of each are
 * those that were sealed. That the last is the newest, only the index can tell; that it is in the log, the log.
 */
export function checkChain(subject: Uint8Array, chain: readonly OpenedEntry[], hash: Sha256 = sha256): CheckedChain {
  return checkEntries(subject, chain, true, hash)
}

/**
 * Checks entries of a subject of which some may be left out, in rising order. One that the next names is held by it; each
 * other one, the last among them, has to be vouched for.
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
 * Opens fields by themselves: what a content digest was made of. The digest has still to be one that an entry names.
 * @returns the digest with the opened fields by name, or why they are none
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

/** What was read, or undefined when the text was not as its format says. */
function parseOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
