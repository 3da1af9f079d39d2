import { copyBytes, equalBytes, FormatError } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { bitOf, type IndexEntry, indexHash, innerHash } from '../prefix/node.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

/** Bytes of a subject in `encode`: subject (32), seq (8, big-endian), entry hash (32). */
const RECORD = HASH_SIZE + 8 + HASH_SIZE

/** Number of an empty place. Inner places are numbered 1, 2 ..., leaves -1, -2 ... */
const NOTHING = 0

/**
 * The index over a complete log (SEALED.md, Index) in memory. It needs about 150 bytes for each subject, so ten million fit:
 * typed arrays hold what the pages of `enterIndex` hold as objects.
 */
export class SubjectIndex {
  #leaves = 0
  #subjects = new Uint8Array(0)
  #hashes = new Uint8Array(0)
  #seqs = new Float64Array(0)
  /**
   * Next free inner place. Inner place n has its children at 2n and 2n + 1, its hash at 32n, and is stale if a leaf below it
   * has changed since the hash was computed.
   */
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

  /** The newest entry of a subject; undefined for an unknown subject. The hash is a view that the next `enter` may change. */
  newest(subject: Uint8Array): { seq: number; hash: Uint8Array } | undefined {
    let place = this.#top
    for (let depth = 0; place > 0; depth++) place = this.#children[place * 2 + bitOf(subject, depth)]!
    if (place === NOTHING || !equalBytes(this.#subjectOf(place), subject)) return undefined
    return { seq: this.#seqs[leafOf(place)]!, hash: this.#hashOf(place) }
  }

  /** Sets the newest entry of a subject. Copies its argument. */
  enter({ subject, seq, hash }: IndexEntry): void {
    // Slot in `#children` that refers to `place`, or -1 for the root.
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
    // A leaf is at the shortest prefix that no other subject shares: add inner places until the two subjects differ.
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

  /** Root of the index, 32 bytes, as a checkpoint names it. Computes a few hashes for each leaf changed since the last call. */
  root(): Uint8Array {
    return copyBytes(this.#sumOf(this.#top))
  }

  /** Encodes the index: 72 bytes for each subject, in the order in which they were entered. */
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

  /** Decodes an index. @throws FormatError when the length is not a multiple of 72 */
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

/** Grows by half: with millions of subjects doubling would waste too much memory. */
const capacityFor = (count: number): number => Math.max(1024, Math.ceil(count * 1.5))

function copyInto<T extends Uint8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
