import { fromHex } from '../bytes.ts'
import { type Field, fieldFromBytes, fieldToBytes, invert, isEqual, multiply, rootPower } from './field.ts'

/** A point of edwards25519 in extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4). */
export type Point = [Field, Field, Field, Field]

const constant = (hex: string): Field => fieldFromBytes(fromHex(hex))

/** d of the curve equation -x^2 + y^2 = 1 + d x^2 y^2. */
const D = /* @__PURE__ */ constant('a3785913ca4deb75abd841414d0a700098e879777940c78c73fe6f2bee6c0352')
/** A square root of -1. */
const I = /* @__PURE__ */ constant('b0a00e4a271beec478e42fad0618432fa7d7fb3d99004d2b0bdfc14f8024832b')
/** The base point B: x is even, y is 4/5 (RFC 8032, 5.1). */
const BASE_X = /* @__PURE__ */ constant('1ad5258f602d56c9b2a7259560c72c695cdcd6fd31e2a4c0fe536ecdd3366921')
const BASE_Y = /* @__PURE__ */ constant('5866666666666666666666666666666666666666666666666666666666666666')

/** The base point B. */
export const basePoint = (): Point => [BASE_X, BASE_Y, 1n, multiply(BASE_X, BASE_Y)]

/** Adds two points, which may be equal (RFC 8032, 5.1.4). */
export function addPoints([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = multiply(y1 - x1, y2 - x2)
  const b = multiply(y1 + x1, y2 + x2)
  const c = multiply(multiply(t1, t2), 2n * D)
  const d = multiply(2n * z1, z2)
  return fromProducts(b - a, d - c, d + c, b + a)
}

/** Doubles a point (RFC 8032, 5.1.4). */
export function double([x, y, z]: Point): Point {
  const a = multiply(x, x)
  const b = multiply(y, y)
  const h = a + b
  const g = a - b
  return fromProducts(h - multiply(x + y, x + y), 2n * multiply(z, z) + g, g, h)
}

const fromProducts = (e: Field, f: Field, g: Field, h: Field): Point => [
  multiply(e, f),
  multiply(g, h),
  multiply(f, g),
  multiply(e, h),
]

export function negate([x, y, z, t]: Point): Point {
  return [-x, y, z, -t]
}

/** Decodes a point from 32 bytes (RFC 8032, 5.1.3); null if they encode no point. Requires a canonical y. */
export function decodePoint(bytes: Uint8Array): Point | null {
  const y = fieldFromBytes(bytes)
  const yy = multiply(y, y)
  const u = yy - 1n
  const v = multiply(D, yy) + 1n
  const v3 = multiply(multiply(v, v), v)
  let x = multiply(multiply(u, v3), rootPower(multiply(u, multiply(multiply(v3, v3), v))))
  const vxx = multiply(v, multiply(x, x))
  if (!isEqual(vxx, u)) {
    if (!isEqual(vxx, -u)) return null
    x = multiply(x, I)
  }
  const sign = bytes[31]! >> 7
  if (sign === 1 && isEqual(x, 0n)) return null
  if ((fieldToBytes(x)[0]! & 1) !== sign) x = -x
  return [x, y, 1n, multiply(x, y)]
}

/** Encodes a point as 32 bytes (RFC 8032, 5.1.2). */
export function encodePoint([x, y, z]: Point): Uint8Array {
  const scale = invert(z)
  const bytes = fieldToBytes(multiply(y, scale))
  bytes[31]! |= (fieldToBytes(multiply(x, scale))[0]! & 1) << 7
  return bytes
}

/** P, 3 P, 5 P and 7 P. */
function oddMultiples(p: Point): Point[] {
  const twice = double(p)
  const multiples = [p]
  while (multiples.length < 4) multiples.push(addPoints(multiples.at(-1)!, twice))
  return multiples
}

/**
 * Recodes a scalar below 2^253, 32 little-endian bytes, as a sum of digits times 2^place (windowed non-adjacent form). Each
 * digit is 0 or odd and between -7 and 7; about one in five is not 0.
 */
function oddDigits(bytes: Uint8Array): Int8Array {
  const digits = Int8Array.from({ length: 256 }, (_, bit) => (bytes[bit >> 3]! >> (bit & 7)) & 1)
  for (let at = 0; at < 256; at++) {
    if (digits[at] === 0) continue
    for (let above = 1; above < 4 && at + above < 256; above++) {
      const more = digits[at + above]! << above
      if (more === 0) continue
      digits[at + above] = 0
      if (digits[at]! + more <= 7) {
        digits[at]! += more
        continue
      }
      digits[at]! -= more
      // The subtraction borrowed 2^(at + above + 1): add it again as a carry.
      for (let place = at + above + 1; place < 256; place++) {
        digits[place] = digits[place] === 0 ? 1 : 0
        if (digits[place] === 1) break
      }
    }
  }
  return digits
}

/** Computes [a]P + [b]Q. Both scalars are 32 little-endian bytes, below 2^253. Not for secrets: the time depends on the scalars. */
export function combine(a: Uint8Array, p: Point, b: Uint8Array, q: Point): Point {
  // Both products share one sequence of doublings.
  const terms = [
    { digits: oddDigits(a), multiples: oddMultiples(p) },
    { digits: oddDigits(b), multiples: oddMultiples(q) },
  ]
  let sum: Point = [0n, 1n, 1n, 0n]
  for (let place = 255; place >= 0; place--) {
    sum = double(sum)
    for (const { digits, multiples } of terms) {
      const digit = digits[place]!
      if (digit > 0) sum = addPoints(sum, multiples[digit >> 1]!)
      else if (digit < 0) sum = addPoints(sum, negate(multiples[-digit >> 1]!))
    }
  }
  return sum
}
