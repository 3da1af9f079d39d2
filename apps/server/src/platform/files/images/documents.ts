/** Documents, videos and text: their type by content, and active content that is refused. */
import { readCompoundNames } from './ole.ts'
import { FileRefused } from './file-refused.ts'
import { inflateEntry, listZip, type UnzipEntry, UnzipRefused } from '../../workbook/xlsx/unzip.ts'

/** Brands of ISO base media files that are MP4 video; pictures (heic, avif), sound (M4A) and QuickTime have others. */
const mp4Brands = /^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V |M4VH|M4VP|MSNV|mmp4)$/

export function looksLikeMp4(bytes: Buffer): boolean {
  return (
    bytes.length > 16 && bytes.toString('latin1', 4, 8) === 'ftyp' && mp4Brands.test(bytes.toString('latin1', 8, 12))
  )
}

/** Brands of still pictures coded like films (ISO/IEC 23008-12): what many phones take pictures in. */
const heicBrands = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/

export const looksLikeHeic = (bytes: Buffer): boolean =>
  bytes.length > 16 && bytes.toString('latin1', 4, 8) === 'ftyp' && heicBrands.test(bytes.toString('latin1', 8, 12))

/** MP4 (ISO/IEC 14496-12, 4.2): boxes that fill the file exactly, one of them describing a film. */
export function checkMp4(bytes: Buffer): void {
  let film = false
  let at = 0
  while (at < bytes.length) {
    if (at + 8 > bytes.length) throw new FileRefused('broken', 'MP4 is cut')
    let size = bytes.readUInt32BE(at)
    if (size === 0) size = bytes.length - at
    else if (size === 1) size = at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : 0
    if (size < 8) throw new FileRefused('broken', 'MP4 box without size')
    if (bytes.toString('latin1', at + 4, at + 8) === 'moov') film = true
    at += size
  }
  if (at !== bytes.length || !film) throw new FileRefused('broken', 'MP4 is cut')
}

/** Office 97 to 2003 by the stream at the top of its compound file; `undefined` for other programs' files. */
export function legacyOfficeType(bytes: Buffer): 'doc' | 'xls' | 'ppt' | undefined {
  const { top, storages } = readCompoundNames(bytes)
  const type = top.has('WordDocument')
    ? 'doc'
    : top.has('Workbook') || top.has('Book')
      ? 'xls'
      : top.has('PowerPoint Document')
        ? 'ppt'
        : undefined
  if (type && ['Macros', '_VBA_PROJECT_CUR', 'VBA'].some(name => storages.has(name))) {
    throw new FileRefused('active', 'The document holds macros')
  }
  return type
}

const mainTypes = [
  ['wordprocessingml.document.main+xml', 'docx'],
  ['spreadsheetml.sheet.main+xml', 'xlsx'],
  ['presentationml.presentation.main+xml', 'pptx'],
] as const

/** Office Open XML (ECMA-376 part 2) by its list of contents; `undefined` for other archives. */
export function officeOpenType(bytes: Buffer): 'docx' | 'xlsx' | 'pptx' | undefined {
  try {
    const entries = listZip(bytes, 10_000)
    const list = entries.find(entry => entry.name === '[Content_Types].xml')
    if (!list) return undefined
    const types = inflateEntry(list, 1024 * 1024).toString()
    if (/macroEnabled|vbaProject/i.test(types) || entries.some(entry => /vbaProject\.bin$/i.test(entry.name))) {
      throw new FileRefused('active', 'The document holds macros')
    }
    const type = mainTypes.find(([main]) => types.includes(main))?.[1]
    if (type) refuseExternalParts(entries)
    return type
  } catch (error) {
    if (error instanceof UnzipRefused) throw new FileRefused('broken', error.message)
    throw error
  }
}

/** Relations that load something from another address when the document is opened, macros included; hyperlinks do not. */
const externalParts = /\/(?:attachedTemplate|oleObject|subDocument|frame)["']/i
/** Total bytes of all relation lists. */
const mostRelations = 4 * 1024 * 1024

function refuseExternalParts(entries: readonly UnzipEntry[]): void {
  let left = mostRelations
  for (const entry of entries) {
    if (/\/activeX\//i.test(entry.name)) throw new FileRefused('active', 'The document holds controls')
    if (!/\.rels$/i.test(entry.name)) continue
    const content = inflateEntry(entry, left)
    left -= content.length
    for (const [relation] of content.toString().matchAll(/<(?:\w{1,20}:)?Relationship\s[^<>]{0,4000}>/g))
      if (externalParts.test(relation) && /TargetMode\s{0,5}=\s{0,5}["']External["']/.test(relation))
        throw new FileRefused('active', 'The document fetches parts of it from elsewhere')
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text holds none of these
const binary = /[\u0000-\u0008\u000e-\u001f\u007f]/
/** What browsers take for a page when they sniff the start of a file, and tags that are active anywhere. */
const markup = /^\s*<[a-z!?]|<\s*(?:!doctype|\?xml|\?php|(?:html|script|svg|iframe|object|embed)\b)/i

/** Plain text: valid UTF-8 without control characters. Anything that a browser could take for a page or a script is refused. */
export function checkText(bytes: Buffer): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  if (text.length === 0 || binary.test(text)) return false
  if (markup.test(text)) throw new FileRefused('active', 'The text holds markup')
  return true
}
