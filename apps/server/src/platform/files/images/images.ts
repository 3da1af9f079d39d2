/** Uploaded files: their type, decided by their content alone, and public copies of pictures. */
import sharp, { type Sharp } from 'sharp'
import { checkMp4, checkText, legacyOfficeType, looksLikeHeic, looksLikeMp4, officeOpenType } from './documents.ts'
import { checkPdf, looksLikePdf } from './pdf.ts'
import { type Raster, walkGif, walkJpeg, walkPng, walkWebp } from './raster.ts'
import { FileRefused, maxImagePixels } from './file-refused.ts'
import { looksLikeZip } from '../../workbook/xlsx/unzip.ts'

export { type FileRefusal, FileRefused, maxImagePixels } from './file-refused.ts'

const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
} as const

export type FileExtension = keyof typeof mediaTypes

/**
 * The name under which a file is downloaded: its ending matches its content, so that nobody downloads `invoice.bat`
 * from our own address. The original name stays readable before the ending.
 */
export function nameEndingAs(name: string, extension: FileExtension): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase()
  if (ending === extension || (ending === 'jpeg' && extension === 'jpg')) return name
  return `${name}.${extension}`
}

/** The inspected type of a file. */
export interface InspectedFile {
  /** Media type to serve it with. */
  type: (typeof mediaTypes)[FileExtension]
  /** Usual ending of its name, `jpg` for every JPEG. */
  extension: FileExtension
  /** Of a picture, in pixels as stored (before any rotation that its camera noted). */
  width?: number
  height?: number
}

/**
 * Decides the type of a file by its content, never by its name, and refuses types that are not allowed.
 * Markup and scripts (html, svg, xml) are never accepted, whatever is allowed; nor are documents with macros or
 * scripts, pictures with more than `maxImagePixels`, truncated files, and files that are two types at once where that
 * can be detected.
 * @param allowed name endings without dot, in any case; `jpeg` means `jpg`
 * @throws FileRefused
 */
export function inspectFile(content: Uint8Array, allowed: readonly string[]): InspectedFile {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const taken = new Set(
    allowed.map(each =>
      each
        .toLowerCase()
        .replace(/^\./, '')
        .replace(/^jpeg$/, 'jpg'),
    ),
  )
  try {
    const extension = recognise(bytes)
    if (!extension || !taken.has(extension))
      throw new FileRefused('type', `The file is ${extension ?? 'of no known type'}`)
    const raster = check(bytes, extension)
    return { type: mediaTypes[extension], extension, ...(raster && { width: raster.width, height: raster.height }) }
  } catch (error) {
    // Thrown again, so that the text can name the accepted types.
    if (error instanceof FileRefused) throw new FileRefused(error.reason, error.message, allowed)
    throw error
  }
}

const walks = { png: walkPng, jpg: walkJpeg, gif: walkGif, webp: walkWebp } as const
type RasterExtension = keyof typeof walks

function rasterType(bytes: Buffer): RasterExtension | undefined {
  if (bytes.length < 12) return undefined
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  return undefined
}

function recognise(bytes: Buffer): FileExtension | undefined {
  const raster = rasterType(bytes)
  if (raster) return raster
  if (looksLikeHeic(bytes)) throw new FileRefused('heic', 'The picture is HEIC')
  if (looksLikeMp4(bytes)) return 'mp4'
  if (bytes.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1') return legacyOfficeType(bytes)
  if (looksLikeZip(bytes)) return officeOpenType(bytes)
  if (looksLikePdf(bytes)) return 'pdf'
  return checkText(bytes) ? 'txt' : undefined
}

/** Checks the details of a file of a known type. */
function check(bytes: Buffer, extension: FileExtension): Raster | undefined {
  if (extension in walks) return checkRaster(bytes, extension as RasterExtension)
  if (extension === 'pdf') checkPdf(bytes)
  if (extension === 'mp4') checkMp4(bytes)
  // An archive may be recognized by its end only; Office Open XML is one from the start.
  if (['pdf', 'mp4', 'doc', 'xls', 'ppt'].includes(extension)) {
    refuseHidden(bytes, extension)
    refuseMarkup(bytes.subarray(0, 2048))
  }
  return undefined
}

function checkRaster(bytes: Buffer, extension: RasterExtension): Raster {
  const raster = walks[extension](bytes)
  if (raster.width === 0 || raster.height === 0) throw new FileRefused('broken', 'The picture has no pixels')
  if (raster.width * raster.height > maxImagePixels) {
    throw new FileRefused('pixels', `The picture has ${raster.width} x ${raster.height} pixels`)
  }
  // Phones append further pictures and films to a JPEG; other formats allow nothing after the picture (RIFF may pad by
  // a byte).
  const tail = bytes.length - raster.end
  if (extension !== 'jpg' && tail > (extension === 'webp' ? 1 : 0)) {
    throw new FileRefused('polyglot', `${tail} bytes follow the picture`)
  }
  refuseHidden(bytes, extension)
  refuseMarkup(bytes)
  return raster
}

/**
 * Refuses a file that other programs would open as an archive (they look at its end) or as a PDF (at its first 1024
 * bytes). Office documents contain complete archives, so there only an archive that ends with the file counts.
 */
function refuseHidden(bytes: Buffer, extension: FileExtension): void {
  const exact = ['doc', 'xls', 'ppt'].includes(extension)
  const first = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes[at] !== 0x50 || bytes.readUInt32LE(at) !== 0x06054b50) continue
    const end = at + 22 + bytes.readUInt16LE(at + 20)
    if (end === bytes.length || (!exact && end < bytes.length))
      throw new FileRefused('polyglot', 'The file is an archive too')
  }
  if (extension !== 'pdf' && bytes.subarray(0, 1024).includes('%PDF-')) {
    throw new FileRefused('polyglot', 'The file is a PDF too')
  }
}

/** Tags long enough not to occur in compressed data by chance: below one in a million files of 5 MB. */
const activeMarkup = /<(?:script|iframe|!doctype|html[\s>]|svg\s+xmlns|\?php\s)/i

function refuseMarkup(bytes: Buffer): void {
  if (activeMarkup.test(bytes.toString('latin1'))) throw new FileRefused('active', 'The file holds markup')
}

// Enable only the decoders of the types above, whatever a file might make the library believe.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
// Uploads do not repeat; a cache would only hold memory.
sharp.cache(false)

/** Decoding may take some hundred megabytes for the largest pictures, so only this many run at once. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * A public copy of a picture: decoded and encoded again as WebP, turned upright, in sRGB, without the position, camera
 * and comments of the original, and no larger than requested. Of an animated picture the first frame is used.
 * @param options.maxPixels longest side of the copy in pixels; a smaller picture keeps its size
 * @throws FileRefused `type` when the content is not a picture, `pixels`, `polyglot`, `broken`
 */
export function publicCopy(content: Uint8Array, { maxPixels }: { maxPixels: number }): Promise<Buffer> {
  // More effort makes it 4 % smaller and takes 50 % longer, for every picture from the field.
  return recode(content, maxPixels, picture => picture.webp({ quality: 80, effort: 2 }))
}

/** The same for print: PNG on white, which every printing program supports. */
export function printedCopy(content: Uint8Array, { maxPixels }: { maxPixels: number }): Promise<Buffer> {
  return recode(content, maxPixels, picture => picture.flatten({ background: '#ffffff' }).png())
}

/** A photo for print: a JPEG, which is a fraction of the size. */
export function printedPhoto(content: Uint8Array, { maxPixels }: { maxPixels: number }): Promise<Buffer> {
  return recode(content, maxPixels, picture => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 75 }))
}

async function recode(content: Uint8Array, maxPixels: number, encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  inspectFile(content, ['png', 'jpg', 'gif', 'webp'])
  if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    const picture = sharp(content, { limitInputPixels: maxImagePixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: maxPixels, height: maxPixels, fit: 'inside', withoutEnlargement: true })
    return await encode(picture).toBuffer()
  } catch (error) {
    throw new FileRefused('broken', error instanceof Error ? error.message : String(error))
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
