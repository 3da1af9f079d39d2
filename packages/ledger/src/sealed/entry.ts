import { concatBytes, equalBytes, FormatError, utf8 } from '../bytes.ts'
import { canonicalize } from '../canonical.ts'
import { HASH_SIZE, leafHash } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

const TYPE = 'timbermark/entry@2'

/** What the log holds: that something was sealed of a subject, and nothing of what. */
export interface SealedEntry {
  /** 32 bytes that mean nothing to whoever does not know them already. */
  subject: Uint8Array
  /** 1 for the first entry of the subject, then without a gap. */
  seq: number
  /** Leaf hash (RFC 6962) of the subject's entry before; null for the first. */
  previous: Uint8Array | null
  /** What `contentDigest` makes of the digests of its fields. */
  content: Uint8Array
}

/**
 * Digest of a content: SHA-256 of the digests of its fields, 32 bytes each, sorted as bytes and put one after the other.
 * Their order tells nothing, and a field that stays closed counts by its digest.
 * @throws FormatError when a digest has another length or comes twice
 */
export function contentDigest(digests: readonly Uint8Array[], hash: Sha256 = sha256): Uint8Array {
  if (digests.some(digest => digest.length !== HASH_SIZE)) throw new FormatError(`a digest has ${HASH_SIZE} bytes`)
  const sorted = [...digests].sort(compareBytes)
  if (sorted.some((digest, at) => at > 0 && equalBytes(digest, sorted[at - 1]!)))
    throw new FormatError('a digest comes twice')
  return hash(concatBytes(...sorted))
}

/** Text of an entry: canonical JSON, the bytes that are hashed as a leaf. @throws FormatError or RangeError when a member is not as it must be */
export function encodeEntry({ subject, seq, previous, content }: SealedEntry): string {
  for (const bytes of [subject, content, ...(previous ? [previous] : [])])
    if (bytes.length !== HASH_SIZE) throw new FormatError(`subject, previous and content have ${HASH_SIZE} bytes`)
  if (!Number.isSafeInteger(seq) || seq < 1) throw new RangeError('seq counts from 1')
  if ((seq === 1) !== (previous === null)) throw new FormatError('the first entry of a subject alone has none before')
  return canonicalize({
    type: TYPE,
    subject: toBase64Url(subject),
    seq,
    previous: previous && toBase64Url(previous),
    content: toBase64Url(content),
  })
}

/** The one way to write an entry in canonical JSON: its members in the order of their names, without white space. */
const FORM =
  /^\{"content":"([\w-]{43})","previous":(?:null|"([\w-]{43})"),"seq":([1-9]\d{0,15}),"subject":"([\w-]{43})","type":"timbermark\/entry@2"\}$/

/** Reads it. @throws FormatError when it is not exactly what `encodeEntry` writes */
export function parseEntry(text: string): SealedEntry {
  const match = FORM.exec(text)
  if (!match) throw new FormatError('not the text of an entry of version 2')
  const [, content, previous, seq, subject] = match as unknown as [string, string, string | undefined, string, string]
  const entry = {
    subject: fromBase64Url(subject),
    seq: Number(seq),
    previous: previous === undefined ? null : fromBase64Url(previous),
    content: fromBase64Url(content),
  }
  if (!Number.isSafeInteger(entry.seq)) throw new FormatError('seq is larger than can be counted')
  if ((entry.seq === 1) !== (entry.previous === null))
    throw new FormatError('the first entry of a subject alone has none before')
  return entry
}

/** Leaf hash of an entry's text. */
export function entryHash(text: string, hash: Sha256 = sha256): Uint8Array {
  return leafHash(utf8(text), hash)
}

/**
 * Subject of a code request, which anybody computes from the code in his hand: SHA-256 of `timbermark/request`, a zero byte
 * and the request number as four bytes, high byte first.
 * @throws RangeError for a number outside 1 to 2^32-1
 */
export function requestSubject(number: number, hash: Sha256 = sha256): Uint8Array {
  if (!Number.isSafeInteger(number) || number < 1 || number > 0xffffffff) throw new RangeError('not a request number')
  return hash(concatBytes(utf8('timbermark/request'), Uint8Array.of(0), bigEndian(number)))
}

/** Codes of a request whose serials differ only in their last six bits share one subject for what was reported of single codes. */
export const BLOCK_SIZE = 64

/**
 * Subject of a block of codes: SHA-256 of `timbermark/codes`, a zero byte, the request's key for blocks (32 bytes, opened by
 * the request's entry) and the number of the block (serial divided by 64) as four bytes, high byte first.
 * @throws FormatError for a key of another length, RangeError for a block outside 0 to 2^32-1
 */
export function blockSubject(key: Uint8Array, block: number, hash: Sha256 = sha256): Uint8Array {
  if (key.length !== HASH_SIZE) throw new FormatError(`the key of the blocks has ${HASH_SIZE} bytes`)
  if (!Number.isSafeInteger(block) || block < 0 || block > 0xffffffff) throw new RangeError('not a block of codes')
  return hash(concatBytes(utf8('timbermark/codes'), Uint8Array.of(0), key, bigEndian(block)))
}

function bigEndian(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff)
}

/** Order of byte strings of equal length, as numbers with the high byte first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  return 0
}
