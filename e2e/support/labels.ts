import { inflateRawSync } from 'node:zlib'
import jsqr from 'jsqr'
import sharp from 'sharp'

/**
 * Files of a zip archive by name (PKWARE APPNOTE 6.3.9, sections 4.3.12 and 4.3.16: end record, central directory).
 * Written for these tests so that the archive is not judged by the library that packed it.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('No zip archive: the end record is missing')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const local = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(begin, begin + packed)
    files.set(name, method === 0 ? content : inflateRawSync(content))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

/** What a phone would read from the picture of a label, by a decoder that is not the project's own. */
export async function readLabel(picture: Buffer): Promise<{ text: string; width: number; height: number }> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
  if (!read) throw new Error('No QR code found in the picture')
  return { text: read.data, width: info.width, height: info.height }
}
