import { equalBytes } from '../bytes.ts'
import type { Json } from '../canonical.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url } from './base64url.ts'
import { contentDigest, entryHash, parseEntry, type SealedEntry } from './entry.ts'
import { fieldDigest, parseField } from './field.ts'

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

/** One entry of a chain that holds. */
export interface ProvenEntry {
  seq: number
  /** Leaf hash. */
  hash: Uint8Array
  /** The opened fields by name. */
  fields: ReadonlyMap<string, Json>
  /** How many fields stay closed. */
  closed: number
}

/**
 * Checks all entries of a subject, from its first to its newest: each names the one before, and the fields of each are
 * those that were sealed. That the last is the newest, only the index can tell; that it is in the log, the log.
 * @returns the entries with their opened fields, or where and why they prove nothing
 */
export function checkChain(
  subject: Uint8Array,
  chain: readonly OpenedEntry[],
  hash: Sha256 = sha256,
): { entries: ProvenEntry[] } | { fault: ChainFault; at: number } {
  const entries: ProvenEntry[] = []
  for (const [at, given] of chain.entries()) {
    const entry = reading(() => parseEntry(given.entry))
    if (!entry) return { fault: 'entry', at }
    const before = entries.at(-1)
    const fault = placeFault(entry, subject, before, at)
    if (fault) return { fault, at }
    const fields = reading(() => given.opened.map(parseField))
    const digests = reading(() => [
      ...given.opened.map(text => fieldDigest(text, hash)),
      ...given.closed.map(fromBase64Url),
    ])
    if (!fields || !digests) return { fault: 'field', at }
    const named = new Map(fields.map(({ name, value }) => [name, value]))
    if (named.size !== fields.length) return { fault: 'twice', at }
    const content = reading(() => contentDigest(digests, hash))
    if (!content || !equalBytes(content, entry.content)) return { fault: 'content', at }
    entries.push({ seq: entry.seq, hash: entryHash(given.entry, hash), fields: named, closed: given.closed.length })
  }
  return { entries }
}

function placeFault(
  entry: SealedEntry,
  subject: Uint8Array,
  before: ProvenEntry | undefined,
  at: number,
): ChainFault | undefined {
  if (!equalBytes(entry.subject, subject)) return 'subject'
  if (entry.seq !== at + 1) return 'gap'
  if (before && !(entry.previous && equalBytes(entry.previous, before.hash))) return 'link'
  return undefined
}

/** What was read, or undefined when the text was not as its format says. */
function reading<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
