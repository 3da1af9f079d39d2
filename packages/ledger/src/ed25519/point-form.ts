import { copyBytes, equalBytes, fromHex } from '../bytes.ts'
import { isBelow } from './scalar.ts'

/** p = 2^255 - 19, little-endian. */
const P = /* @__PURE__ */ fromHex('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f')

/** y of the points of order 1, 2, 4 and 8, little-endian. With both signs of x they are all points of small order. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]

/** The 32 bytes without the sign of x. */
function yOf(bytes: Uint8Array): Uint8Array {
  const y = copyBytes(bytes)
  y[31]! &= 0x7f
  return y
}

/** Whether y is below p. (Negative zero, the other form that is not canonical, is refused by `decodePoint`.) */
export const hasCanonicalY = (bytes: Uint8Array): boolean => isBelow(yOf(bytes), P)

/** False for an encoding that is not canonical or has small order. (Negative zero occurs only in small order.) */
export function isAllowedPoint(bytes: Uint8Array): boolean {
  return hasCanonicalY(bytes) && !SMALL_ORDER.some(hex => equalBytes(fromHex(hex), yOf(bytes)))
}
