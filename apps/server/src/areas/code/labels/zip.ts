/** Labels as a zip of QR pictures, made while it is read. */
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { limits } from '@timbermark/contract'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { assertLabelPixels, qrPng } from './qr-png.ts'
import { qrPdf } from './qr-pdf.ts'
import { qrSvg, traceAddress } from '../../../platform/qr.ts'

/** What one label shows. */
export interface Label {
  /** Code value as it stands in the address. */
  code: string
  /** Anti-counterfeit code; leave it out for whoever may not see it. */
  security?: string
  /** Lines beside the picture on a sheet (product, batch, country, factory, date, species), captions included. */
  lines: readonly string[]
  /** Text of the QR picture when it is not the trace address of `code` (a GS1 Digital Link, a platform's own code). */
  address?: string
}

export type Labels = Iterable<Label> | AsyncIterable<Label>

/** A picture of one code: pixels, or lines that stay sharp in any size. */
export type PictureFormat = 'png' | 'svg' | 'pdf'

const pictures: Record<PictureFormat, (text: string, size: number) => Buffer> = {
  png: qrPng,
  svg: (text, size) => Buffer.from(qrSvg(text, size)),
  pdf: qrPdf,
}

export interface LabelsZipOptions {
  format: PictureFormat
  /** Side of a picture in pixels: 64 to 1000. */
  size: number
  /** Address of the trace page's site, see `traceAddress`. */
  publicUrl: string
}

/**
 * A zip with one picture per label, named after its code. Pictures are made as the reader asks for them, so a slow
 * reader holds no more than one in memory.
 *
 * The stream fails with a RangeError for a size out of range or for more than `limits.labelsPerCall` labels.
 */
export function labelsZip(labels: Labels, options: LabelsZipOptions): Readable {
  return Readable.from(zipped(labels, options), { objectMode: false })
}

async function* zipped(labels: Labels, { format, size, publicUrl }: LabelsZipOptions): AsyncGenerator<Uint8Array> {
  assertLabelPixels(size)
  const ready: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else if (chunk.length > 0) ready.push(chunk)
  })
  const name = fileNames(format)
  let count = 0
  for await (const label of labels) {
    if (++count > limits.labelsPerCall) throw new RangeError(`At most ${limits.labelsPerCall} labels in one call`)
    const text = label.address ?? traceAddress(publicUrl, label.code)
    // A PNG is deflated already; packing it again only costs time.
    const file =
      format === 'png' ? new ZipPassThrough(name(label.code)) : new ZipDeflate(name(label.code), { level: 6 })
    zip.add(file)
    file.push(pictures[format](text, size), true)
    if (failure) throw failure
    yield* ready.splice(0)
    // A reader that takes everything at once must not keep other requests waiting for a thousand pictures.
    await breathe()
  }
  zip.end()
  if (failure) throw failure
  yield* ready.splice(0)
}

/**
 * Names files after codes. Foreign codes may hold anything, so characters that a file system or an unpacking program
 * could take for a path are replaced, and names that would then coincide (ignoring case) are numbered.
 */
function fileNames(extension: string): (code: string) => string {
  const used = new Set<string>()
  return code => {
    const stem = code.replace(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 100)
    let name = stem
    for (let n = 2; used.has(name.toLowerCase()); n++) name = `${stem}-${n}`
    used.add(name.toLowerCase())
    return `${name}.${extension}`
  }
}
