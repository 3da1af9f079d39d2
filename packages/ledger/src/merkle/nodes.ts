import { HASH_SIZE, nodeHash } from './hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { isSize } from './verify.ts'

/** A complete subtree: it covers the leaves from index * 2^level up to, not including, (index + 1) * 2^level. */
export interface NodeId {
  level: number
  index: number
}

/**
 * Gives the stored hashes of complete subtrees, in the order asked for. It is asked only for subtrees that lie wholly
 * within the tree in question. It may throw or reject; that passes through.
 */
export type HashReader = (nodes: NodeId[]) => Uint8Array[] | Promise<Uint8Array[]>

/** A run of leaves from `from` up to, not including, `to`. */
export interface LeafRange {
  from: number
  to: number
}

/** Largest power of two smaller than n: where the tree over n leaves splits (RFC 6962, 2.1). Requires n >= 2. */
export function splitPoint(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/**
 * The complete subtrees that a subtree of the log is made of, left to right, largest first. Requires that `from` is a
 * multiple of the smallest power of two that is not below the length, as every subtree of RFC 6962 begins.
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

/** Hash over complete subtrees of falling size, left to right: the right ones join first. Requires at least one. */
export function foldNodes(hashes: Uint8Array[], hash: Sha256 = sha256): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right, hash))
}

/** Reads the hash of every range, all in one call of the reader. Throws RangeError when the reader answers amiss. */
export async function readRanges(ranges: LeafRange[], read: HashReader, hash: Sha256 = sha256): Promise<Uint8Array[]> {
  const parts = ranges.map(nodesOf)
  const nodes = parts.flat()
  const hashes = nodes.length === 0 ? [] : await read(nodes)
  if (hashes.length !== nodes.length || hashes.some(h => h?.length !== HASH_SIZE)) {
    throw new RangeError('The reader must give one hash of 32 bytes for each node.')
  }
  let end = 0
  return parts.map(part => {
    end += part.length
    return foldNodes(hashes.slice(end - part.length, end), hash)
  })
}

/** Throws RangeError unless n is a whole number from `least` to `most`, both included. */
export function requireBetween(what: string, n: number, least: number, most: number): void {
  if (!isSize(n) || n < least || n > most)
    throw new RangeError(`${what} must be between ${least} and ${most}, got ${n}.`)
}
