import { blockSize } from './blocks.ts'
import { alphabets, firstCharacters } from './security.ts'
import type { CodeRule } from './security.ts'

/**
 * Writes six characters of the anti-counterfeit code of every line, taken from one half of each block.
 *
 * Six is what one half gives: `floor(half * base^6 / 2^64)` written in the base of the alphabet's size; where a code begins,
 * its first digit has only as many values as a code may begin with. The store is seven
 * bytes wide, whatever the code still needs; the caller overwrites what is too much.
 *
 * @param at Where the first line's characters go in `view`; the next lines follow `width` bytes apart.
 * @param half 0 or 8: which half of the blocks.
 */
export type WriteSix = (view: DataView, at: number, width: number, blocks: DataView, half: 0 | 8, lines: number) => void

/** Bytes that a `WriteSix` stores. */
export const sixStore = 7

/**
 * One function per rule, so that each stays in the shape that the compiler made fast.
 *
 * @param begins Whether a code begins with these six.
 */
export function sixWriter(rule: CodeRule, begins: boolean): WriteSix {
  const triples = tripleTable(alphabets[rule])
  switch (rule) {
    case 'digits':
      return sixDigits(triples)
    case 'alnum':
      return sixAlnum(triples)
    case 'symbols':
      return sixSymbols(triples, (begins ? firstCharacters.symbols : alphabets.symbols.length) * 1600)
  }
}

const word = 2 ** 32
const perWord = 2 ** -32

/** Base 10: 10^6 < 2^21, so that the product with a 32-bit word is exact in a double and one step gives all six. */
const sixDigits =
  (triples: Uint32Array): WriteSix =>
  (view, at, width, blocks, half, lines) => {
    for (let i = 0, from = half, to = at; i < lines; i++, from += blockSize, to += width) {
      const carry = (blocks.getUint32(from + 4) * 1_000_000 * perWord) | 0
      const six = ((blocks.getUint32(from) * 1_000_000 + carry) * perWord) | 0
      const three = (six / 1000) | 0
      view.setUint32(to, triples[three]!, true)
      view.setUint32(to + 3, triples[six - three * 1000]!, true)
    }
  }

/** Base 32: the product is a shift, six characters are the first 30 bits. */
const sixAlnum =
  (triples: Uint32Array): WriteSix =>
  (view, at, width, blocks, half, lines) => {
    for (let i = 0, from = half, to = at; i < lines; i++, from += blockSize, to += width) {
      const bits = blocks.getUint32(from)
      view.setUint32(to, triples[bits >>> 17]!, true)
      view.setUint32(to + 3, triples[(bits >>> 2) & 0x7fff]!, true)
    }
  }

/**
 * Base 40: two steps of three characters, 40^3 = 64,000 being what keeps the products exact.
 *
 * @param choices Of the first three characters: 40^3, or 32 x 40^2 where a code begins.
 */
const sixSymbols =
  (triples: Uint32Array, choices: number): WriteSix =>
  (view, at, width, blocks, half, lines) => {
    for (let i = 0, from = half, to = at; i < lines; i++, from += blockSize, to += width) {
      const lowProduct = blocks.getUint32(from + 4) * choices
      const carry = (lowProduct * perWord) | 0
      const product = blocks.getUint32(from) * choices + carry
      const three = (product * perWord) | 0
      const nextCarry = ((lowProduct - carry * word) * 64_000 * perWord) | 0
      const nextThree = (((product - three * word) * 64_000 + nextCarry) * perWord) | 0
      view.setUint32(to, triples[three]!, true)
      view.setUint32(to + 3, triples[nextThree]!, true)
    }
  }

const tables = new Map<string, Uint32Array>()

/** Three characters in the low three bytes of a word, the first one lowest, by their value below the cube of the base. */
function tripleTable(alphabet: string): Uint32Array {
  const known = tables.get(alphabet)
  if (known) return known
  const base = alphabet.length
  const table = new Uint32Array(base ** 3)
  for (let i = 0; i < table.length; i++) {
    const first = alphabet.charCodeAt(Math.floor(i / base / base))
    const second = alphabet.charCodeAt(Math.floor(i / base) % base)
    table[i] = first | (second << 8) | (alphabet.charCodeAt(i % base) << 16)
  }
  tables.set(alphabet, table)
  return table
}
