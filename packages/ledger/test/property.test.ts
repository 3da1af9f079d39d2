import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendLeaves,
  canonicalize,
  emptyRange,
  type HashReader,
  parseCanonical,
  proveConsistency,
  proveInclusion,
  rangeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.ts'
import { hashLeaves, hashPairs, sha256 } from '../src/node.ts'

const SIZE = 600

/** A log of 600 leaves with all its complete subtrees, from which proofs for any smaller size can be read. */
function makeLog(): { leaves: Uint8Array; read: HashReader } {
  const leaves = hashLeaves(Array.from({ length: SIZE }, (_, i) => Buffer.from(`leaf ${i}`)))
  const nodes = new Map<string, Uint8Array>()
  appendLeaves(
    emptyRange(),
    leaves,
    (level, first, hashes) => {
      for (let i = 0; i * 32 < hashes.length; i++) nodes.set(`${level}/${first + i}`, hashes.slice(i * 32, i * 32 + 32))
    },
    hashPairs,
  )
  return { leaves, read: ids => ids.map(({ level, index }) => nodes.get(`${level}/${index}`)!) }
}

const { leaves, read } = makeLog()
const rootAt = (size: number): Uint8Array =>
  rangeRoot(appendLeaves(emptyRange(), leaves.subarray(0, size * 32), undefined, hashPairs), sha256)
const flip = (bytes: Uint8Array, bit: number): Uint8Array => bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)))

const indexAndSize = fc
  .integer({ min: 1, max: SIZE })
  .chain(size => fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.constant(size)))

describe('for any size of the log', () => {
  it('every inclusion proof verifies, and fails with any flipped bit in it, the leaf or the root', async () => {
    await fc.assert(
      fc.asyncProperty(indexAndSize, fc.nat(), async ([index, size], pick) => {
        const leaf = leaves.slice(index * 32, index * 32 + 32)
        const path = await proveInclusion(index, size, read, sha256)
        const root = rootAt(size)
        expect(verifyInclusion(index, size, leaf, path, root, sha256)).toBe(true)
        const all = [leaf, root, ...path]
        const bit = pick % (all.length * 256)
        const [badLeaf, badRoot, ...badPath] = all.with(bit >> 8, flip(all[bit >> 8]!, bit & 255))
        expect(verifyInclusion(index, size, badLeaf!, badPath, badRoot!, sha256)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('an inclusion proof is valid for its own index and size only', async () => {
    await fc.assert(
      fc.asyncProperty(indexAndSize, fc.nat(SIZE), async ([index, size], other) => {
        const leaf = leaves.slice(index * 32, index * 32 + 32)
        const path = await proveInclusion(index, size, read, sha256)
        if (other !== index) expect(verifyInclusion(other, size, leaf, path, rootAt(size), sha256)).toBe(false)
        if (other !== size && other > 0)
          expect(verifyInclusion(index, other, leaf, path, rootAt(other), sha256)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('every consistency proof verifies, and fails with any flipped bit in it or in a root', async () => {
    await fc.assert(
      fc.asyncProperty(indexAndSize, fc.nat(), async ([before, size2], pick) => {
        const size1 = before + 1
        const [root1, root2] = [rootAt(size1), rootAt(size2)]
        const proof = await proveConsistency(size1, size2, read, sha256)
        expect(verifyConsistency(size1, size2, root1, root2, proof, sha256)).toBe(true)
        const all = [root1, root2, ...proof]
        const bit = pick % (all.length * 256)
        const [bad1, bad2, ...badProof] = all.with(bit >> 8, flip(all[bit >> 8]!, bit & 255))
        expect(verifyConsistency(size1, size2, bad1!, bad2!, badProof, sha256)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('a log with one changed old leaf cannot prove that it extends the old log', async () => {
    await fc.assert(
      fc.asyncProperty(indexAndSize, fc.nat(), async ([before, size2], pick) => {
        const size1 = before + 1
        const forged = flip(leaves, pick % (size1 * 256))
        const forgedRoot = rangeRoot(
          appendLeaves(emptyRange(), forged.subarray(0, size2 * 32), undefined, hashPairs),
          sha256,
        )
        const honest = await proveConsistency(size1, size2, read, sha256)
        expect(verifyConsistency(size1, size2, rootAt(size1), forgedRoot, honest, sha256)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  it('the verifiers return false for garbage and never throw', () => {
    const hash = fc.oneof(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array({ maxLength: 40 }))
    const number = fc.oneof(fc.integer(), fc.double(), fc.constant(2 ** 60))
    fc.assert(
      fc.property(number, number, hash, hash, fc.array(hash, { maxLength: 60 }), (a, b, x, y, proof) => {
        // Garbage of the right form is a proof with probability 2^-256, or when it is the trivial proof of x by x.
        if (x.join() !== y.join()) {
          expect(verifyInclusion(a, b, x, proof, y, sha256)).toBe(false)
          expect(verifyConsistency(a, b, x, y, proof, sha256)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('for any JSON value', () => {
  it('its canonical text parses to the same value, and is canonical', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        const text = canonicalize(value)
        expect(parseCanonical(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalize(parseCanonical(text))).toBe(text)
        expect(canonicalize(JSON.parse(JSON.stringify(value)))).toBe(text)
      }),
    )
  })

  it('its canonical text does not depend on the order of members', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), {
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(members, fc.integer(), (pairs, seed) => {
        const shuffled = pairs
          .map((pair, i) => ({ pair, rank: Math.imul(seed ^ i, 0x9e3779b1) }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ pair }) => pair)
        expect(canonicalize(Object.fromEntries(shuffled))).toBe(canonicalize(Object.fromEntries(pairs)))
      }),
    )
  })
})
