import { hash } from 'node:crypto'
import { HASH_SIZE } from '../merkle/hash.ts'

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/** The same memory as a Uint8Array, whose methods are the same in Node and browsers. */
function toUint8Array(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** SHA-256 with Node's library. */
export function sha256(data: Uint8Array): Uint8Array {
  const digest = Buffer.allocUnsafe(HASH_SIZE)
  hashInto(data, digest, 0)
  return toUint8Array(digest)
}

/**
 * Writes the hash of `data` to `out` at `at`. Node returns a digest much faster as Latin-1 text (one character per byte) than
 * as a buffer.
 */
function hashInto(data: Uint8Array, out: Buffer, at: number): void {
  out.write(hash('sha256', data, 'binary'), at, HASH_SIZE, 'binary')
}

/** Concatenated leaf hashes of entries, 32 bytes each (RFC 6962, 2.1). */
export function hashLeaves(entries: Uint8Array[]): Uint8Array {
  const hashes = Buffer.allocUnsafe(entries.length * HASH_SIZE)
  let scratch = Buffer.allocUnsafe(4096)
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    if (entry.length >= scratch.length) scratch = Buffer.allocUnsafe(entry.length * 2)
    scratch[0] = LEAF_PREFIX
    scratch.set(entry, 1)
    hashInto(scratch.subarray(0, entry.length + 1), hashes, i * HASH_SIZE)
  }
  return toUint8Array(hashes)
}

// Filled and hashed within one synchronous step, so all calls can share it.
const pairScratch = Buffer.alloc(1 + 2 * HASH_SIZE, NODE_PREFIX)

/** Like `hashPairs` of the main entry, but several times faster. Pass it wherever a HashPairs is accepted. */
export function hashPairs(nodes: Uint8Array): Uint8Array {
  const parents = Buffer.allocUnsafe(Math.floor(nodes.length / (2 * HASH_SIZE)) * HASH_SIZE)
  const scratch = pairScratch
  for (let at = 0; at < parents.length; at += HASH_SIZE) {
    scratch.set(nodes.subarray(at * 2, at * 2 + 2 * HASH_SIZE), 1)
    hashInto(scratch, parents, at)
  }
  return toUint8Array(parents)
}
