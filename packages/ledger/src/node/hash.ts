import { hash } from 'node:crypto'
import { HASH_SIZE } from '../merkle/hash.ts'

const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/** The same memory as a plain Uint8Array, whose methods do not differ between Node and browsers. */
function toUint8Array(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** SHA-256 by Node's own library. */
export function sha256(data: Uint8Array): Uint8Array {
  const digest = Buffer.allocUnsafe(HASH_SIZE)
  hashInto(data, digest, 0)
  return toUint8Array(digest)
}

/**
 * Hash of `data`, written to `out` at `at`. Node hands out a digest much faster as a Latin-1 text, one character for
 * each byte, than as a buffer.
 */
function hashInto(data: Uint8Array, out: Buffer, at: number): void {
  out.write(hash('sha256', data, 'binary'), at, HASH_SIZE, 'binary')
}

/** Leaf hashes of entries, one after the other: 32 bytes each (RFC 6962, 2.1). */
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

// Filled and hashed within one synchronous step, so that one serves all calls.
const pairScratch = Buffer.alloc(1 + 2 * HASH_SIZE, NODE_PREFIX)

/** `hashPairs` of the main entry, several times faster: pass it wherever a HashPairs is taken. */
export function hashPairs(nodes: Uint8Array): Uint8Array {
  const parents = Buffer.allocUnsafe(Math.floor(nodes.length / (2 * HASH_SIZE)) * HASH_SIZE)
  const scratch = pairScratch
  for (let at = 0; at < parents.length; at += HASH_SIZE) {
    scratch.set(nodes.subarray(at * 2, at * 2 + 2 * HASH_SIZE), 1)
    hashInto(scratch, parents, at)
  }
  return toUint8Array(parents)
}
