import { fromHex } from '../bytes.ts'
import {
  add,
  type Field,
  fieldFromBytes,
  fieldToBytes,
  invert,
  isEqual,
  multiply,
  rootPower,
  small,
  subtract,
} from './field.ts'

/** A point of edwards25519 in extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4). */
export type Point = [Field, Field, Field, Field]

const constant = (hex: string): Field => fieldFromBytes(fromHex(hex))

/** d of the curve equation -x^2 + y^2 = 1 + d x^2 y^2. */
const D = /* @__PURE__ */ constant('a3785913ca4deb75abd841414d0a700098e879777940c78c73fe6f2bee6c0352')
/** A square root of -1. */
const I = /* @__PURE__ */ constant('b0a00e4a271beec478e42fad0618432fa7d7fb3d99004d2b0bdfc14f8024832b')
/** The base point, 4/5 as y and an even x. */
const BASE_BYTES = '5866666666666666666666666666666666666666666666666666666666666666'

/** Sum of two points, equal or not (RFC 8032, 5.1.4). */
export function addPoints([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = multiply(subtract(y1, x1), subtract(y2, x2))
  const b = multiply(add(y1, x1), add(y2, x2))
  const c = multiply(multiply(t1, t2), add(D, D))
  const d = multiply(add(z1, z1), z2)
  const [e, f, g, h] = [subtract(b, a), subtract(d, c), add(d, c), add(b, a)]
  return [multiply(e, f), multiply(g, h), multiply(f, g), multiply(e, h)]
}

export function negate([x, y, z, t]: Point): Point {
  const zero = small(0)
  return [subtract(zero, x), y, z, subtract(zero, t)]
}

/** The point that 32 bytes encode (RFC 8032, 5.1.3), or null when there is none. Requires a canonical y. */
export function decodePoint(bytes: Uint8Array): Point | null {
  const one = small(1)
  const y = fieldFromBytes(bytes)
  const yy = multiply(y, y)
  const u = subtract(yy, one)
  const v = add(multiply(D, yy), one)
  const v3 = multiply(multiply(v, v), v)
  let x = multiply(multiply(u, v3), rootPower(multiply(u, multiply(multiply(v3, v3), v))))
  const vxx = multiply(v, multiply(x, x))
  if (!isEqual(vxx, u)) {
    if (!isEqual(vxx, subtract(small(0), u))) return null
    x = multiply(x, I)
  }
  const sign = bytes[31]! >> 7
  const low = fieldToBytes(x)
  if (sign === 1 && low.every(byte => byte === 0)) return null
  if ((low[0]! & 1) !== sign) x = subtract(small(0), x)
  return [x, y, one, multiply(x, y)]
}

/** The 32 bytes of a point (RFC 8032, 5.1.2). */
export function encodePoint([x, y, z]: Point): Uint8Array {
  const scale = invert(z)
  const bytes = fieldToBytes(multiply(y, scale))
  bytes[31]! |= (fieldToBytes(multiply(x, scale))[0]! & 1) << 7
  return bytes
}

/** [s] B + [k] P for the base point B; both factors as 32 little-endian bytes. */
export function combine(s: Uint8Array, k: Uint8Array, p: Point): Point {
  const base = decodePoint(fromHex(BASE_BYTES))!
  // One run of doublings serves both products: each step adds B, P, both or nothing.
  const table = [null, base, p, addPoints(base, p)]
  let sum: Point = [small(0), small(1), small(1), small(0)]
  for (let bit = 255; bit >= 0; bit--) {
    sum = addPoints(sum, sum)
    const at = bit >> 3
    const term = table[((s[at]! >> (bit & 7)) & 1) + 2 * ((k[at]! >> (bit & 7)) & 1)]
    if (term) sum = addPoints(sum, term)
  }
  return sum
}
