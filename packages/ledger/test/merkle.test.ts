import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  appendLeaves,
  consistencyRanges,
  emptyRange,
  emptyRoot,
  fromBase64,
  type HashReader,
  inclusionRanges,
  leafHash,
  nodeHash,
  nodesOf,
  proveConsistency,
  proveInclusion,
  proveInclusions,
  rangeRoot,
  readRange,
  readRoot,
  rootFromInclusion,
  splitPoint,
  toHex,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.ts'
import { hashLeaves, hashPairs, sha256 } from '../src/node.ts'
import { makeVectors, VECTOR_FILE } from './make-vectors.ts'
import { CT_ENTRIES, slowLeaf, slowPath, slowProof, slowRoot, someEntries } from './reference.ts'

const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** A HashReader that hashes the entries of each subtree again. */
function slowReader(entries: Uint8Array[]): HashReader {
  return nodes => nodes.map(({ level, index }) => slowRoot(entries.slice(index * 2 ** level, (index + 1) * 2 ** level)))
}

describe('hashes of leaves and nodes (RFC 6962, 2.1)', () => {
  it('are those of the published samples', () => {
    expect(toHex(leafHash(ascii('L123456')))).toMatch(/^395aa064/)
    // The children in the published node sample are no hashes.
    expect(toHex(nodeHash(ascii('N123'), ascii('N456')))).toMatch(/^aa217fe8/)
  })

  it('differ: the hash of a node is not that of a leaf with the same bytes', () => {
    const [left, right] = [leafHash(ascii('a')), leafHash(ascii('b'))]
    expect(leafHash(new Uint8Array([...left, ...right]))).not.toEqual(nodeHash(left, right))
  })
})

describe('roots', () => {
  const published: [number, string][] = [
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ]

  it.each(published)('of the first %i sample entries are the published ones', (n, root) => {
    const range = appendLeaves(emptyRange(), hashLeaves(CT_ENTRIES.slice(0, n)))
    expect(toHex(rangeRoot(range))).toBe(root)
    expect(range.size).toBe(n)
  })

  it('are the same whether leaves are appended one by one, in groups or all at once, for every size up to 130', () => {
    const entries = someEntries(130)
    let single = emptyRange()
    for (let n = 0; n <= 130; n++) {
      const root = slowRoot(entries.slice(0, n))
      expect(rangeRoot(single)).toEqual(root)
      const first = appendLeaves(emptyRange(), hashLeaves(entries.slice(0, n >> 1)))
      expect(
        rangeRoot(appendLeaves(first, hashLeaves(entries.slice(n >> 1, n)), undefined, hashPairs), sha256),
      ).toEqual(root)
      if (n < 130) single = appendLeaves(single, leafHash(entries[n]!))
    }
  })

  it('do not change when nothing is appended, and the argument is never changed', () => {
    const range = appendLeaves(emptyRange(), hashLeaves(someEntries(5)))
    const before = structuredClone(range)
    expect(appendLeaves(range, new Uint8Array(0))).toEqual(range)
    appendLeaves(range, hashLeaves(someEntries(11)))
    expect(range).toEqual(before)
    expect(rangeRoot(emptyRange())).toEqual(emptyRoot())
  })

  it('do not depend on memory that the caller reuses', () => {
    const leaves = Buffer.from(hashLeaves(someEntries(3)))
    const range = appendLeaves(emptyRange(), leaves)
    leaves.fill(0)
    expect(rangeRoot(range)).toEqual(slowRoot(someEntries(3)))
  })

  it('refuse leaf hashes whose length is not a multiple of 32', () => {
    expect(() => appendLeaves(emptyRange(), new Uint8Array(33))).toThrow(RangeError)
  })

  it('cost about one hash for each leaf, whatever the size of the tree', () => {
    let hashed = 0
    const counting = (nodes: Uint8Array): Uint8Array => {
      hashed += Math.floor(nodes.length / 64)
      return hashPairs(nodes)
    }
    let range = appendLeaves(emptyRange(), hashLeaves(someEntries(100_003)), undefined, hashPairs)
    const leaves = hashLeaves(someEntries(1000))
    range = appendLeaves(range, leaves, undefined, counting)
    expect(hashed).toBeLessThanOrEqual(1000 + 20)
  })

  it('visit every complete subtree exactly once', () => {
    const entries = someEntries(77)
    const visited = new Map<string, string>()
    let range = emptyRange()
    for (const group of [1, 6, 30, 40]) {
      const leaves = hashLeaves(entries.slice(range.size, range.size + group))
      range = appendLeaves(range, leaves, (level, first, hashes) => {
        for (let i = 0; i * 32 < hashes.length; i++) {
          const name = `${level}/${first + i}`
          expect(visited.has(name)).toBe(false)
          visited.set(name, toHex(hashes.subarray(i * 32, i * 32 + 32)))
        }
      })
    }
    let count = 0
    for (let level = 0; 2 ** level <= 77; level++) {
      for (let index = 0; (index + 1) * 2 ** level <= 77; index++, count++) {
        expect(visited.get(`${level}/${index}`)).toBe(
          toHex(slowRoot(entries.slice(index * 2 ** level, (index + 1) * 2 ** level))),
        )
      }
    }
    expect(visited.size).toBe(count)
  })
})

describe('proofs', () => {
  it('equal the definitions, and verify, for every leaf and every pair of sizes up to 33', async () => {
    const entries = someEntries(33)
    const read = slowReader(entries)
    const roots = entries.map((_, i) => slowRoot(entries.slice(0, i + 1)))
    for (let size = 1; size <= 33; size++) {
      const root = roots[size - 1]!
      for (let i = 0; i < size; i++) {
        const path = await proveInclusion(i, size, read)
        expect(path).toEqual(slowPath(i, entries.slice(0, size)))
        expect(verifyInclusion(i, size, slowLeaf(entries[i]!), path, root)).toBe(true)
        const proof = await proveConsistency(i + 1, size, read)
        expect(proof).toEqual(slowProof(i + 1, entries.slice(0, size)))
        expect(verifyConsistency(i + 1, size, roots[i]!, root, proof)).toBe(true)
      }
    }
  })

  it('give no root when the path is too long or too short, for every leaf of every size up to 9', () => {
    const entries = someEntries(9)
    const extra = slowLeaf(ascii('extra'))
    for (let size = 1; size <= 9; size++) {
      for (let i = 0; i < size; i++) {
        const path = slowPath(i, entries.slice(0, size))
        const rootOf = (hashes: Uint8Array[]) => rootFromInclusion(i, size, slowLeaf(entries[i]!), hashes)
        expect(rootOf(path)).toEqual(slowRoot(entries.slice(0, size)))
        expect(rootOf([...path, extra]), `leaf ${i} of ${size}, one more`).toBeNull()
        expect(rootOf([...path, extra, extra]), `leaf ${i} of ${size}, two more`).toBeNull()
        if (path.length > 0) expect(rootOf(path.slice(0, -1)), `leaf ${i} of ${size}, one less`).toBeNull()
      }
    }
  })

  it('of many leaves are read in one call', async () => {
    const entries = someEntries(20)
    let calls = 0
    const read: HashReader = nodes => {
      calls++
      return slowReader(entries)(nodes)
    }
    const paths = await proveInclusions([0, 7, 19], 20, read)
    expect(paths).toEqual([0, 7, 19].map(i => slowPath(i, entries)))
    expect(calls).toBe(1)
    expect(await proveInclusions([], 20, read)).toEqual([])
  })

  it('and roots can be read for any earlier size', async () => {
    const entries = someEntries(21)
    for (let size = 0; size <= 21; size++) {
      expect(await readRoot(size, slowReader(entries))).toEqual(slowRoot(entries.slice(0, size)))
      expect(rangeRoot(await readRange(size, slowReader(entries)))).toEqual(slowRoot(entries.slice(0, size)))
    }
  })

  it('are refused outside their range', async () => {
    const read = slowReader(someEntries(4))
    for (const [index, size] of [
      [-1, 4],
      [4, 4],
      [0, 0],
      [0.5, 4],
      [Number.NaN, 4],
      [0, 2 ** 53],
    ] as const) {
      expect(() => inclusionRanges(index, size)).toThrow(RangeError)
    }
    for (const [size1, size2] of [
      [0, 4],
      [5, 4],
      [-1, 4],
      [1, 2 ** 53],
    ] as const) {
      expect(() => consistencyRanges(size1, size2)).toThrow(RangeError)
    }
    await expect(proveInclusion(4, 4, read)).rejects.toThrow(RangeError)
    await expect(proveInclusion(0, 4, () => [new Uint8Array(31)])).rejects.toThrow(RangeError)
    await expect(proveInclusion(0, 4, () => [])).rejects.toThrow(RangeError)
  })

  it('work in a log of more leaves than 32 bits can count', () => {
    const size = 2 ** 40 + 5
    const index = 2 ** 35 + 3
    const path = inclusionRanges(index, size).map((_, i) => leafHash(Uint8Array.of(i)))
    expect(path.length).toBe(41)
    const leaf = leafHash(ascii('a leaf'))
    // Fold by the definition: at each step the range tells on which side the sibling is.
    const root = inclusionRanges(index, size).reduce(
      (hash, range, i) => (range.from > index ? nodeHash(hash, path[i]!) : nodeHash(path[i]!, hash)),
      leaf,
    )
    expect(verifyInclusion(index, size, leaf, path, root)).toBe(true)
    expect(verifyInclusion(index + 1, size, leaf, path, root)).toBe(false)
    expect(verifyInclusion(index - 2 ** 35, size, leaf, path, root)).toBe(false)
    expect(nodesOf({ from: 0, to: size }).map(node => node.level)).toEqual([40, 2, 0])
    expect(splitPoint(size)).toBe(2 ** 40)
  })
})

describe('stored vectors', () => {
  const vectors = JSON.parse(readFileSync(VECTOR_FILE, 'utf8')) as ReturnType<typeof makeVectors>

  it('equal those of the reference tree, and contain valid and invalid proofs', () => {
    expect(vectors).toEqual(JSON.parse(JSON.stringify(makeVectors())))
    expect(vectors.inclusion.filter(v => v.valid)).toHaveLength(8)
    expect(vectors.consistency.filter(v => v.valid)).toHaveLength(8)
  })

  it.each(vectors.inclusion)('inclusion of $desc', v => {
    const proof = v.proof.map(fromBase64)
    expect(verifyInclusion(v.index, v.size, fromBase64(v.leaf), proof, fromBase64(v.root))).toBe(v.valid)
    expect(verifyInclusion(v.index, v.size, fromBase64(v.leaf), proof, fromBase64(v.root), sha256)).toBe(v.valid)
  })

  it.each(vectors.consistency)('consistency of $desc', v => {
    const proof = v.proof.map(fromBase64)
    expect(verifyConsistency(v.size1, v.size2, fromBase64(v.root1), fromBase64(v.root2), proof)).toBe(v.valid)
  })

  it('agree with a proof that other log software published for the same entries', () => {
    const published = [
      'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=',
      'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=',
      '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=',
    ]
    expect(vectors.consistency.find(v => v.size1 === 6 && v.size2 === 8 && v.valid)?.proof).toEqual(published)
  })
})
