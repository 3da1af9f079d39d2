/** What kind of picture a file is, by its bytes and not by its name, and whether all of it is there. */

export type PictureFormat = 'JPEG' | 'PNG' | 'GIF' | 'WebP' | 'HEIC' | 'AVIF' | 'TIFF' | 'BMP' | 'PDF'

const beginnings: readonly [PictureFormat, string][] = [
  ['JPEG', '\xff\xd8\xff'],
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['GIF', 'GIF8'],
  ['TIFF', 'II*\0'],
  ['TIFF', 'MM\0*'],
  ['BMP', 'BM'],
  ['PDF', '%PDF-'],
]

export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16))
  if (start.startsWith('ftyp', 4)) {
    const brand = start.slice(8, 12)
    if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return 'HEIC'
    if (/^avi[fs]$/.test(brand)) return 'AVIF'
  }
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'WebP'
  return beginnings.find(([, beginning]) => start.startsWith(beginning))?.[0]
}

/** Browsers show what there is of a picture that was cut off; the server refuses it. */
export function isComplete(bytes: Uint8Array, format: PictureFormat | undefined): boolean {
  if (format === 'JPEG') return reachesJpegEnd(bytes)
  if (format === 'PNG') return reachesPngEnd(bytes)
  return true
}

/** Segments by their lengths, then coded data up to the end marker (ITU-T T.81, annex B). */
function reachesJpegEnd(bytes: Uint8Array): boolean {
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at++
      continue
    }
    const marker = bytes[at + 1]!
    if (marker === 0xd9) return true
    if (marker === 0xff) at++
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
  }
  return false
}

/** Chunks by their lengths, up to IEND (ISO/IEC 15948, section 5). */
function reachesPngEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IEND') return true
  return false
}
