import type { Cipheriv } from 'node:crypto'
import { createCipheriv } from 'node:crypto'
import { blankBlocks, blockSize, putSerials, putTags } from './blocks.ts'
import { encodeCode, maxSerial } from './code.ts'
import type { CodeParts } from './code.ts'
import { type CodeFormat, publicMask, publicMaskBase } from './format.ts'
import type { RequestKeys } from './keys.ts'
import { assertRequestNumber } from './keys.ts'
import { alphabets, assertSecurityLength, firstCharacters } from './security.ts'
import type { CodeRule } from './security.ts'

/** Characters of an anti-counterfeit code that one AES block yields: six from each half. */
export const charactersPerBlock = 12

/**
 * Makes and opens the codes of one request, one at a time, for lookups, printing and lists. `LineWriter` writes whole files.
 * An instance is cheap: three cipher states, about 20 microseconds to create.
 */
export class RequestCodes {
  readonly request: number
  readonly format: CodeFormat
  readonly #maskBase: number
  readonly #tags: Cipheriv
  readonly #masks: Cipheriv
  readonly #securities: Cipheriv

  /** @throws RangeError for a request number outside 1..2^25-1 or a key that does not have 16 bytes. */
  constructor(keys: RequestKeys, request: number) {
    assertRequestNumber(request)
    this.request = request
    this.format = keys.format
    this.#maskBase = publicMaskBase(request)
    this.#tags = blockCipher(keys.tag)
    this.#masks = blockCipher(keys.mask)
    this.#securities = blockCipher(keys.security)
  }

  /** Canonical code value of a serial. @throws RangeError for a serial outside 0..2^25-1. */
  code(serial: number): string {
    assertSerial(serial)
    const tags = this.#tagBlock(serial)
    return encodeCode({ request: this.request, hidden: serial ^ this.#mask(tags), tag: tagOf(tags) })
  }

  /**
   * Serial of a code that `parseCode` parsed, or null when it is not one of this request's first `count` codes: it belongs
   * to another request, is forged or mistyped, or was never ordered. The time it takes reveals nothing about the tag or the format.
   */
  open(parts: CodeParts, count: number): number | null {
    const claimed = new DataView(new ArrayBuffer(blockSize))
    const high = Math.floor(parts.tag / 2 ** 18)
    const low = parts.tag % 2 ** 18
    claimed.setUint32(0, high)
    claimed.setUint32(4, low << 14)
    const serial = (parts.hidden ^ this.#mask(claimed)) & maxSerial
    const expected = this.#tagBlock(serial)
    const difference =
      (expected.getUint32(0) ^ high) | ((expected.getUint32(4) >>> 14) ^ low) | (parts.request ^ this.request)
    return difference === 0 && serial < count ? serial : null
  }

  /**
   * Anti-counterfeit code of a serial in canonical spelling.
   *
   * @throws RangeError for a length outside 1..20 or a serial outside 0..2^25-1.
   */
  security(serial: number, rule: CodeRule, length: number): string {
    assertSerial(serial)
    assertSecurityLength(length)
    const alphabet = alphabets[rule]
    let text = ''
    for (let counter = 0; text.length < length; counter++) {
      const input = blankBlocks(this.format, 'security', this.request, 1, counter)
      putSerials(input, serial, 1)
      const block = encrypt(this.#securities, input)
      // Each half is a 64-bit fraction; each multiplication by the number of choices yields the next character.
      for (let at = 0; at < blockSize; at += 8) {
        let high = block.getUint32(at)
        let low = block.getUint32(at + 4)
        for (let i = 0; i < charactersPerBlock / 2 && text.length < length; i++) {
          const choices = text === '' ? firstCharacters[rule] : alphabet.length
          const lowProduct = low * choices
          const product = high * choices + Math.floor(lowProduct / 2 ** 32)
          text += alphabet[Math.floor(product / 2 ** 32)]
          high = product % 2 ** 32
          low = lowProduct % 2 ** 32
        }
      }
    }
    return text
  }

  #tagBlock(serial: number): DataView {
    const input = blankBlocks(this.format, 'tag', this.request, 1)
    putSerials(input, serial, 1)
    return encrypt(this.#tags, input)
  }

  /** The mask that belongs to the tag in the first 50 bits of `tags`. */
  #mask(tags: DataView): number {
    // Computed for format 2 too: otherwise the time of a refusal tells requests of format 1 from numbers that no request has.
    const input = blankBlocks(1, 'mask', this.request, 1)
    putTags(input, tags, 1)
    const keyedMask = encrypt(this.#masks, input).getUint32(0) >>> 7
    if (this.format === 1) return keyedMask
    const { high, low } = tagHalves(tags, 0)
    return publicMask(this.#maskBase, high, low)
  }
}

/** The two halves, 25 bits each, of the tag in the first 50 bits of a block. */
export function tagHalves(blocks: DataView, at: number): { high: number; low: number } {
  const word = blocks.getUint32(at)
  return { high: word >>> 7, low: ((word & 127) << 18) | (blocks.getUint32(at + 4) >>> 14) }
}

/** First 50 bits of a block, exact in a double. */
function tagOf(block: DataView): number {
  return block.getUint32(0) * 2 ** 18 + (block.getUint32(4) >>> 14)
}

/** AES-128 that encrypts each block separately: the function AES(k, block) of the format, not a mode for messages. */
export function blockCipher(key: Uint8Array): Cipheriv {
  assertKey(key)
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
}

/** Throws RangeError unless `key` is an AES-128 key. */
export function assertKey(key: Uint8Array): void {
  if (key.byteLength !== blockSize) throw new RangeError('a request key has 16 bytes')
}

function encrypt(cipher: Cipheriv, block: DataView): DataView {
  const bytes = cipher.update(block)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function assertSerial(serial: number): void {
  if (!Number.isInteger(serial) || serial < 0 || serial > maxSerial) {
    throw new RangeError(`serial must be 0..${maxSerial}, not ${serial}`)
  }
}
