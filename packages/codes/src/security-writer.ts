import { blockSize } from './blocks.ts'
import { alphabets, firstCharacters } from './security.ts'
import type { CodeRule } from './security.ts'

/**
 * Writes six characters of the anti-counterfeit code of every line, taken from one half of each block.
 *
 * One half yields six: `floor(half * base^6 / 2^64)`, written in the base of the alphabet's size. At the beginning of a code
 * the first digit has only as many values as there are characters that a code may begin with. It always stores seven bytes;
 * the caller overwrites the bytes beyond the end of the code.
 *
 * @param at Offset in `view` of the first line's characters; each next line is `width` bytes further.
 * @param half Offset of the half in each block: 0 or 8.
 */
export type WriteSix = (view: DataView, at: number, width: number, blocks: DataView, half: 0 | 8, lines: number) => void

/** Bytes that a `WriteSix` stores. */
export const sixStore = 7

/**
 * The writer for a rule. Each rule has its own function, so that the compiler can specialise each for its types.
 *
 * @param begins Whether these six characters are the beginning of a code.
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

/** Base 10: 10^6 < 2^21, so the product with a 32-bit word is exact in a double and one step yields all six digits. */
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

/** Base 32: the product is a shift; the six characters are the first 30 bits. */
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
 * Base 40: two steps of three characters each; 40^3 = 64,000 keeps the products exact.
 *
 * @param choices Number of values of the first three characters: 40^3, or 32 x 40^2 at the beginning of a code.
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

/** Three characters in the low three bytes of a word, the first one lowest, indexed by their value below base^3. */
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
