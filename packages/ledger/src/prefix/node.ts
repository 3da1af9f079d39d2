import { HASH_SIZE } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

/** The newest entry of a subject, as the index holds it. */
export interface IndexEntry {
  /** 32 bytes. */
  subject: Uint8Array
  /** Number of the subject's newest entry. */
  seq: number
  /** Leaf hash of that entry. */
  hash: Uint8Array
}

/** A place in the tree. An `inner` place has only its hash; its children are stored elsewhere. */
export type IndexNode = { kind: 'empty' } | { kind: 'leaf'; entry: IndexEntry } | { kind: 'inner'; hash: Uint8Array }

export const empty: IndexNode = { kind: 'empty' }

/** Hash inputs. They are filled and hashed within one synchronous step, so all calls can share them. */
const leaf = /* @__PURE__ */ new Uint8Array(1 + 2 * HASH_SIZE + 8).fill(0x02, 0, 1)
const inner = /* @__PURE__ */ new Uint8Array(1 + 2 * HASH_SIZE).fill(0x03, 0, 1)

/**
 * Hash of a place (SEALED.md, Index): 32 zero bytes if it is empty; SHA-256(0x02 || subject || seq as 8 bytes, big-endian ||
 * entry hash) for a leaf; SHA-256(0x03 || left || right) for an inner place. The prefix bytes differ from those of the log's
 * tree (RFC 6962).
 */
export function indexHash(node: IndexNode, hash: Sha256 = sha256): Uint8Array {
  if (node.kind === 'inner') return node.hash
  if (node.kind === 'empty') return new Uint8Array(HASH_SIZE)
  const { subject, seq, hash: entry } = node.entry
  leaf.set(subject, 1)
  for (let at = 1 + HASH_SIZE + 7, rest = seq; at > HASH_SIZE; at--, rest = Math.floor(rest / 256))
    leaf[at] = rest % 256
  leaf.set(entry, 1 + HASH_SIZE + 8)
  return hash(leaf)
}

/** Hash of an inner place from the hashes of its children, 32 bytes each. */
export function innerHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  inner.set(left, 1)
  inner.set(right, 1 + HASH_SIZE)
  return hash(inner)
}

/** Joins two children into one place. A leaf whose sibling is empty moves up, because a leaf is at its shortest unshared prefix. */
export function joinNodes(left: IndexNode, right: IndexNode, hash: Sha256 = sha256): IndexNode {
  if (left.kind === 'empty' && right.kind !== 'inner') return right
  if (right.kind === 'empty' && left.kind !== 'inner') return left
  return { kind: 'inner', hash: innerHash(indexHash(left, hash), indexHash(right, hash), hash) }
}

/** Bit number `depth` of a subject, 0 or 1, counted from the high bit of its first byte. */
export function bitOf(subject: Uint8Array, depth: number): number {
  return (subject[depth >> 3]! >> (7 - (depth & 7))) & 1
}

/** True when two subjects have the same first `bits` bits. */
export function sharePrefix(a: Uint8Array, b: Uint8Array, bits: number): boolean {
  for (let depth = 0; depth < bits; depth++) if (bitOf(a, depth) !== bitOf(b, depth)) return false
  return true
}
