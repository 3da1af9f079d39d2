/**
 * A slow tree that follows the definitions of RFC 6962, 2.1 literally, with Node's SHA-256. It shares no code with the
 * package, so that the two can be compared.
 */
import { createHash } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

export const slowLeaf = (entry: Uint8Array): Uint8Array => sha256(Uint8Array.of(0), entry)
export const slowNode = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(Uint8Array.of(1), left, right)

function split(n: number): number {
  let k = 1
  while (k << 1 < n) k <<= 1
  return k
}

/** MTH(D[n]) */
export function slowRoot(entries: Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return slowLeaf(entries[0]!)
  const k = split(entries.length)
  return slowNode(slowRoot(entries.slice(0, k)), slowRoot(entries.slice(k)))
}

/** PATH(m, D[n]) */
export function slowPath(m: number, entries: Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return []
  const k = split(entries.length)
  return m < k
    ? [...slowPath(m, entries.slice(0, k)), slowRoot(entries.slice(k))]
    : [...slowPath(m - k, entries.slice(k)), slowRoot(entries.slice(0, k))]
}

/** PROOF(m, D[n]) and SUBPROOF(m, D[n], b) */
export function slowProof(m: number, entries: Uint8Array[], isWholeTree = true): Uint8Array[] {
  if (m === entries.length) return isWholeTree ? [] : [slowRoot(entries)]
  const k = split(entries.length)
  return m <= k
    ? [...slowProof(m, entries.slice(0, k), isWholeTree), slowRoot(entries.slice(k))]
    : [...slowProof(m - k, entries.slice(k), false), slowRoot(entries.slice(0, k))]
}

/** The eight entries of the vectors of Certificate Transparency. */
export const CT_ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hex => new Uint8Array(Buffer.from(hex, 'hex')))

/** n different short entries. */
export function someEntries(n: number): Uint8Array[] {
  return Array.from({ length: n }, (_, i) => new Uint8Array(Buffer.from(`entry ${i}`)))
}
