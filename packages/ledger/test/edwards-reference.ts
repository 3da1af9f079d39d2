/**
 * A second implementation of edwards25519 (RFC 8032, 5.1) in BigInt and affine coordinates, which shares no code with the
 * package. It can also make keys and signatures with a component of small order, which no honest signer makes.
 */
import { createHash } from 'node:crypto'

export const P = 2n ** 255n - 19n
export const L = 2n ** 252n + 27742317777372353535851937790883648493n

const mod = (n: bigint, m = P): bigint => ((n % m) + m) % m

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

const invert = (n: bigint): bigint => power(n, P - 2n)
const D = mod(-121665n * invert(121666n))
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n)

export interface Affine {
  x: bigint
  y: bigint
}

export const ZERO: Affine = { x: 0n, y: 1n }

export function plus(a: Affine, b: Affine): Affine {
  const product = mod(D * a.x * b.x * a.y * b.y)
  return {
    x: mod((a.x * b.y + a.y * b.x) * invert(1n + product)),
    y: mod((a.y * b.y + a.x * b.x) * invert(1n - product)),
  }
}

export function times(n: bigint, point: Affine): Affine {
  let sum = ZERO
  let double = point
  for (let e = n; e > 0n; e >>= 1n) {
    if (e & 1n) sum = plus(sum, double)
    double = plus(double, double)
  }
  return sum
}

export const toNumber = (bytes: Uint8Array): bigint => bytes.reduceRight((n, byte) => n * 256n + BigInt(byte), 0n)
export const toBytes = (n: bigint, length = 32): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((n >> BigInt(8 * i)) & 255n))

export const encode = ({ x, y }: Affine): Uint8Array => toBytes(y | ((x & 1n) << 255n))

/** The point with this y and an even x. Throws when there is none. */
export function pointOf(y: bigint): Affine {
  const xx = mod((y * y - 1n) * invert(D * y * y + 1n))
  let x = power(xx, (P + 3n) / 8n)
  if (mod(x * x - xx) !== 0n) x = mod(x * ROOT_OF_MINUS_ONE)
  if (mod(x * x - xx) !== 0n) throw new Error('no such point')
  return { x: x & 1n ? P - x : x, y: mod(y) }
}

export const BASE = pointOf(mod(4n * invert(5n)))

/** A point of order 8: multiplying a point by the prime order L leaves its component of small order. */
export const ORDER_8 = (() => {
  for (let y = 2n; ; y++) {
    try {
      const point = times(L, pointOf(y))
      if (times(4n, point).y !== 1n) return point
    } catch {
      // No point has this y.
    }
  }
})()

/** k of the verification equation (RFC 8032, 5.1.7). */
export function challenge(r: Uint8Array, key: Uint8Array, message: Uint8Array): bigint {
  return mod(toNumber(new Uint8Array(createHash('sha512').update(r).update(key).update(message).digest())), L)
}
