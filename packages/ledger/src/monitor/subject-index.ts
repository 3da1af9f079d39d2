import { copyBytes, equalBytes, FormatError } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { bitOf, type IndexEntry, indexHash, innerHash } from '../prefix/node.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

/** Bytes of a subject in `encode`: subject, seq as 8 bytes (high first), hash. */
const RECORD = HASH_SIZE + 8 + HASH_SIZE

/** No place; inner places count from 1, leaves downward from -1. */
const NOTHING = 0

/**
 * The index over a whole log (SEALED.md, Index), held in memory: some 150 bytes for each subject, so that ten million fit.
 * What a page of `enterIndex` spells out as objects stands here in rows of numbers.
 */
export class SubjectIndex {
  #leaves = 0
  #subjects = new Uint8Array(0)
  #hashes = new Uint8Array(0)
  #seqs = new Float64Array(0)
  /** Inner place n has its two children at 2n and 2n + 1, its hash at 32n, and is stale while a leaf below was changed. */
  #inner = 1
  #children = new Int32Array(2)
  #sums = new Uint8Array(HASH_SIZE)
  #stale = new Uint8Array(1)
  #top = NOTHING
  readonly #hash: Sha256

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash
  }

  /** Number of subjects. */
  get count(): number {
    return this.#leaves
  }

  /** The newest entry of a subject. */
  newest(subject: Uint8Array): { seq: number; hash: Uint8Array } | undefined {
    let place = this.#top
    for (let depth = 0; place > 0; depth++) place = this.#children[place * 2 + bitOf(subject, depth)]!
    if (place === NOTHING || !equalBytes(this.#subjectOf(place), subject)) return undefined
    return { seq: this.#seqs[leafOf(place)]!, hash: this.#hashOf(place) }
  }

  /** Puts the newest entry of a subject in the place of what was known of it. Copies what it is given. */
  enter({ subject, seq, hash }: IndexEntry): void {
    // Where the way comes from: slot of the children, or -1 for the top.
    let slot = -1
    let place = this.#top
    let depth = 0
    for (; place > 0; depth++) {
      this.#stale[place] = 1
      slot = place * 2 + bitOf(subject, depth)
      place = this.#children[slot]!
    }
    if (place < 0 && equalBytes(this.#subjectOf(place), subject)) {
      this.#seqs[leafOf(place)] = seq
      this.#hashes.set(hash, leafOf(place) * HASH_SIZE)
      return
    }
    // A subject stands at its shortest prefix that no other shares: the two part ways below.
    for (let other = place; other < 0; depth++) {
      const inner = this.#addInner()
      this.#set(slot, inner)
      const [bit, otherBit] = [bitOf(subject, depth), bitOf(this.#subjectOf(other), depth)]
      slot = inner * 2 + bit
      if (bit === otherBit) continue
      this.#children[inner * 2 + otherBit] = other
      break
    }
    this.#set(slot, this.#addLeaf(subject, seq, hash))
  }

  /** Root of the index, as a checkpoint names it. Takes a few hashes for each leaf that changed since it was last asked for. */
  root(): Uint8Array {
    return copyBytes(this.#sumOf(this.#top))
  }

  /** All there is, 72 bytes for each subject, in the order in which they came. */
  encode(): Uint8Array {
    const bytes = new Uint8Array(this.#leaves * RECORD)
    const view = new DataView(bytes.buffer)
    for (let leaf = 0; leaf < this.#leaves; leaf++) {
      const at = leaf * RECORD
      const seq = this.#seqs[leaf]!
      bytes.set(this.#subjects.subarray(leaf * HASH_SIZE, (leaf + 1) * HASH_SIZE), at)
      view.setUint32(at + HASH_SIZE, Math.floor(seq / 2 ** 32))
      view.setUint32(at + HASH_SIZE + 4, seq >>> 0)
      bytes.set(this.#hashes.subarray(leaf * HASH_SIZE, (leaf + 1) * HASH_SIZE), at + HASH_SIZE + 8)
    }
    return bytes
  }

  /** Reads it. @throws FormatError when it is no whole number of subjects */
  static decode(bytes: Uint8Array, hash: Sha256 = sha256): SubjectIndex {
    if (bytes.length % RECORD !== 0) throw new FormatError('not a list of subjects')
    const subjects = new SubjectIndex(hash)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at < bytes.length; at += RECORD) {
      const seq = view.getUint32(at + HASH_SIZE) * 2 ** 32 + view.getUint32(at + HASH_SIZE + 4)
      subjects.enter({
        subject: bytes.subarray(at, at + HASH_SIZE),
        seq,
        hash: bytes.subarray(at + HASH_SIZE + 8, at + RECORD),
      })
    }
    return subjects
  }

  #sumOf(place: number): Uint8Array {
    if (place === NOTHING) return new Uint8Array(HASH_SIZE)
    if (place < 0) {
      const entry = { subject: this.#subjectOf(place), seq: this.#seqs[leafOf(place)]!, hash: this.#hashOf(place) }
      return indexHash({ kind: 'leaf', entry }, this.#hash)
    }
    if (this.#stale[place] === 1) {
      const left = this.#sumOf(this.#children[place * 2]!)
      const right = this.#sumOf(this.#children[place * 2 + 1]!)
      this.#sums.set(innerHash(left, right, this.#hash), place * HASH_SIZE)
      this.#stale[place] = 0
    }
    return this.#sums.subarray(place * HASH_SIZE, (place + 1) * HASH_SIZE)
  }

  #subjectOf(place: number): Uint8Array {
    return this.#subjects.subarray(leafOf(place) * HASH_SIZE, (leafOf(place) + 1) * HASH_SIZE)
  }

  #hashOf(place: number): Uint8Array {
    return this.#hashes.subarray(leafOf(place) * HASH_SIZE, (leafOf(place) + 1) * HASH_SIZE)
  }

  #set(slot: number, place: number): void {
    if (slot < 0) this.#top = place
    else this.#children[slot] = place
  }

  #addLeaf(subject: Uint8Array, seq: number, hash: Uint8Array): number {
    const leaf = this.#leaves++
    if (leaf >= this.#seqs.length) {
      const room = capacityFor(leaf)
      this.#subjects = copyInto(this.#subjects, new Uint8Array(room * HASH_SIZE))
      this.#hashes = copyInto(this.#hashes, new Uint8Array(room * HASH_SIZE))
      this.#seqs = copyInto(this.#seqs, new Float64Array(room))
    }
    this.#subjects.set(subject, leaf * HASH_SIZE)
    this.#hashes.set(hash, leaf * HASH_SIZE)
    this.#seqs[leaf] = seq
    return -leaf - 1
  }

  #addInner(): number {
    const inner = this.#inner++
    if (inner >= this.#stale.length) {
      const room = capacityFor(inner)
      this.#children = copyInto(this.#children, new Int32Array(room * 2))
      this.#sums = copyInto(this.#sums, new Uint8Array(room * HASH_SIZE))
      this.#stale = copyInto(this.#stale, new Uint8Array(room))
    }
    this.#stale[inner] = 1
    return inner
  }
}

const leafOf = (place: number): number => -place - 1

/** Half as much again: doubling would waste more than it saves once there are millions. */
const capacityFor = (count: number): number => Math.max(1024, Math.ceil(count * 1.5))

function copyInto<T extends Uint8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
