import { copyBytes } from '../bytes.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { emptyRoot, HASH_SIZE, type HashPairs, hashPairs } from './hash.ts'
import { foldNodes, type HashReader, nodesOf, requireBetween } from './nodes.ts'

/**
 * The part of a tree that is needed to append to it and to compute its root: the hashes of its complete subtrees, left to
 * right, largest first. There is one hash for each 1 bit of `size`, so at most 53.
 */
export interface CompactRange {
  size: number
  hashes: Uint8Array[]
}

/** The compact range of the empty tree. */
export function emptyRange(): CompactRange {
  return { size: 0, hashes: [] }
}

/** Reads the compact range of the first `size` leaves from stored hashes. */
export async function readRange(size: number, read: HashReader): Promise<CompactRange> {
  requireBetween('size', size, 0, Number.MAX_SAFE_INTEGER)
  return { size, hashes: size === 0 ? [] : await read(nodesOf({ from: 0, to: size })) }
}

/** Root of the tree (RFC 6962, 2.1). */
export function rangeRoot(range: CompactRange, hash: Sha256 = sha256): Uint8Array {
  return range.hashes.length === 0 ? emptyRoot() : foldNodes(range.hashes, hash)
}

/** Receives the new complete subtrees of one level: the index of the first one, and their concatenated hashes. */
export type NodeVisitor = (level: number, firstIndex: number, hashes: Uint8Array) => void

/**
 * Appends leaves, given as concatenated leaf hashes (n * 32 bytes), and returns the new range. Computes about n hashes,
 * whatever the size of the tree. `visit` receives every new complete subtree, level by level, leaves first. Does not change
 * `range`. Throws RangeError when the number of bytes is not a multiple of 32.
 */
export function appendLeaves(
  range: CompactRange,
  leafHashes: Uint8Array,
  visit: NodeVisitor = () => {},
  pairs: HashPairs = hashPairs,
): CompactRange {
  const count = leafHashes.length / HASH_SIZE
  requireBetween('number of leaves', count, 0, Number.MAX_SAFE_INTEGER - range.size)

  // The old subtrees are consumed from the smallest on; the new ones are added in the same order, level by level.
  const old = [...range.hashes]
  const hashes: Uint8Array[] = []
  let first = range.size
  let fresh = leafHashes
  for (let level = 0; first > 0 || fresh.length > 0; level++) {
    if (fresh.length > 0) visit(level, first, fresh)
    const left = first % 2 === 1 ? old.pop()! : null
    let nodes = fresh
    if (left && fresh.length > 0) {
      nodes = new Uint8Array(HASH_SIZE + fresh.length)
      nodes.set(left)
      nodes.set(fresh, HASH_SIZE)
    } else if (left) nodes = left
    // A node without a right sibling is the new range's subtree of this level.
    if ((nodes.length / HASH_SIZE) % 2 === 1) hashes.unshift(copyBytes(nodes, nodes.length - HASH_SIZE))
    fresh = pairs(nodes)
    first = Math.floor(first / 2)
  }
  return { size: range.size + count, hashes }
}
