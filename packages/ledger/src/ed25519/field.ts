/**
 * Numbers modulo p = 2^255 - 19, as 16 limbs of 16 bits, lowest first, in doubles. Products of limbs and their sums stay far
 * below 2^53, so plain arithmetic is exact; BigInt would leave out older browsers. Nothing here is secret, so nothing
 * takes care to run in constant time.
 *
 * Limbs of a product lie between 0 and 2^16, but sums and differences are not carried: a product takes limbs up to 2^20.
 */
export type Field = Float64Array

const LIMBS = 16
const BASE = 0x10000

/** Reads 32 little-endian bytes; the highest bit is ignored. */
export function fieldFromBytes(bytes: Uint8Array): Field {
  const n = Float64Array.from({ length: LIMBS }, (_, i) => bytes[i * 2]! + bytes[i * 2 + 1]! * 256)
  n[15]! %= 0x8000
  return n
}

/** A small whole number. */
export function small(n: number): Field {
  const field = new Float64Array(LIMBS)
  field[0] = n
  return field
}

/** Moves what exceeds 16 bits upward; what exceeds the highest limb comes back as 38 times 2^256 = 38 (mod p). */
function carry(n: Field): void {
  for (let i = 0; i < LIMBS; i++) {
    const over = Math.floor(n[i]! / BASE)
    n[i]! -= over * BASE
    if (i < 15) n[i + 1]! += over
    else n[0]! += over * 38
  }
}

export function add(a: Field, b: Field): Field {
  const sum = new Float64Array(LIMBS)
  for (let i = 0; i < LIMBS; i++) sum[i] = a[i]! + b[i]!
  return sum
}

export function subtract(a: Field, b: Field): Field {
  const difference = new Float64Array(LIMBS)
  for (let i = 0; i < LIMBS; i++) difference[i] = a[i]! - b[i]!
  return difference
}

export function multiply(a: Field, b: Field): Field {
  const product = new Float64Array(LIMBS)
  for (let k = 0; k < LIMBS; k++) {
    // Column k, and column k + 16, which stands for 2^256 = 38 (mod p) times as much.
    let low = 0
    let high = 0
    for (let i = 0; i <= k; i++) low += a[i]! * b[k - i]!
    for (let i = k + 1; i < LIMBS; i++) high += a[i]! * b[k + LIMBS - i]!
    product[k] = low + 38 * high
  }
  carry(product)
  carry(product)
  return product
}

/** The power whose exponent has the bits from `highest` down to 0 set, except those listed. */
function power(n: Field, highest: number, except: number[]): Field {
  let result = n
  for (let bit = highest - 1; bit >= 0; bit--) {
    result = multiply(result, result)
    if (!except.includes(bit)) result = multiply(result, n)
  }
  return result
}

/** n^(p - 2), which is 1 / n. */
export function invert(n: Field): Field {
  return power(n, 254, [2, 4])
}

/** n^((p - 5) / 8), from which square roots come (RFC 8032, 5.1.3). */
export function rootPower(n: Field): Field {
  return power(n, 251, [1])
}

/** The 32 little-endian bytes of the number between 0 and p - 1. */
export function fieldToBytes(value: Field): Uint8Array {
  const n = value.slice()
  carry(n)
  carry(n)
  carry(n)
  // Now 0 <= n < 2^256 < 2p + 38, so at most two subtractions of p bring it into range.
  for (let round = 0; round < 2; round++) {
    const less = n.slice()
    less[0]! += 19
    less[15]! -= 0x8000
    for (let i = 0; i < 15; i++) {
      const over = Math.floor(less[i]! / BASE)
      less[i]! -= over * BASE
      less[i + 1]! += over
    }
    if (less[15]! >= 0) n.set(less)
  }
  return Uint8Array.from({ length: 32 }, (_, i) => (i % 2 ? Math.floor(n[i >> 1]! / 256) : n[i >> 1]! % 256))
}

export function isEqual(a: Field, b: Field): boolean {
  const x = fieldToBytes(a)
  return fieldToBytes(b).every((byte, i) => byte === x[i])
}
