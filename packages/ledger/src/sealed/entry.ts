import { concatBytes, equalBytes, FormatError, utf8, utf8Scratch } from '../bytes.ts'
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
const ENTRY_PATTERN =
  /^\{"content":"([\w-]{43})","previous":(?:null|"([\w-]{43})"),"seq":([1-9]\d{0,15}),"subject":"([\w-]{43})","type":"timbermark\/entry@2"\}$/

/** Reads it. @throws FormatError when it is not exactly what `encodeEntry` writes */
export function parseEntry(text: string): SealedEntry {
  const match = ENTRY_PATTERN.exec(text)
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
  return leafHash(utf8Scratch(text), hash)
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

/** So many neighbours are one span: 32 codes, 32 spans of 32 codes, and so on. */
export const SPAN_WIDTH = 32

/** Of so many sizes: the largest holds every serial that a code can have. */
export const SPAN_LEVELS = 5

/** Codes with a subject of their own for what was done to a range of codes. */
export interface Span {
  /** 1 for 32 codes, 2 for 1,024, up to `SPAN_LEVELS`. */
  level: number
  /** Serial divided by the size, rounded down. */
  span: number
}

const sizeOf = (level: number) => SPAN_WIDTH ** level

/** Key of the spans of a request, 32 bytes: SHA-256 of `timbermark/spans`, a zero byte and its key for blocks. @throws FormatError for a key of another length */
export function spansKey(blocks: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (blocks.length !== HASH_SIZE) throw new FormatError(`the key of the blocks has ${HASH_SIZE} bytes`)
  return hash(concatBytes(utf8('timbermark/spans'), Uint8Array.of(0), blocks))
}

/**
 * Subject of a span of codes: SHA-256 of `timbermark/span`, a zero byte, the key of the spans, the level as one byte and the
 * number of the span as four, high byte first.
 * @throws FormatError for a key of another length, RangeError for a span that there is not
 */
export function spanSubject(key: Uint8Array, { level, span }: Span, hash: Sha256 = sha256): Uint8Array {
  if (key.length !== HASH_SIZE) throw new FormatError(`the key of the spans has ${HASH_SIZE} bytes`)
  if (!(Number.isSafeInteger(level) && level >= 1 && level <= SPAN_LEVELS)) throw new RangeError('not a level of spans')
  if (!Number.isSafeInteger(span) || span < 0 || span > 0xffffffff) throw new RangeError('not a span of codes')
  return hash(concatBytes(utf8('timbermark/span'), Uint8Array.of(0), key, Uint8Array.of(level), bigEndian(span)))
}

/** Every span that a code stands in, the smallest first. @param count codes of its request: larger spans than hold them all are of no use */
export function spansContaining(serial: number, count: number): Span[] {
  const spans: Span[] = []
  for (let level = 1; level <= SPAN_LEVELS; level++) {
    spans.push({ level, span: Math.floor(serial / sizeOf(level)) })
    if (sizeOf(level) >= count) break
  }
  return spans
}

/**
 * The few spans that a range of codes is told in, with what of it stands in each: as much as can be in whole spans of the
 * next smaller size, so that a range of any length takes nine at most.
 * @param from first serial, `to` the one behind the last
 */
export function splitIntoSpans({ from, to }: { from: number; to: number }): (Span & { from: number; to: number })[] {
  const spans: (Span & { from: number; to: number })[] = []
  for (let level = 1; from < to; level++) {
    const size = sizeOf(level)
    const [first, last] = [Math.floor(from / size), Math.floor((to - 1) / size)]
    if (first === last || level === SPAN_LEVELS) {
      spans.push({ level, span: first, from, to })
      break
    }
    const [inner, outer] = [Math.ceil(from / size) * size, Math.floor(to / size) * size]
    if (from < inner) spans.push({ level, span: first, from, to: inner })
    if (outer < to) spans.push({ level, span: last, from: outer, to })
    ;[from, to] = [inner, outer]
  }
  return spans
}

function bigEndian(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff)
}

/** Order of byte strings of equal length, as numbers with the high byte first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  return 0
}
