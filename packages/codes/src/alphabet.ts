/**
 * Crockford base32: digits and capitals without I, L, O (look like 1, 1, 0) and U. Five bits a character, the
 * character's place in this string is its value.
 */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Value 0..31 by ASCII code of a canonical character, -1 for every other one. */
const values = new Int8Array(128).fill(-1)
for (let value = 0; value < 32; value++) values[crockford.charCodeAt(value)] = value

/** Value 0..31 of a canonical Crockford character, or -1. */
export function crockfordValue(character: string): number {
  return values[character.charCodeAt(0)] ?? -1
}

/** `bits` (a whole number below 2^53) as exactly `length` Crockford characters, high bits first. */
export function toCrockford(bits: number, length: number): string {
  let text = ''
  for (let rest = bits, i = 0; i < length; i++) {
    text = crockford[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Number behind canonical Crockford characters; at most ten of them, so that it stays exact. */
export function fromCrockford(text: string): number {
  let bits = 0
  for (const character of text) bits = bits * 32 + crockfordValue(character)
  return bits
}

const spaces = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g

/**
 * Text as a keyboard with Latin letters would have given it: full-width forms (U+FF01..U+FF5E) become ASCII, every kind of
 * dash a hyphen, ASCII letters capitals; spaces and invisible characters go.
 */
export function fold(text: string): string {
  return text
    .replace(spaces, '')
    .replace(/[\uff01-\uff5e]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(/[a-z]+/g, letters => letters.toUpperCase())
}

/** Folded text with the look-alikes that Crockford's alphabet leaves out read as what they look like. */
export function replaceLookAlikes(text: string): string {
  return text.replace(/O/g, '0').replace(/[IL]/g, '1')
}
