import type { CodeParts } from './code.ts'

/**
 * How a request hides the serials in its codes (FORMAT.md). Format 1: by a mask that needs a key. Format 2: by a mask that anyone
 * can compute, so that a reader knows the serial of a code without asking. In both, the tag needs a key.
 */
export type CodeFormat = 1 | 2

/** The format of new requests. */
export const newestCodeFormat: CodeFormat = 2

/** Mixes 32 bits: the final step of MurmurHash3. The result is a signed integer. */
function mix(bits: number): number {
  let x = bits
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

/** The part of the public mask that all codes of a request share. */
export const publicMaskBase = (request: number): number => mix(request)

/** The mask of format 2. @param high first 25 bits of the tag @param low its last 25 bits */
export const publicMask = (base: number, high: number, low: number): number => mix(mix(base ^ high) ^ low) >>> 7

/**
 * The serial that a code of format 2 states, without a key. Whether the code is genuine is another question: anyone can write a code
 * for any serial, but only the key makes its tag. For a code of format 1 the result is meaningless.
 */
export function statedSerial({ request, hidden, tag }: CodeParts): number {
  return hidden ^ publicMask(publicMaskBase(request), Math.floor(tag / 2 ** 25), tag % 2 ** 25)
}
