/**
 * Walks the structure of pictures without decoding them: where they end, and how many pixels a decoder would allocate.
 * A walk reads lengths only, so its cost does not depend on what a picture claims to be.
 */
import { FileRefused } from './file-refused.ts'

export interface Raster {
  width: number
  height: number
  /** Where the picture ends in the file. */
  end: number
}

type Walk = (bytes: Buffer) => Raster

/** PNG (ISO/IEC 15948 section 5): chunks from IHDR to IEND. */
export const walkPng: Walk = bytes => {
  let at = 8
  let size: { width: number; height: number } | undefined
  for (;;) {
    need(bytes, at + 12, 'PNG')
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!size) {
      if (type !== 'IHDR' || length !== 13) throw broken('PNG without header')
      need(bytes, at + 25, 'PNG')
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    at += 12 + length
    need(bytes, at, 'PNG')
    if (type === 'IEND') return { ...size, end: at }
  }
}

/** JPEG (ITU-T T.81 annex B): marker segments, entropy-coded data skipped byte by byte up to the end marker. */
export const walkJpeg: Walk = bytes => {
  let at = 2
  let size: { width: number; height: number } | undefined
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) throw broken('JPEG is cut')
    need(bytes, at + 2, 'JPEG')
    const marker = bytes[at + 1]!
    // Stuffed bytes, fill bytes, restart markers and TEM carry no length.
    if (marker === 0xff) at += 1
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9) {
      if (!size) throw broken('JPEG without frame')
      return { ...size, end: at + 2 }
    } else {
      need(bytes, at + 4, 'JPEG')
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) throw broken('JPEG segment without length')
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        need(bytes, at + 9, 'JPEG')
        // The largest frame counts: a second one must not evade the limit.
        const frame = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
        if (!size || frame.width * frame.height > size.width * size.height) size = frame
      }
      at += 2 + length
    }
  }
}

/** GIF89a: blocks up to the trailer. Frames may be larger than the screen they are drawn on. */
export const walkGif: Walk = bytes => {
  need(bytes, 13, 'GIF')
  let width = bytes.readUInt16LE(6)
  let height = bytes.readUInt16LE(8)
  let at = 13 + colorTable(bytes[10]!)
  for (;;) {
    need(bytes, at + 1, 'GIF')
    const block = bytes[at]
    if (block === 0x3b) return { width, height, end: at + 1 }
    if (block === 0x2c) {
      need(bytes, at + 11, 'GIF')
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = subBlocks(bytes, at + 11 + colorTable(bytes[at + 9]!))
    } else if (block === 0x21) at = subBlocks(bytes, at + 2)
    else throw broken('GIF with an unknown block')
  }
}

function colorTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function subBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    need(bytes, at + 1, 'GIF')
    const length = bytes[at]!
    at += 1 + length
    if (length === 0) return at
  }
}

/** WebP (RFC 9649): the RIFF length, and the size in the first of the three kinds of chunk. */
export const walkWebp: Walk = bytes => {
  need(bytes, 30, 'WebP')
  const end = 8 + bytes.readUInt32LE(4)
  need(bytes, end, 'WebP')
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, end }
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, end }
  }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, end }
  throw broken('WebP of an unknown kind')
}

function need(bytes: Buffer, end: number, type: string): void {
  if (end > bytes.length) throw broken(`${type} is cut`)
}

function broken(message: string): FileRefused {
  return new FileRefused('broken', message)
}
