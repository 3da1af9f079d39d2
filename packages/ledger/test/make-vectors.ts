/**
 * Writes test/vectors/merkle.json from the slow reference tree: `node packages/ledger/test/make-vectors.ts`. The file is
 * committed so that the verifiers are tested with fixed bytes, and so that other implementations can use it.
 */
import { writeFileSync } from 'node:fs'
import { CT_ENTRIES, slowLeaf, slowPath, slowProof, slowRoot } from './reference.ts'

export interface InclusionVector {
  desc: string
  index: number
  size: number
  root: string
  leaf: string
  proof: string[]
  valid: boolean
}

export interface ConsistencyVector {
  desc: string
  size1: number
  size2: number
  root1: string
  root2: string
  proof: string[]
  valid: boolean
}

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((b, i) => (i === bit >> 3 ? b ^ (1 << (bit & 7)) : b))
const NOISE = slowLeaf(Buffer.from('not in the tree'))

/** Damaged versions of a proof, with a description. Each must be refused. */
function damaged(proof: Uint8Array[]): [string, Uint8Array[]][] {
  return [
    ['noise in front', [NOISE, ...proof]],
    ['noise behind', [...proof, NOISE]],
    ['a hash too many of no bytes', [...proof, new Uint8Array(0)]],
    ...(proof.length === 0
      ? []
      : ([
          ['without its last hash', proof.slice(0, -1)],
          ['without its first hash', proof.slice(1)],
          ['no proof', []],
          ['first hash short of a byte', [proof[0]!.slice(0, 31), ...proof.slice(1)]],
          ['last hash with a byte more', [...proof.slice(0, -1), new Uint8Array([...proof.at(-1)!, 0])]],
          ...proof.map((hash, i) => [`bit of hash ${i} flipped`, proof.with(i, flip(hash, 37 * i + 5))]),
        ] as [string, Uint8Array[]][])),
    ...(proof.length > 1 ? ([['in reverse order', proof.toReversed()]] as [string, Uint8Array[]][]) : []),
  ]
}

function inclusionVectors(): InclusionVector[] {
  const cases = [
    [0, 1],
    [0, 8],
    [5, 8],
    [2, 3],
    [1, 5],
    [6, 7],
    [4, 5],
    [3, 6],
  ] as const
  return cases.flatMap(([index, size]) => {
    const entries = CT_ENTRIES.slice(0, size)
    const root = slowRoot(entries)
    const leaf = slowLeaf(entries[index]!)
    const proof = slowPath(index, entries)
    const make = (desc: string, valid: boolean, change: Partial<Record<keyof InclusionVector, unknown>> = {}) => {
      const vector = { index, size, root, leaf, proof, ...change } as {
        index: number
        size: number
        root: Uint8Array
        leaf: Uint8Array
        proof: Uint8Array[]
      }
      return {
        desc: `leaf ${index} of ${size}: ${desc}`,
        index: vector.index,
        size: vector.size,
        root: b64(vector.root),
        leaf: b64(vector.leaf),
        proof: vector.proof.map(b64),
        valid,
      }
    }
    return [
      make('as it is', true),
      make('index below zero', false, { index: -1 }),
      make('index equal to the size', false, { index: size }),
      make('index out of bits', false, { index: index + 2 ** 32 }),
      make('size zero', false, { size: 0 }),
      make('size of 2^53', false, { size: 2 ** 53 }),
      make('half an index', false, { index: index + 0.5 }),
      make('bit of the leaf hash flipped', false, { leaf: flip(leaf, 200) }),
      make('leaf hash of no bytes', false, { leaf: new Uint8Array(0) }),
      make('bit of the root flipped', false, { root: flip(root, 3) }),
      make('root of no bytes', false, { root: new Uint8Array(0) }),
      ...(size > 1
        ? [make('root in place of the leaf', false, { leaf: root }), make('the neighbour', false, { index: index ^ 1 })]
        : []),
      ...damaged(proof).map(([desc, changed]) => make(desc, false, { proof: changed })),
    ]
  })
}

function consistencyVectors(): ConsistencyVector[] {
  const cases = [
    [1, 1],
    [1, 8],
    [6, 8],
    [2, 5],
    [6, 7],
    [4, 8],
    [3, 7],
    [8, 8],
  ] as const
  return cases.flatMap(([size1, size2]) => {
    const root1 = slowRoot(CT_ENTRIES.slice(0, size1))
    const root2 = slowRoot(CT_ENTRIES.slice(0, size2))
    const proof = slowProof(size1, CT_ENTRIES.slice(0, size2))
    const make = (desc: string, valid: boolean, change: Partial<Record<keyof ConsistencyVector, unknown>> = {}) => {
      const vector = { size1, size2, root1, root2, proof, ...change } as {
        size1: number
        size2: number
        root1: Uint8Array
        root2: Uint8Array
        proof: Uint8Array[]
      }
      return {
        desc: `${size1} to ${size2}: ${desc}`,
        size1: vector.size1,
        size2: vector.size2,
        root1: b64(vector.root1),
        root2: b64(vector.root2),
        proof: vector.proof.map(b64),
        valid,
      }
    }
    return [
      make('as it is', true),
      make('from the empty tree', false, { size1: 0 }),
      make('from the empty tree with its root', false, { size1: 0, root1: slowRoot([]) }),
      make('from the empty tree without proof', false, { size1: 0, root1: slowRoot([]), proof: [] }),
      make('from the empty tree, with the first leaf in place of its root', false, {
        size1: 0,
        root1: slowLeaf(CT_ENTRIES[0]!),
        proof: [slowLeaf(CT_ENTRIES[0]!), ...slowPath(0, CT_ENTRIES.slice(0, size2))],
      }),
      make('newer size doubled', false, { size2: size2 * 2 }),
      make('older size below zero', false, { size1: -1 }),
      make('older size above the newer', false, { size1: size2 + 1 }),
      make('newer size of 2^53', false, { size2: 2 ** 53 }),
      make('half a size', false, { size1: size1 - 0.5 }),
      make('bit of the older root flipped', false, { root1: flip(root1, 77) }),
      make('bit of the newer root flipped', false, { root2: flip(root2, 255) }),
      make('older root of no bytes', false, { root1: new Uint8Array(0) }),
      make('newer root of no bytes', false, { root2: new Uint8Array(0) }),
      ...(size1 === size2 ? [] : [make('roots swapped', false, { root1: root2, root2: root1 })]),
      ...damaged(proof).map(([desc, changed]) => make(desc, false, { proof: changed })),
    ]
  })
}

export function makeVectors(): { inclusion: InclusionVector[]; consistency: ConsistencyVector[] } {
  return { inclusion: inclusionVectors(), consistency: consistencyVectors() }
}

export const VECTOR_FILE = new URL('vectors/merkle.json', import.meta.url)

if (import.meta.main) writeFileSync(VECTOR_FILE, `${JSON.stringify(makeVectors(), null, 1)}\n`)
