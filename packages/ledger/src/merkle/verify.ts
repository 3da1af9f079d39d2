import { equalBytes } from '../bytes.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { HASH_SIZE, nodeHash } from './hash.ts'

// Sizes and indices are numbers up to 2^53. Halving is a division, because bit operations would truncate them to 32 bits.
const isOdd = (n: number): boolean => n % 2 === 1
const half = (n: number): number => Math.floor(n / 2)

/** True for a number of leaves that a double represents exactly: an integer from 0 to 2^53 - 1. */
export function isSize(n: unknown): n is number {
  return Number.isSafeInteger(n) && (n as number) >= 0
}

function isHash(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === HASH_SIZE
}

/**
 * Root that follows from an inclusion path (RFC 9162, 2.1.3.2), or null when the path cannot belong to leaf `index` of a tree
 * of `size` leaves: the index is out of range, the path is too long or too short, or a hash does not have 32 bytes.
 * @param leaf leaf hash
 * @param path sibling hashes, from the leaf up
 */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  path: Uint8Array[],
  hash: Sha256 = sha256,
): Uint8Array | null {
  if (!isSize(index) || !isSize(size) || index >= size || ![leaf, ...path].every(isHash)) return null
  let node = index
  let last = size - 1
  let root = leaf
  for (const sibling of path) {
    if (last === 0) return null
    if (isOdd(node) || node === last) {
      root = nodeHash(sibling, root, hash)
      // On the right edge a node without a sibling is also the node of the next level.
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else root = nodeHash(root, sibling, hash)
    node = half(node)
    last = half(last)
  }
  return last === 0 ? root : null
}

/** True when `path` proves that `leaf` is leaf `index` of the tree with `size` leaves and this root (RFC 9162, 2.1.3.2). */
export function verifyInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  path: Uint8Array[],
  root: Uint8Array,
  hash: Sha256 = sha256,
): boolean {
  const computed = rootFromInclusion(index, size, leaf, path, hash)
  return computed !== null && isHash(root) && equalBytes(computed, root)
}

/**
 * True when `proof` shows that the first `size1` leaves of the tree (size2, root2) are the tree (size1, root1)
 * (RFC 9162, 2.1.4.2). Equal sizes need equal roots and an empty proof. A first size of 0 is refused: every tree extends
 * the empty one, so such a proof would prove nothing.
 */
export function verifyConsistency(
  size1: number,
  size2: number,
  root1: Uint8Array,
  root2: Uint8Array,
  proof: Uint8Array[],
  hash: Sha256 = sha256,
): boolean {
  if (!isSize(size1) || !isSize(size2) || size1 < 1 || size2 < size1 || ![root1, root2, ...proof].every(isHash))
    return false
  if (size1 === size2) return proof.length === 0 && equalBytes(root1, root2)

  // Start at the node above the last complete subtree of the old tree.
  let node = size1 - 1
  let last = size2 - 1
  while (isOdd(node)) {
    node = half(node)
    last = half(last)
  }
  // If the old tree is one complete subtree, its root is the start and is not part of the proof.
  const [start, ...rest] = node === 0 ? [root1, ...proof] : proof
  if (start === undefined) return false
  let older = start
  let newer = start
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      older = nodeHash(sibling, older, hash)
      newer = nodeHash(sibling, newer, hash)
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else newer = nodeHash(newer, sibling, hash)
    node = half(node)
    last = half(last)
  }
  return last === 0 && equalBytes(older, root1) && equalBytes(newer, root2)
}
