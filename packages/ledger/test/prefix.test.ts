import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../src/index.ts'
import { sha256 } from '../src/node.ts'
import {
  enterIndex,
  type IndexEntry,
  type IndexPage,
  type IndexProof,
  indexRoot,
  type PageReader,
  proveIndex,
  verifyIndex,
} from '../src/sealed.ts'

/** The definition in SEALED.md, literally: slow, and without code of the package. */
function slowRoot(entries: readonly IndexEntry[], depth = 0): Buffer {
  if (entries.length === 0) return Buffer.alloc(32)
  const [only] = entries
  if (entries.length === 1) {
    const seq = Buffer.alloc(8)
    seq.writeBigUInt64BE(BigInt(only!.seq))
    return Buffer.from(sha256(Buffer.concat([Buffer.of(2), only!.subject, seq, only!.hash])))
  }
  const side = (bit: string) =>
    entries.filter(
      ({ subject }) =>
        BigInt(`0x${toHex(subject)}`)
          .toString(2)
          .padStart(256, '0')[depth] === bit,
    )
  return Buffer.from(
    sha256(Buffer.concat([Buffer.of(3), slowRoot(side('0'), depth + 1), slowRoot(side('1'), depth + 1)])),
  )
}

/** A store of pages in memory. */
class Store {
  readonly pages = new Map<string, IndexPage>()
  reads = 0
  readonly read: PageReader = async prefixes => {
    this.reads++
    return prefixes.map(prefix => this.pages.get(prefix))
  }
  async enter(entries: readonly IndexEntry[]): Promise<void> {
    for (const [prefix, page] of await enterIndex(entries, this.read, sha256)) this.pages.set(prefix, page)
  }
  get root(): Uint8Array {
    return indexRoot(this.pages.get(''), sha256)
  }
}

const entryOf = (text: string, seq = 1): IndexEntry => ({
  subject: sha256(Buffer.from(text)),
  seq,
  hash: sha256(Buffer.from(`${text} ${seq}`)),
})
/** Subjects that share long prefixes, which hashes rarely do. */
const near = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 3 }))
  .map(([place, byte, last]): Uint8Array => new Uint8Array(32).with(place, byte).with(31, last))

interface Vectors {
  entries: { subject: string; seq: number; hash: string }[]
  roots: string[]
  proofs: {
    subject: string
    siblings: string[]
    end: { subject: string; seq: number; hash: string } | null
    present: boolean
  }[]
}
const vectors = JSON.parse(readFileSync(new URL('vectors/index-v2.json', import.meta.url), 'utf8')) as Vectors
const read = ({ subject, seq, hash }: { subject: string; seq: number; hash: string }): IndexEntry => ({
  subject: fromHex(subject),
  seq,
  hash: fromHex(hash),
})

describe('the index, as another implementation in another language makes it', () => {
  it('root after each entry, and proofs of presence and absence', async () => {
    const store = new Store()
    for (const [at, entry] of vectors.entries.entries()) {
      await store.enter([read(entry)])
      expect(toHex(store.root), `after ${at + 1}`).toBe(vectors.roots[at])
    }
    expect(vectors.proofs.map(({ present }) => present)).toEqual(expect.arrayContaining([true, false]))
    for (const { subject, siblings, end, present } of vectors.proofs) {
      const proof = { siblings: siblings.map(fromHex), end: end && read(end) }
      expect(await proveIndex(fromHex(subject), store.read, sha256)).toEqual(proof)
      expect(verifyIndex(fromHex(subject), proof, store.root).outcome).toBe(present ? 'present' : 'absent')
    }
  })
})

describe('the tree of subjects', () => {
  it('equals its definition for any content, order and grouping of entries', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(near, fc.integer({ min: 1, max: 2 ** 40 })), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (pairs, group) => {
          const entries = pairs.map(([subject, seq]) => ({ subject, seq, hash: sha256(Buffer.from(`${seq}`)) }))
          const newest = [...new Map(entries.map(entry => [toHex(entry.subject), entry])).values()]
          const store = new Store()
          for (let at = 0; at < entries.length; at += group) await store.enter(entries.slice(at, at + group))
          const other = new Store()
          await other.enter(newest.toReversed())
          expect(toHex(store.root)).toBe(toHex(slowRoot(newest)))
          expect(toHex(other.root)).toBe(toHex(store.root))
          expect(new Set(store.pages.keys())).toEqual(new Set(other.pages.keys()))
        },
      ),
      { numRuns: 60 },
    ))

  it('proves the presence of each subject in it and of no other', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(near, { maxLength: 30, selector: toHex }), near, async (subjects, stranger) => {
        const store = new Store()
        await store.enter(subjects.map((subject, at) => ({ subject, seq: at + 1, hash: sha256(subject) })))
        for (const [at, subject] of subjects.entries()) {
          const proof = await proveIndex(subject, store.read, sha256)
          expect(verifyIndex(subject, proof, store.root, sha256)).toEqual({
            outcome: 'present',
            entry: { subject, seq: at + 1, hash: sha256(subject) },
          })
        }
        const isPresent = subjects.some(subject => toHex(subject) === toHex(stranger))
        const proof = await proveIndex(stranger, store.read, sha256)
        expect(verifyIndex(stranger, proof, store.root).outcome).toBe(isPresent ? 'present' : 'absent')
      }),
      { numRuns: 60 },
    ))

  it('allows no false proof: presence for absence and the reverse, other numbers, other paths', async () => {
    const store = new Store()
    const entries = Array.from({ length: 60 }, (_, n) => entryOf(`subject ${n}`, n + 1))
    await store.enter(entries)
    const { root } = store
    const forged: Record<string, number> = {}
    const tried = (what: string, subject: Uint8Array, proof: IndexProof) => {
      const { outcome } = verifyIndex(subject, proof, root, sha256)
      if (outcome !== 'wrong') forged[what] = (forged[what] ?? 0) + 1
    }
    for (const entry of entries) {
      const { subject } = entry
      const proof = await proveIndex(subject, store.read, sha256)
      const { siblings } = proof
      tried('empty place', subject, { siblings, end: null })
      tried('an older number', subject, { siblings, end: { ...entry, seq: entry.seq + 1 } })
      tried('another entry', subject, { siblings, end: { ...entry, hash: subject } })
      tried('a path without its first hash', subject, { siblings: siblings.slice(1), end: proof.end })
      tried('a path without its last hash, to an empty place', subject, { siblings: siblings.slice(0, -1), end: null })
      tried('a longer path', subject, { siblings: [...siblings, new Uint8Array(32)], end: proof.end })
      for (const [at, sibling] of siblings.entries())
        tried('a changed sibling hash', subject, {
          siblings: siblings.with(at, sibling.with(0, sibling[0]! ^ 1)),
          end: proof.end,
        })
      const neighbour = entries.find(other => other !== entry)!
      tried('the leaf of another subject', subject, await proveIndex(neighbour.subject, store.read, sha256))
      tried('number 0', subject, { siblings, end: { ...entry, seq: 0 } })
      tried('a short subject', subject.slice(1), proof)
    }
    expect(forged).toEqual({})
    expect(
      verifyIndex(entries[0]!.subject, { siblings: Array.from({ length: 257 }, () => root), end: null }, root),
    ).toEqual({
      outcome: 'wrong',
    })
  })

  it('is read with one call for each level, and refuses to continue when a page is missing', async () => {
    const store = new Store()
    await store.enter(Array.from({ length: 3000 }, (_, n) => entryOf(`subject ${n}`)))
    store.reads = 0
    await store.enter(Array.from({ length: 500 }, (_, n) => entryOf(`subject ${n}`, 2)))
    expect(store.reads).toBeLessThanOrEqual(6)
    const lost = [...store.pages.keys()].find(prefix => prefix.length === 2)!
    store.pages.delete(lost)
    const below = Array.from({ length: 3000 }, (_, n) => entryOf(`subject ${n}`, 3)).filter(({ subject }) =>
      toHex(subject).startsWith(lost),
    )
    await expect(store.enter(below)).rejects.toThrow(RangeError)
    await expect(proveIndex(below[0]!.subject, store.read)).rejects.toThrow(RangeError)
  })

  it('has a root and proves absence when it is empty', async () => {
    const store = new Store()
    expect(store.root).toEqual(new Uint8Array(32))
    const { subject } = entryOf('nobody')
    const proof = await proveIndex(subject, store.read)
    expect(verifyIndex(subject, proof, store.root)).toEqual({ outcome: 'absent' })
  })
})
