import { HASH_SIZE, nodeHash } from './hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { isSize } from './verify.ts'

/** A complete subtree. It covers the leaves from index * 2^level (included) to (index + 1) * 2^level (excluded). */
export interface NodeId {
  level: number
  index: number
}

/**
 * Returns the stored hashes of complete subtrees, 32 bytes each, in the order of `nodes`. Callers pass only subtrees that lie
 * completely within the tree. Its errors are passed on.
 */
export type HashReader = (nodes: NodeId[]) => Uint8Array[] | Promise<Uint8Array[]>

/** Consecutive leaves from `from` (included) to `to` (excluded). */
export interface LeafRange {
  from: number
  to: number
}

/** Largest power of two less than n, at which the tree over n leaves splits (RFC 6962, 2.1). Requires n >= 2. */
export function splitPoint(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/**
 * Splits a subtree of the log into complete subtrees, left to right, largest first. Requires that `from` is a multiple of the
 * smallest power of two that is at least the length, which holds for every subtree of RFC 6962.
 */
export function nodesOf({ from, to }: LeafRange): NodeId[] {
  const nodes: NodeId[] = []
  for (let at = from; at < to; ) {
    let level = 0
    let width = 1
    while (at + width * 2 <= to) {
      level++
      width *= 2
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** Hash over complete subtrees of decreasing size, given left to right; joins from the right. Requires at least one. */
export function foldNodes(hashes: Uint8Array[], hash: Sha256 = sha256): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right, hash))
}

/** Reads the hash of every range with one call of the reader. Throws RangeError when the reader returns invalid hashes. */
export async function readRanges(ranges: LeafRange[], read: HashReader, hash: Sha256 = sha256): Promise<Uint8Array[]> {
  const parts = ranges.map(nodesOf)
  const nodes = parts.flat()
  const hashes = nodes.length === 0 ? [] : await read(nodes)
  if (hashes.length !== nodes.length || hashes.some(h => h?.length !== HASH_SIZE)) {
    throw new RangeError('The reader must return one hash of 32 bytes for each node.')
  }
  let end = 0
  return parts.map(part => {
    end += part.length
    return foldNodes(hashes.slice(end - part.length, end), hash)
  })
}

/** Throws RangeError unless n is an integer from `least` to `most`, both included. */
export function requireBetween(what: string, n: number, least: number, most: number): void {
  if (!isSize(n) || n < least || n > most)
    throw new RangeError(`${what} must be between ${least} and ${most}, got ${n}.`)
}
