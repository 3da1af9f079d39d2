import { concatBytes } from '../bytes.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

/** Bytes in a hash of the tree (SHA-256). */
export const HASH_SIZE = 32

const LEAF = /* @__PURE__ */ Uint8Array.of(0x00)
const NODE = /* @__PURE__ */ Uint8Array.of(0x01)

/** Hash of a leaf: SHA-256(0x00 || entry) (RFC 6962, 2.1). */
export function leafHash(entry: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes(LEAF, entry))
}

/** Hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962, 2.1). Both children are hashes of 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes(NODE, left, right))
}

/** Root of the empty tree: SHA-256 of no bytes (RFC 6962, 2.1). */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0))
}

/**
 * Computes the parents of the consecutive pairs in `nodes`, n concatenated hashes of 32 bytes each. Returns floor(n / 2)
 * concatenated hashes; ignores an odd last hash.
 */
export type HashPairs = (nodes: Uint8Array) => Uint8Array

/** HashPairs in plain JavaScript; `/node` exports a faster one with the same results. */
export function hashPairs(nodes: Uint8Array): Uint8Array {
  const parents = new Uint8Array(Math.floor(nodes.length / (2 * HASH_SIZE)) * HASH_SIZE)
  for (let at = 0; at < parents.length; at += HASH_SIZE) {
    parents.set(
      nodeHash(nodes.subarray(at * 2, at * 2 + HASH_SIZE), nodes.subarray(at * 2 + HASH_SIZE, at * 2 + 2 * HASH_SIZE)),
      at,
    )
  }
  return parents
}
