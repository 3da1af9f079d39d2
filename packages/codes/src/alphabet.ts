/**
 * Alphabet of Crockford base32: digits and capital letters without I, L and O (they look like 1, 1 and 0) and without U.
 * A character has five bits; its position in this string is its value.
 */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Value 0..31 by the ASCII code of a canonical character, -1 for any other ASCII code. */
const values = new Int8Array(128).fill(-1)
for (let value = 0; value < 32; value++) values[crockford.charCodeAt(value)] = value

/** Value 0..31 of a canonical Crockford character, or -1 for any other character. */
export function crockfordValue(character: string): number {
  return values[character.charCodeAt(0)] ?? -1
}

/** Writes `bits` (an integer below 2^53) as exactly `length` Crockford characters, high bits first. */
export function toCrockford(bits: number, length: number): string {
  let text = ''
  for (let rest = bits, i = 0; i < length; i++) {
    text = crockford[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Reads canonical Crockford characters as a number. Takes at most ten (50 bits), so that a double holds it exactly. */
export function fromCrockford(text: string): number {
  let bits = 0
  for (const character of text) bits = bits * 32 + crockfordValue(character)
  return bits
}

const spaces = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/g

/**
 * Folds a text to what a Latin keyboard in capitals would produce: full-width forms (U+FF01..U+FF5E) become ASCII, every
 * kind of dash becomes a hyphen, ASCII letters become capitals, spaces and invisible characters are removed.
 */
export function fold(text: string): string {
  return text
    .replace(spaces, '')
    .replace(/[\uff01-\uff5e]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(/[a-z]+/g, letters => letters.toUpperCase())
}

/** Replaces the letters that Crockford's alphabet leaves out by the digits they look like: O by 0, I and L by 1. Takes folded text. */
export function replaceLookAlikes(text: string): string {
  return text.replace(/O/g, '0').replace(/[IL]/g, '1')
}
