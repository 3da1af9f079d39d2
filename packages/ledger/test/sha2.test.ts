import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { leafHash, sha256, sha512, toHex } from '../src/index.ts'
import { hashLeaves, sha256 as nodeSha256 } from '../src/node.ts'
import { IV, K } from '../src/sha2/constants.ts'

const PRIMES = (() => {
  const primes: number[] = []
  for (let n = 2; primes.length < 80; n++) if (primes.every(p => n % p !== 0)) primes.push(n)
  return primes
})()

/** The largest integer whose power is at most n. */
function rootOf(n: bigint, power: bigint): bigint {
  let low = 0n
  let high = 1n << 120n
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle ** power <= n) low = middle
    else high = middle - 1n
  }
  return low
}

const pair = (table: Int32Array, i: number): bigint =>
  (BigInt(table[2 * i]! >>> 0) << 32n) | BigInt(table[2 * i + 1]! >>> 0)

describe('SHA-2 in plain JavaScript', () => {
  it('has the constants that FIPS 180-4 derives from the first primes', () => {
    for (const [i, p] of PRIMES.entries()) {
      expect(pair(K, i)).toBe(BigInt.asUintN(64, rootOf(BigInt(p) << 192n, 3n)))
    }
    for (const [i, p] of PRIMES.slice(0, 8).entries()) {
      expect(pair(IV, i)).toBe(BigInt.asUintN(64, rootOf(BigInt(p) << 128n, 2n)))
    }
  })

  it('computes the published hashes of "abc" and of two blocks', () => {
    const text = (s: string): Uint8Array => new Uint8Array(Buffer.from(s))
    expect(toHex(sha256(text('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(toHex(sha256(text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
    expect(toHex(sha512(text('abc')))).toBe(
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    )
  })

  it('agrees with Node for every length around the block borders, and for a long text', () => {
    const long = new Uint8Array(createHash('shake256', { outputLength: 100_001 }).update('timber').digest())
    for (const length of [...Array(300).keys(), 1023, 65_536, 100_001]) {
      const data = long.subarray(0, length)
      expect(toHex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
      expect(toHex(sha512(data))).toBe(createHash('sha512').update(data).digest('hex'))
      expect(toHex(nodeSha256(data))).toBe(toHex(sha256(data)))
    }
  })
  it('hashes leaves of every size in a group as one by one', () => {
    const leaves = [0, 1, 4094, 4095, 4096, 4097, 65_535, 3].map(length => new Uint8Array(length).fill(length % 251))
    const grouped = hashLeaves(leaves)
    for (const [i, leaf] of leaves.entries()) {
      expect(toHex(grouped.subarray(i * 32, i * 32 + 32))).toBe(toHex(leafHash(leaf)))
    }
    expect(hashLeaves([])).toHaveLength(0)
  })
})
