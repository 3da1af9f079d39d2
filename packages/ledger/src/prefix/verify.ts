import { equalBytes } from '../bytes.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { bitOf, empty, type IndexEntry, indexHash, innerHash, sharePrefix } from './node.ts'

/** Path to the place where a subject is, or would be (SEALED.md, Index). */
export interface IndexProof {
  /** Sibling hashes of the path, from the root down, 32 bytes each. */
  siblings: readonly Uint8Array[]
  /** The leaf at the end of the path: of this subject or of another; null if the place is empty. */
  end: IndexEntry | null
}

/** Result of a proof: the subject's newest entry, no entry, or an invalid proof. */
export type IndexAnswer = { outcome: 'present'; entry: IndexEntry } | { outcome: 'absent' } | { outcome: 'wrong' }

const wrong: IndexAnswer = { outcome: 'wrong' }

/** Verifies a proof with the root that a signed checkpoint names. Never throws. */
export function verifyIndex(
  subject: Uint8Array,
  { siblings, end }: IndexProof,
  root: Uint8Array,
  hash: Sha256 = sha256,
): IndexAnswer {
  const depth = siblings.length
  if (subject.length !== HASH_SIZE || root.length !== HASH_SIZE || depth > 256) return wrong
  if (siblings.some(sibling => sibling.length !== HASH_SIZE)) return wrong
  if (end) {
    if (end.subject.length !== HASH_SIZE || end.hash.length !== HASH_SIZE) return wrong
    if (!Number.isSafeInteger(end.seq) || end.seq < 1) return wrong
    // The leaf of another subject proves absence only at the place where this subject would be.
    if (!sharePrefix(end.subject, subject, depth)) return wrong
  }
  let node = indexHash(end ? { kind: 'leaf', entry: end } : empty, hash)
  for (let at = depth - 1; at >= 0; at--)
    node = bitOf(subject, at) === 0 ? innerHash(node, siblings[at]!, hash) : innerHash(siblings[at]!, node, hash)
  if (!equalBytes(node, root)) return wrong
  return end && equalBytes(end.subject, subject) ? { outcome: 'present', entry: end } : { outcome: 'absent' }
}
