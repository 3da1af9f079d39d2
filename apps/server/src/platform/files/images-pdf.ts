/** PDF (ISO 32000-2): whole, and without anything that acts when it is opened. */
import { inflateSync } from 'node:zlib'
import { FileRefused } from './images-refused.ts'

/**
 * Names by which a document runs a script or starts something (12.6.4.17, 12.6.4.6, 13.7): each script action bears the
 * first, wherever its text lies. Letters may be written as `#` and two hexadecimal digits (7.3.5).
 */
const active = pattern(['JavaScript', 'Launch', 'RichMedia'])
const objectStream = pattern(['ObjStm'])
/** What all streams of a document may come to, unpacked, in bytes. */
const mostUnpacked = 48 * 1024 * 1024

function pattern(names: readonly string[]): RegExp {
  const digits = (letter: string) =>
    letter
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, digit => `[${digit}${digit.toUpperCase()}]`)
  const escaped = (letter: string) => `(?:${letter}|#${digits(letter)})`
  return new RegExp(`/(?:${names.map(name => [...name].map(escaped).join('')).join('|')})(?![A-Za-z0-9])`)
}

const scripted = () => new FileRefused('scripted', 'The PDF runs scripts, or hides whether it does')

/** @throws FileRefused broken, scripted */
export function checkPdf(bytes: Buffer): void {
  // Writers add line breaks and other things after the end mark.
  if (!bytes.subarray(-4096).includes('%%EOF')) throw new FileRefused('broken', 'PDF is cut')
  const text = bytes.toString('latin1')
  if (active.test(text)) throw scripted()
  checkStreams(bytes, text)
}

/** Objects may lie packed in streams (7.5.7): those are looked into, and what cannot be is not taken. */
function checkStreams(bytes: Buffer, text: string): void {
  let left = mostUnpacked
  for (const { 0: keyword, index } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue
    const dictionary = text.slice(Math.max(text.lastIndexOf('obj', index), index - 4096), index)
    const holdsObjects = objectStream.test(dictionary)
    const unpacked = unpack(bytes.subarray(index + keyword.length), Math.max(1, left))
    if (unpacked === undefined) {
      // Packed in another way, or encrypted: nobody can tell what is in it. Pictures and fonts may be; objects may not.
      if (holdsObjects && /\/(?:Filter|F\b)/.test(dictionary)) throw scripted()
      continue
    }
    left -= unpacked.length
    if (left <= 0) throw new FileRefused('broken', 'The PDF unpacks to too much')
    const inside = unpacked.toString('latin1')
    // Forms of another kind (XFA) carry their scripts as markup.
    if ((holdsObjects && active.test(inside)) || /^\s*<[\s\S]*<script[\s>]/i.test(inside)) throw scripted()
  }
}

function unpack(packed: Buffer, most: number): Buffer | undefined {
  // The first byte of a zlib stream (RFC 1950) spares the try for pictures and fonts.
  if (packed.length < 2 || (packed[0]! & 15) !== 8) return undefined
  try {
    return inflateSync(packed, { maxOutputLength: most + 1 })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileRefused('broken', 'The PDF unpacks to too much')
    return undefined
  }
}
