import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { emptyRoot } from './hash.ts'
import { type HashReader, type LeafRange, readRanges, requireBetween, splitPoint } from './nodes.ts'

/**
 * The subtrees whose hashes are the inclusion path of leaf `index` in a tree of `size` leaves, from the leaf up
 * (RFC 9162, 2.1.3.1). Throws RangeError unless 0 <= index < size.
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  requireBetween('size', size, 1, Number.MAX_SAFE_INTEGER)
  requireBetween('index', index, 0, size - 1)
  const path: LeafRange[] = []
  let from = 0
  let to = size
  while (to - from > 1) {
    const middle = from + splitPoint(to - from)
    if (index < middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  return path.reverse()
}

/**
 * The subtrees whose hashes are the consistency proof from `size1` to `size2` (RFC 9162, 2.1.4.1). None for equal sizes.
 * Throws RangeError unless 1 <= size1 <= size2.
 */
export function consistencyRanges(size1: number, size2: number): LeafRange[] {
  requireBetween('size2', size2, 1, Number.MAX_SAFE_INTEGER)
  requireBetween('size1', size1, 1, size2)
  const proof: LeafRange[] = []
  let from = 0
  let to = size2
  while (to !== size1) {
    const middle = from + splitPoint(to - from)
    if (size1 <= middle) {
      proof.push({ from: middle, to })
      to = middle
    } else {
      proof.push({ from, to: middle })
      from = middle
    }
  }
  // The proof starts with the last subtree of the old tree, unless that is the complete old tree, whose root the verifier has.
  if (from > 0) proof.push({ from, to })
  return proof.reverse()
}

/**
 * Inclusion paths of several leaves in one tree, each from the leaf up, with one call of the reader for all of them.
 * Throws RangeError unless 0 <= index < size for each.
 */
export async function proveInclusions(
  indices: number[],
  size: number,
  read: HashReader,
  hash: Sha256 = sha256,
): Promise<Uint8Array[][]> {
  const paths = indices.map(index => inclusionRanges(index, size))
  const hashes = await readRanges(paths.flat(), read, hash)
  let end = 0
  return paths.map(path => {
    end += path.length
    return hashes.slice(end - path.length, end)
  })
}

/** Inclusion path of leaf `index` in the tree of `size` leaves, from the leaf up. Throws RangeError unless 0 <= index < size. */
export async function proveInclusion(
  index: number,
  size: number,
  read: HashReader,
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  const [path] = await proveInclusions([index], size, read, hash)
  return path!
}

/** Proof that the tree of `size2` leaves extends that of `size1`. Throws RangeError unless 1 <= size1 <= size2. */
export async function proveConsistency(
  size1: number,
  size2: number,
  read: HashReader,
  hash: Sha256 = sha256,
): Promise<Uint8Array[]> {
  return readRanges(consistencyRanges(size1, size2), read, hash)
}

/** Root of the tree of the first `size` leaves, from stored hashes. */
export async function readRoot(size: number, read: HashReader, hash: Sha256 = sha256): Promise<Uint8Array> {
  requireBetween('size', size, 0, Number.MAX_SAFE_INTEGER)
  if (size === 0) return emptyRoot()
  const [root] = await readRanges([{ from: 0, to: size }], read, hash)
  return root!
}
