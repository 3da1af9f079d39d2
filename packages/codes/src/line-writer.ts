import type { Cipheriv } from 'node:crypto'
import { createCipheriv } from 'node:crypto'
import { crockford, toCrockford } from './alphabet.ts'
import { blankBlocks, blockSize, putSerials, putTags } from './blocks.ts'
import { codeLength, maxSerial } from './code.ts'
import { type CodeFormat, publicMask, publicMaskBase } from './format.ts'
import type { RequestKeys } from './keys.ts'
import { assertRequestNumber } from './keys.ts'
import { assertKey, blockCipher, charactersPerBlock, tagHalves } from './seal.ts'
import { assertSecurityLength } from './security.ts'
import type { CodeRule } from './security.ts'
import { sixStore, sixWriter } from './security-writer.ts'
import type { WriteSix } from './security-writer.ts'

/** Layout of a line in a file of codes: `PREFIX CODE SEPARATOR SECURITY \n`, without the spaces. */
export interface LineShape {
  /** ASCII text before the code, for example `HTTPS://TRACE.EXAMPLE/C/`; may be empty. */
  prefix: string
  /** One ASCII character between the code and its anti-counterfeit code. */
  separator: string
  rule: CodeRule
  securityLength: number
}

/** Bytes in one line, including the line end. */
export function lineBytes(shape: LineShape): number {
  return shape.prefix.length + codeLength + 1 + shape.securityLength + 1
}

/** Lines encrypted by one AES call: enough to make the call overhead small, few enough to stay in the second-level cache. */
const batchLines = 4096

/** Bytes after the last line that `LineWriter.write` may overwrite, because it stores several bytes at a time. */
export const lineSlack = sixStore

/**
 * Writes lines of codes with their anti-counterfeit codes for any consecutive serials, without an object per code.
 * Use one instance per thread.
 */
export class LineWriter {
  /** Bytes in one line. */
  readonly width: number
  readonly #request: number
  readonly #keys: RequestKeys
  readonly #masks: Cipheriv
  readonly #maskBlocks: DataView
  /** The masks of the lines of a batch. */
  readonly #maskBits = new Uint32Array(batchLines)
  /** Prefix and request number, with which every line begins; at least 5 bytes. */
  readonly #head: DataView
  /** Last character of the code and the separator as two bytes, indexed by the last five bits of the tag. */
  readonly #tail: Uint16Array
  readonly #securityLength: number
  readonly #writeFirstSix: WriteSix
  readonly #writeSix: WriteSix

  /** @throws RangeError when the request number, a key, the length or the shape is invalid. */
  constructor(keys: RequestKeys, request: number, shape: LineShape) {
    assertRequestNumber(request)
    assertSecurityLength(shape.securityLength)
    assertKey(keys.tag)
    assertKey(keys.security)
    if (!/^[\x20-\x7e]*$/.test(shape.prefix) || !/^[\t\x20-\x7e]$/.test(shape.separator)) {
      throw new RangeError('prefix and separator must be ASCII, the separator one character')
    }
    this.width = lineBytes(shape)
    this.#request = request
    this.#keys = keys
    this.#masks = blockCipher(keys.mask)
    this.#maskBlocks = blankBlocks(1, 'mask', request, batchLines)
    const head = new TextEncoder().encode(shape.prefix + toCrockford(request, 5))
    this.#head = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const separator = shape.separator.charCodeAt(0)
    this.#tail = Uint16Array.from(crockford, character => character.charCodeAt(0) | (separator << 8))
    this.#securityLength = shape.securityLength
    this.#writeFirstSix = sixWriter(shape.rule, true)
    this.#writeSix = sixWriter(shape.rule, false)
  }

  /**
   * Writes the lines of serials `first` to `first + lines - 1` to the beginning of `out`.
   *
   * @param out At least `lines * width + lineSlack` bytes; the bytes after the last line may change.
   * @throws RangeError when `out` is too small or a serial is outside 0..2^25-1.
   */
  write(out: Uint8Array, first: number, lines: number): void {
    if (!(first >= 0 && lines >= 0 && first + lines <= maxSerial + 1)) throw new RangeError('serials must be 0..2^25-1')
    if (out.byteLength < lines * this.width + lineSlack)
      throw new RangeError('the buffer is too small for that many lines')
    const view = new DataView(out.buffer, out.byteOffset, out.byteLength)
    const tags = serialStream('tag', this.#keys.tag, this.#keys.format, this.#request, first, 0)
    const securities: Cipheriv[] = []
    for (let counter = 0; counter * charactersPerBlock < this.#securityLength; counter++) {
      securities.push(serialStream('security', this.#keys.security, this.#keys.format, this.#request, first, counter))
    }
    for (let done = 0; done < lines; done += batchLines) {
      const batch = Math.min(batchLines, lines - done)
      const start = done * this.width
      // The anti-counterfeit codes are written first: their stores overrun into bytes that are written afterwards.
      for (let counter = 0; counter < securities.length; counter++) {
        this.#writeSecurity(view, start, counter * charactersPerBlock, securities[counter]!, batch)
      }
      this.#writeCodes(view, start, first + done, tags, batch)
    }
  }

  /** Writes up to twelve characters of every line's anti-counterfeit code, beginning with character `done`. */
  #writeSecurity(view: DataView, start: number, done: number, stream: Cipheriv, lines: number): void {
    const blocks = encrypt(stream, zeros, lines)
    const at = start + this.width - 1 - this.#securityLength + done
    const writeSix = done === 0 ? this.#writeFirstSix : this.#writeSix
    writeSix(view, at, this.width, blocks, 0, lines)
    if (done + 6 < this.#securityLength) this.#writeSix(view, at + 6, this.width, blocks, 8, lines)
    releaseMemory(blocks)
  }

  #writeCodes(view: DataView, start: number, first: number, stream: Cipheriv, lines: number): void {
    const tags = encrypt(stream, zeros, lines)
    if (this.#keys.format === 1) this.#readKeyedMasks(tags, lines)
    else readPublicMasks(this.#maskBits, tags, this.#request, lines)
    writeHeads(view, start, this.width, this.#head, lines)
    writeSealed(view, start + this.#head.byteLength, this.width, tags, this.#maskBits, first, lines, this.#tail)
    releaseMemory(tags)
  }

  #readKeyedMasks(tags: DataView, lines: number): void {
    putTags(this.#maskBlocks, tags, lines)
    const masks = encrypt(this.#masks, this.#maskBlocks, lines)
    for (let i = 0, from = 0; i < lines; i++, from += blockSize) this.#maskBits[i] = masks.getUint32(from) >>> 7
    releaseMemory(masks)
  }
}

const zeros = new DataView(new ArrayBuffer(batchLines * blockSize))

/**
 * Creates a cipher that outputs the encrypted tag or security blocks of consecutive serials, beginning with `first`. The
 * serial is the low end of its block, so counter mode (NIST SP 800-38A, 6.5) over zeros, started with the block of `first`,
 * outputs exactly these blocks and needs no prepared input.
 */
function serialStream(
  kind: 'tag' | 'security',
  key: Uint8Array,
  format: CodeFormat,
  request: number,
  first: number,
  counter: number,
): Cipheriv {
  const block = blankBlocks(format, kind, request, 1, counter)
  putSerials(block, first, 1)
  return createCipheriv('aes-128-ctr', key, block)
}

function encrypt(cipher: Cipheriv, blocks: DataView, count: number): DataView {
  const bytes = cipher.update(new Uint8Array(blocks.buffer, blocks.byteOffset, count * blockSize))
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Releases the memory of a cipher's output immediately instead of at the next garbage collection. The next output then gets
 * the same memory, which is still in the cache. This saves about a third of the AES time.
 */
function releaseMemory(blocks: DataView): void {
  if (blocks.buffer instanceof ArrayBuffer) blocks.buffer.transfer(0)
}

/** Two characters, indexed by their ten bits; the first character is in the low byte. */
const pairs = Uint16Array.from({ length: 1024 }, (_, bits) => {
  return crockford.charCodeAt(bits >>> 5) | (crockford.charCodeAt(bits & 31) << 8)
})

/** Computes the masks of format 2 from the tags. */
function readPublicMasks(masks: Uint32Array, tags: DataView, request: number, lines: number): void {
  const base = publicMaskBase(request)
  for (let i = 0, from = 0; i < lines; i++, from += blockSize) {
    const { high, low } = tagHalves(tags, from)
    masks[i] = publicMask(base, high, low)
  }
}

/** Writes the prefix, the request number and the line end of every line. */
function writeHeads(view: DataView, start: number, width: number, head: DataView, lines: number): void {
  const last = head.byteLength - 4
  for (let at = 0; at < last; at += 4) {
    const word = head.getUint32(at)
    for (let i = 0, to = start + at; i < lines; i++, to += width) view.setUint32(to, word)
  }
  const lastWord = head.getUint32(last)
  for (let i = 0, to = start; i < lines; i++, to += width) {
    view.setUint32(to + last, lastWord)
    view.setUint8(to + width - 1, 10)
  }
}

/** Writes the 75 sealed bits as 15 characters, and the separator: 16 bytes at `at` in every line. */
function writeSealed(
  view: DataView,
  at: number,
  width: number,
  tags: DataView,
  masks: Uint32Array,
  first: number,
  lines: number,
  tail: Uint16Array,
): void {
  for (let i = 0, from = 0, to = at; i < lines; i++, from += blockSize, to += width) {
    const high = tags.getUint32(from)
    const low = tags.getUint32(from + 4) >>> 14
    const hidden = (first + i) ^ masks[i]!
    view.setUint32(to, pairs[hidden >>> 15]! | (pairs[(hidden >>> 5) & 1023]! << 16), true)
    view.setUint32(to + 4, pairs[((hidden & 31) << 5) | (high >>> 27)]! | (pairs[(high >>> 17) & 1023]! << 16), true)
    view.setUint32(to + 8, pairs[(high >>> 7) & 1023]! | (pairs[((high & 127) << 3) | (low >>> 15)]! << 16), true)
    view.setUint32(to + 12, pairs[(low >>> 5) & 1023]! | (tail[low & 31]! << 16), true)
  }
}
