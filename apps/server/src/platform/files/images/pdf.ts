/** PDF (ISO 32000-2): complete, and without anything that acts when it is opened. */
import { inflateSync } from 'node:zlib'
import { FileRefused } from './file-refused.ts'
import { checkPdfPassword } from './pdf-password.ts'
import { errorCode } from '../../error-facts.ts'

/**
 * Names by which a document runs a script or starts something (12.6.4.17, 12.6.4.6, 13.7): each script action has the
 * first one, wherever its text is. Letters may be written as `#` and two hexadecimal digits (7.3.5).
 */
const active = pattern(['JavaScript', 'Launch', 'RichMedia'])
const objectStream = pattern(['ObjStm'])
/** The only filter of packed objects that is inspected: plain deflate, which yields their text. */
const plainlyPacked = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/
/** Further processing after which the inflated bytes are not yet the text (7.4.4.3). */
const treated = pattern(['DecodeParms', 'DP'])
/** XFA forms (12.7.8) carry their scripts as markup, whose elements may have a prefix. */
const otherForm = pattern(['XFA'])
const scriptElement = /<(?:[\w.-]{1,40}:)?script[\s>/]/i
const scriptedMarkup = /^(?:\xef\xbb\xbf)?\s*<[\s\S]*<(?:[\w.-]{1,40}:)?script[\s>/]/i
/** Largest total of all unpacked streams of a document, in bytes. */
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

/** So far readers look for the header (Annex I of ISO 32000-1): mail programs and printers write lines before it. */
const headerRoom = 1024
const header = /%PDF-\d|%!PS-Adobe-\d\.\d PDF-\d/

/** Whether a file of no other type is a PDF. What stands before the header must be nothing that a browser would open. */
export function looksLikePdf(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, headerRoom)
  const at = start.search(header)
  return at >= 0 && !/<[a-z!?/]/i.test(start.slice(0, at))
}

/** @throws FileRefused broken, scripted, locked */
export function checkPdf(bytes: Buffer): void {
  let end = bytes.length
  // Writers fill up blocks with zeros, and add line breaks and other data after the end mark.
  while (end > 0 && bytes[end - 1] === 0) end--
  if (!bytes.subarray(Math.max(0, end - 4096), end).includes('%%EOF')) throw new FileRefused('broken', 'PDF is cut')
  const text = bytes.toString('latin1')
  checkPdfPassword(text)
  if (has(active, text)) throw scripted()
  checkStreams(bytes, text)
}

const has = (names: RegExp, text: string) => text.search(names) >= 0

/** No genuine document of an upload's size has more streams. */
const mostStreams = 100_000
/** How far before its stream a dictionary is searched for. */
const dictionaryRoom = 4096

/**
 * Objects may be packed in streams (7.5.7): those are inspected, and a document whose streams cannot be inspected is
 * refused. Each part of the file is read a fixed number of times, whatever it contains, because other requests wait
 * meanwhile.
 */
function checkStreams(bytes: Buffer, text: string): void {
  let left = mostUnpacked
  let looked = 0
  let streams = 0
  const packedObjects = text.match(objectStream)?.length ?? 0
  let forms = has(otherForm, text)
  // A carriage return alone violates the standard (7.3.8.1), but readers accept it.
  for (const { 0: keyword, index } of text.matchAll(/stream(?:\r\n|\n|\r)/g)) {
    if (text.startsWith('end', index - 3)) continue
    if (++streams > mostStreams) throw new FileRefused('broken', 'The PDF has too many streams')
    const before = packedObjects === 0 ? '' : text.slice(Math.max(0, index - dictionaryRoom), index)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1)
    const { content, cost } = unpack(bytes.subarray(index + keyword.length), Math.max(1, left))
    if (has(objectStream, dictionary)) {
      looked++
      // Packed in another way, or encrypted: its content is unknown. Pictures and fonts may be; objects may not.
      const isPacked = /\/(?:Filter|F\b)/.test(dictionary)
      if (isPacked && (content === undefined || !plainlyPacked.test(dictionary) || has(treated, dictionary)))
        throw scripted()
    }
    left -= cost
    if (left <= 0) throw new FileRefused('broken', 'The PDF unpacks to too much')
    if (content === undefined) continue
    // A stream's dictionary may be hidden from this check and not from a reader: every stream is inspected.
    const inside = content.toString('latin1')
    if (has(active, inside) || scriptedMarkup.test(inside)) throw scripted()
    forms ||= has(otherForm, inside)
  }
  // There is an object stream whose dictionary was not found before its stream.
  if (packedObjects > looked) throw scripted()
  if (forms && scriptElement.test(text)) throw scripted()
}

/** What a failed attempt counts: it may have inflated much before. */
const failedCost = 4 * 1024 * 1024

/** @returns the inflated bytes, if they inflate, and how many bytes the attempt counts */
function unpack(packed: Buffer, most: number): { content?: Buffer; cost: number } {
  // The header of a zlib stream (RFC 1950, 2.2) avoids the attempt for nearly all pictures and fonts.
  if (packed.length < 2 || (packed[0]! & 15) !== 8 || packed.readUInt16BE(0) % 31 !== 0) return { cost: 0 }
  try {
    const content = inflateSync(packed, { maxOutputLength: most + 1 })
    return { content, cost: content.length }
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new FileRefused('broken', 'The PDF unpacks to too much')
    return { cost: failedCost }
  }
}
