import { fromHex } from '../bytes.ts'

/** Order of the base point, L = 2^252 + 27742317777372353535851937790883648493, as 32 little-endian bytes. */
const L = /* @__PURE__ */ fromHex('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010')

/** True when the little-endian number a is less than b. Both have the same length. */
export function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return a[i]! < b[i]!
  return false
}

/** True when 32 little-endian bytes are a number below L, as S in a signature must be (RFC 8032, 5.1.7). */
export function isScalar(bytes: Uint8Array): boolean {
  return isBelow(bytes, L)
}

/** Reduces a little-endian number of any length modulo L, bit by bit from the highest. Returns 32 little-endian bytes. */
export function reduceModL(bytes: Uint8Array): Uint8Array {
  const rest = new Uint8Array(32)
  for (let bit = bytes.length * 8 - 1; bit >= 0; bit--) {
    let carry = (bytes[bit >> 3]! >> (bit & 7)) & 1
    for (let i = 0; i < 32; i++) {
      carry += rest[i]! * 2
      rest[i] = carry & 0xff
      carry >>= 8
    }
    if (isBelow(rest, L)) continue
    let borrow = 0
    for (let i = 0; i < 32; i++) {
      borrow += rest[i]! - L[i]!
      rest[i] = borrow & 0xff
      borrow >>= 8
    }
  }
  return rest
}
