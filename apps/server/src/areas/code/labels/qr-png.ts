/** QR images as PNG with one bit per pixel. Written directly, because a general image library spends most of its time on colours. */
import { crc32, deflateSync } from 'node:zlib'
import { limits } from '@timbermark/contract'
import { type QrMatrix, qrMatrix, quietZone } from '../../../platform/qr.ts'

/** The smallest side of a QR image in pixels; the largest is `limits.labelPixels` of the contract. */
export const minLabelPixels = 64

// Level 4 and a small window compress these images as well as the defaults, in half the time.
const deflate = { level: 4, windowBits: 13, memLevel: 6 }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * The QR image of a text as a PNG of exactly `size` x `size` pixels, black on white.
 *
 * Every module is a whole number of pixels, so that its edges stay sharp; the remaining pixels become white margin around
 * the quiet zone. When the image is too small for the quiet zone (long texts below about 185 pixels), the quiet zone shrinks
 * before the modules do.
 *
 * @param size 64 to 1000 pixels
 * @throws RangeError when `size` is not a whole number in that range, or the symbol has more modules than pixels
 */
export function qrPng(text: string, size: number): Buffer {
  assertLabelPixels(size)
  const matrix = qrMatrix(text)
  if (matrix.size > size) throw new RangeError(`The text needs a picture of at least ${matrix.size} pixels`)
  return png(size, scanlines(matrix, size))
}

/** @throws RangeError when `size` is not a whole number of pixels from 64 to 1000 */
export function assertLabelPixels(size: number): void {
  if (!Number.isInteger(size) || size < minLabelPixels || size > limits.labelPixels) {
    throw new RangeError(`A QR picture has ${minLabelPixels} to ${limits.labelPixels} pixels a side`)
  }
}

/** Scanlines of a 1-bit greyscale PNG (a set bit is white), each led by its filter byte 0 ("none"). */
function scanlines(matrix: QrMatrix, size: number): Buffer {
  const scale = Math.max(1, Math.floor(size / (matrix.size + 2 * quietZone)))
  const margin = Math.floor((size - matrix.size * scale) / 2)
  const stride = 1 + Math.ceil(size / 8)
  const lines = Buffer.alloc(stride * size, 0xff)
  for (let y = 0; y < size; y++) lines[y * stride] = 0
  for (let row = 0; row < matrix.size; row++) {
    const top = (margin + row * scale) * stride
    for (let column = 0; column < matrix.size; column++) {
      if (!matrix.modules[row * matrix.size + column]) continue
      const left = margin + column * scale
      for (let x = left; x < left + scale; x++) lines[top + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7))
    }
    for (let repeat = 1; repeat < scale; repeat++) lines.copy(lines, top + repeat * stride, top, top + stride)
  }
  return lines
}

/** A PNG (ISO/IEC 15948) of one IHDR, IDAT and IEND chunk. */
function png(size: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 1 // bit depth; colour type 0 (greyscale) and the remaining bytes are zero
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...chunk('IDAT', deflateSync(lines, deflate)),
    ...chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, check]
}
