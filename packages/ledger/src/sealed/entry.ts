import { concatBytes, equalBytes, FormatError, utf8, utf8Scratch } from '../bytes.ts'
import { canonicalize } from '../canonical.ts'
import { HASH_SIZE, leafHash } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

const TYPE = 'timbermark/entry@2'

/** A log entry: it shows that something about a subject was sealed, but not what. */
export interface SealedEntry {
  /** 32 bytes; opaque to anyone who does not know the subject. */
  subject: Uint8Array
  /** Number of the entry within its subject: 1, 2, 3 ... */
  seq: number
  /** Leaf hash (RFC 6962) of the subject's previous entry; null for the first. */
  previous: Uint8Array | null
  /** `contentDigest` of the digests of its fields, 32 bytes. */
  content: Uint8Array
}

/**
 * Digest of a content: SHA-256 of the concatenated digests of its fields, 32 bytes each, sorted as bytes. So their order
 * reveals nothing, and a reader can compute it without opening every field.
 * @throws FormatError when a digest has another length or occurs twice
 */
export function contentDigest(digests: readonly Uint8Array[], hash: Sha256 = sha256): Uint8Array {
  if (digests.some(digest => digest.length !== HASH_SIZE)) throw new FormatError(`a digest has ${HASH_SIZE} bytes`)
  const sorted = [...digests].sort(compareBytes)
  if (sorted.some((digest, at) => at > 0 && equalBytes(digest, sorted[at - 1]!)))
    throw new FormatError('a digest occurs twice')
  return hash(concatBytes(...sorted))
}

/** Text of an entry: canonical JSON (RFC 8785), whose UTF-8 bytes are the leaf. @throws FormatError or RangeError for an invalid member */
export function encodeEntry({ subject, seq, previous, content }: SealedEntry): string {
  for (const bytes of [subject, content, ...(previous ? [previous] : [])])
    if (bytes.length !== HASH_SIZE) throw new FormatError(`subject, previous and content have ${HASH_SIZE} bytes`)
  if (!Number.isSafeInteger(seq) || seq < 1) throw new RangeError('seq counts from 1')
  if ((seq === 1) !== (previous === null))
    throw new FormatError('only the first entry of a subject has no previous entry')
  return canonicalize({
    type: TYPE,
    subject: toBase64Url(subject),
    seq,
    previous: previous && toBase64Url(previous),
    content: toBase64Url(content),
  })
}

/** The only form of an entry in canonical JSON: members ordered by name, no white space. */
const ENTRY_PATTERN =
  /^\{"content":"([\w-]{43})","previous":(?:null|"([\w-]{43})"),"seq":([1-9]\d{0,15}),"subject":"([\w-]{43})","type":"timbermark\/entry@2"\}$/

/** Parses the text of an entry. @throws FormatError when it is not exactly what `encodeEntry` writes */
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
  if (!Number.isSafeInteger(entry.seq)) throw new FormatError('seq is larger than 2^53 - 1')
  if ((entry.seq === 1) !== (entry.previous === null))
    throw new FormatError('only the first entry of a subject has no previous entry')
  return entry
}

/** Leaf hash of an entry's text. */
export function entryHash(text: string, hash: Sha256 = sha256): Uint8Array {
  return leafHash(utf8Scratch(text), hash)
}

/** Serials in a block. Reports about single codes have the block of the serial as subject. */
export const BLOCK_SIZE = 64

/**
 * Subject of a block of codes: SHA-256 of `timbermark/codes`, a zero byte, the request's key for blocks (32 bytes, a field of
 * the request's entry) and the number of the block (serial divided by 64, rounded down) as four bytes, big-endian.
 * @throws FormatError for a key of another length, RangeError for a block outside 0 to 2^32-1
 */
export function blockSubject(key: Uint8Array, block: number, hash: Sha256 = sha256): Uint8Array {
  if (key.length !== HASH_SIZE) throw new FormatError(`the key of the blocks has ${HASH_SIZE} bytes`)
  if (!Number.isSafeInteger(block) || block < 0 || block > 0xffffffff) throw new RangeError('not a block of codes')
  return hash(concatBytes(utf8('timbermark/codes'), Uint8Array.of(0), key, bigEndian(block)))
}

/**
 * Subject of the withdrawals in the chain of another subject, that of a block or of the records of a batch: SHA-256 of
 * `timbermark/withdrawals`, a zero byte and that subject. The index proves their number even where the chain itself is too long
 * to be given completely.
 * @throws FormatError for a subject of another length
 */
export function withdrawalsSubject(subject: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (subject.length !== HASH_SIZE) throw new FormatError(`a subject has ${HASH_SIZE} bytes`)
  return hash(concatBytes(utf8('timbermark/withdrawals'), Uint8Array.of(0), subject))
}

/** A span of level 1 has this many codes; a span of each higher level has this many spans of the level below. */
export const SPAN_WIDTH = 32

/** Number of levels. A span of the highest level covers every serial that a code can have. */
export const SPAN_LEVELS = 5

/** Consecutive codes that share a subject, for reports about ranges of codes. */
export interface Span {
  /** 1 for 32 codes, 2 for 1,024, up to `SPAN_LEVELS`. */
  level: number
  /** Serial divided by the size, rounded down. */
  span: number
}

const sizeOf = (level: number) => SPAN_WIDTH ** level

/** Key for the spans of a request, 32 bytes: SHA-256 of `timbermark/spans`, a zero byte and its key for blocks. @throws FormatError for a key of another length */
export function spansKey(blocks: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (blocks.length !== HASH_SIZE) throw new FormatError(`the key of the blocks has ${HASH_SIZE} bytes`)
  return hash(concatBytes(utf8('timbermark/spans'), Uint8Array.of(0), blocks))
}

/**
 * Subject of a span of codes: SHA-256 of `timbermark/span`, a zero byte, the key for spans, the level as one byte and the
 * number of the span as four bytes, big-endian.
 * @throws FormatError for a key of another length, RangeError for an invalid level or number
 */
export function spanSubject(key: Uint8Array, { level, span }: Span, hash: Sha256 = sha256): Uint8Array {
  if (key.length !== HASH_SIZE) throw new FormatError(`the key of the spans has ${HASH_SIZE} bytes`)
  if (!(Number.isSafeInteger(level) && level >= 1 && level <= SPAN_LEVELS)) throw new RangeError('not a level of spans')
  if (!Number.isSafeInteger(span) || span < 0 || span > 0xffffffff) throw new RangeError('not a span of codes')
  return hash(concatBytes(utf8('timbermark/span'), Uint8Array.of(0), key, Uint8Array.of(level), bigEndian(span)))
}

/** All spans that contain a serial, the smallest first. @param count number of codes in the request; stops at the first span size that covers them all */
export function spansContaining(serial: number, count: number): Span[] {
  const spans: Span[] = []
  for (let level = 1; level <= SPAN_LEVELS; level++) {
    spans.push({ level, span: Math.floor(serial / sizeOf(level)) })
    if (sizeOf(level) >= count) break
  }
  return spans
}

/**
 * Splits a range of serials into spans for reporting, each with the part of the range that it contains. From level 1 upwards,
 * the ends that do not fill spans of the level go into the span that they are in; the rest goes to the next level. So a range
 * of any length needs at most nine spans.
 * @param from first serial (included); `to` is excluded
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

/** Four bytes, high first. */
export function bigEndian(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff)
}

/** Compares byte strings of equal length as big-endian numbers. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  return 0
}
