import { concatBytes } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

/** What the index says of a subject. */
export interface IndexEntry {
  /** 32 bytes. */
  subject: Uint8Array
  /** Number of the subject's newest entry. */
  seq: number
  /** Leaf hash of that entry. */
  hash: Uint8Array
}

/** A place of the tree. What an `inner` one is made of stands elsewhere. */
export type IndexNode = { kind: 'empty' } | { kind: 'leaf'; entry: IndexEntry } | { kind: 'inner'; hash: Uint8Array }

export const empty: IndexNode = { kind: 'empty' }

const LEAF = /* @__PURE__ */ Uint8Array.of(0x02)
const INNER = /* @__PURE__ */ Uint8Array.of(0x03)

/**
 * Hash of a place: 32 zero bytes when it is empty; SHA-256(0x02 || subject || seq as 8 bytes, high first || entry hash) for a
 * leaf; SHA-256(0x03 || left || right) for an inner one. The first bytes differ from those of the log's own tree (RFC 6962).
 */
export function indexHash(node: IndexNode, hash: Sha256 = sha256): Uint8Array {
  if (node.kind === 'inner') return node.hash
  if (node.kind === 'empty') return new Uint8Array(HASH_SIZE)
  const { subject, seq, hash: entry } = node.entry
  return hash(concatBytes(LEAF, subject, numberBytes(seq), entry))
}

export function innerHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes(INNER, left, right))
}

/** Two halves as one place. A subject stands as high as it stands alone, so a leaf beside nothing moves up. */
export function joinNodes(left: IndexNode, right: IndexNode, hash: Sha256 = sha256): IndexNode {
  if (left.kind === 'empty' && right.kind !== 'inner') return right
  if (right.kind === 'empty' && left.kind !== 'inner') return left
  return { kind: 'inner', hash: innerHash(indexHash(left, hash), indexHash(right, hash), hash) }
}

/** Bit of a subject, 0 or 1, counted from the high end of its first byte. */
export function bitOf(subject: Uint8Array, depth: number): number {
  return (subject[depth >> 3]! >> (7 - (depth & 7))) & 1
}

/** Do two subjects begin with the same so many bits? */
export function sharePrefix(a: Uint8Array, b: Uint8Array, bits: number): boolean {
  for (let depth = 0; depth < bits; depth++) if (bitOf(a, depth) !== bitOf(b, depth)) return false
  return true
}

function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(value / 2 ** 32))
  view.setUint32(4, value >>> 0)
  return bytes
}
