/** Labels as a streamed zip of QR images. */
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { limits } from '@timbermark/contract'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { assertLabelPixels, qrPng } from './qr-png.ts'
import { qrPdf } from './qr-pdf.ts'
import { qrSvg, traceAddress } from '../../../platform/qr.ts'

/** What one label shows. */
export interface Label {
  /** Code value as in the address. */
  code: string
  /** Security code; absent for users who may not see it. */
  security?: string
  /** Lines next to the symbol on a sheet (product, batch, country, factory, date, species), with captions. */
  lines: readonly string[]
  /** Text of the QR symbol when it is not the trace address of `code` (a GS1 Digital Link, a code of another platform). */
  address?: string
}

export type Labels = Iterable<Label> | AsyncIterable<Label>

/** Image format of one code: pixels (png) or vectors (svg, pdf). */
export type PictureFormat = 'png' | 'svg' | 'pdf'

const pictures: Record<PictureFormat, (text: string, size: number) => Buffer> = {
  png: qrPng,
  svg: (text, size) => Buffer.from(qrSvg(text, size)),
  pdf: qrPdf,
}

export interface LabelsZipOptions {
  format: PictureFormat
  /** Side of an image in pixels: 64 to 1000. */
  size: number
  /** Address of the trace page's site, see `traceAddress`. */
  publicUrl: string
}

/**
 * A zip with one image per label, named after its code. Images are made on demand, so that a slow reader holds no more than
 * one in memory.
 *
 * The stream fails with a RangeError for a size out of range or for more than `limits.labelsPerCall` labels.
 */
export function labelsZip(labels: Labels, options: LabelsZipOptions): Readable {
  return Readable.from(zipChunks(labels, options), { objectMode: false })
}

async function* zipChunks(labels: Labels, { format, size, publicUrl }: LabelsZipOptions): AsyncGenerator<Uint8Array> {
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
    // A PNG is already compressed.
    const file =
      format === 'png' ? new ZipPassThrough(name(label.code)) : new ZipDeflate(name(label.code), { level: 6 })
    zip.add(file)
    file.push(pictures[format](text, size), true)
    if (failure) throw failure
    yield* ready.splice(0)
    // A fast reader must not keep other requests waiting for a thousand images.
    await yieldToEventLoop()
  }
  zip.end()
  if (failure) throw failure
  yield* ready.splice(0)
}

/**
 * Names files after codes. Foreign codes may contain any character, so characters that a file system or an unpacking program
 * could read as a path are replaced, and names that become equal (ignoring case) are numbered.
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
