/** PDF (ISO 32000-2): whole, and without anything that acts when it is opened. */
import { inflateSync } from 'node:zlib'
import { FileRefused } from './refused.ts'

/**
 * Names by which a document runs a script or starts something (12.6.4.17, 12.6.4.6, 13.7): each script action bears the
 * first, wherever its text lies. Letters may be written as `#` and two hexadecimal digits (7.3.5).
 */
const active = pattern(['JavaScript', 'Launch', 'RichMedia'])
const objectStream = pattern(['ObjStm'])
/** The one wrapping of packed objects that is looked through: nothing but inflating, by which their text stands there. */
const plainlyPacked = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/
/** Further treatment by which what was inflated is not yet the text (7.4.4.3). */
const treated = pattern(['DecodeParms', 'DP'])
/** Forms of another kind (12.7.8) carry their scripts as markup, whose elements may have a prefix. */
const otherForm = pattern(['XFA'])
const scriptElement = /<(?:[\w.-]{1,40}:)?script[\s>/]/i
const scriptedMarkup = /^(?:\xef\xbb\xbf)?\s*<[\s\S]*<(?:[\w.-]{1,40}:)?script[\s>/]/i
/** What all streams of a document may come to, unpacked, in bytes. */
const mostUnpacked = 48 * 1024 * 1024

function pattern(names: readonly string[]): RegExp {
  const digits = (letter: string) =>
    letter
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, digit => `[${digit}${digit.toUpperCase()}]`)
  const escaped = (letter: string) => `(?:${letter}|#${digits(letter)})`
  return new RegExp(`/(?:${names.map(name => [...name].map(escaped).join('')).join('|')})(?![A-Za-z0-9])`, 'g')
}

const scripted = () => new FileRefused('scripted', 'The PDF runs scripts, or hides whether it does')

/** @throws FileRefused broken, scripted */
export function checkPdf(bytes: Buffer): void {
  // Writers add line breaks and other things after the end mark.
  if (!bytes.subarray(-4096).includes('%%EOF')) throw new FileRefused('broken', 'PDF is cut')
  const text = bytes.toString('latin1')
  if (has(active, text)) throw scripted()
  checkStreams(bytes, text)
}

const has = (found: RegExp, text: string) => text.search(found) >= 0

/** No honest document of an upload's size has more streams. */
const mostStreams = 100_000
/** How far before its stream a dictionary is looked for. */
const dictionaryRoom = 4096

/**
 * Objects may lie packed in streams (7.5.7): those are looked into, and what cannot be is not taken. Each stretch of the file
 * is read a fixed number of times, whatever it says: somebody else waits meanwhile.
 */
function checkStreams(bytes: Buffer, text: string): void {
  let left = mostUnpacked
  let looked = 0
  let streams = 0
  const packedObjects = text.match(objectStream)?.length ?? 0
  let forms = has(otherForm, text)
  // A carriage return alone is against the standard (7.3.8.1), and readers take it.
  for (const { 0: keyword, index } of text.matchAll(/stream(?:\r\n|\n|\r)/g)) {
    if (text.startsWith('end', index - 3)) continue
    if (++streams > mostStreams) throw new FileRefused('broken', 'The PDF has too many streams')
    const before = packedObjects === 0 ? '' : text.slice(Math.max(0, index - dictionaryRoom), index)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1)
    const { content, cost } = unpack(bytes.subarray(index + keyword.length), Math.max(1, left))
    if (has(objectStream, dictionary)) {
      looked++
      // Packed in another way, or encrypted: nobody can tell what is in it. Pictures and fonts may be; objects may not.
      const isPacked = /\/(?:Filter|F\b)/.test(dictionary)
      if (isPacked && (content === undefined || !plainlyPacked.test(dictionary) || has(treated, dictionary)))
        throw scripted()
    }
    left -= cost
    if (left <= 0) throw new FileRefused('broken', 'The PDF unpacks to too much')
    if (content === undefined) continue
    // What a stream says of itself may be hidden from us and not from a reader: each is looked into.
    const inside = content.toString('latin1')
    if (has(active, inside) || scriptedMarkup.test(inside)) throw scripted()
    forms ||= has(otherForm, inside)
  }
  // Said of a stream whose dictionary was not found where it should be.
  if (packedObjects > looked) throw scripted()
  if (forms && scriptElement.test(text)) throw scripted()
}

/** What an attempt counts for that fails: it may have inflated much before. */
const failedCost = 4 * 1024 * 1024

/** @returns what the bytes inflate to, if they do, and for how many bytes the attempt counts */
function unpack(packed: Buffer, most: number): { content?: Buffer; cost: number } {
  // The head of a zlib stream (RFC 1950, 2.2) spares the try for nearly all pictures and fonts.
  if (packed.length < 2 || (packed[0]! & 15) !== 8 || packed.readUInt16BE(0) % 31 !== 0) return { cost: 0 }
  try {
    const content = inflateSync(packed, { maxOutputLength: most + 1 })
    return { content, cost: content.length }
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileRefused('broken', 'The PDF unpacks to too much')
    return { cost: failedCost }
  }
}
