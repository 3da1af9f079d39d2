/** What a PDF of the server contains: its streams, its QR symbols, and the text of its pages, without a program to read it. */
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'

/** The inflated streams of a PDF as text, in file order. */
export function streams(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)].flatMap(match => {
    const start = match.index + match[0].length
    const bytes = pdf.subarray(start, start + Number(match[1]))
    return match[0].includes('FlateDecode') || bytes[0] === 0x78 ? [inflateSync(bytes).toString('latin1')] : []
  })
}

/** Draws the module paths of a page, 8 pixels per module with 4 modules of margin, and reads them with an independent decoder. */
export function decodePage(
  content: string,
  /** Pixels per module, or of the whole picture instead. */
  { module: scale = 8, side }: { module?: number; side?: number } = {},
): { text: string; x: number; y: number; side: number }[] {
  const symbol = /1 0 0 1 ([\d.]+) ([\d.]+) cm\s+([\d.]+) 0 0 [\d.]+ 0 0 cm\s+((?:\d+ \d+ \d+ 1 re\s+)+)/g
  return [...content.matchAll(symbol)].map(([, x, y, module, path]) => {
    const runs = [...path!.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map(run => run.slice(1, 4).map(Number))
    const size = Math.max(...runs.map(([, row]) => row!)) + 1
    const width = side ?? (size + 8) * scale
    const at = (place: number) => Math.round(((place + 4) * width) / (size + 8))
    const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
    for (const [column, row, length] of runs) {
      for (let v = at(row!); v < at(row! + 1); v++) {
        for (let u = at(column!); u < at(column! + length!); u++)
          pixels.fill(0, (v * width + u) * 4, (v * width + u) * 4 + 3)
      }
    }
    return {
      text: jsqr.default(pixels, width, width)?.data ?? '',
      x: Number(x),
      y: Number(y),
      side: Number(module) * size,
    }
  })
}

export const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

/**
 * The text of each page, a line per piece of text, read by the tables that a PDF carries so that it can be searched
 * (ISO 32000-1 section 9.10.3).
 */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const contents = objects.get(referenceIn(head, 'Contents'))!.stream
    const resources = objects.get(referenceIn(head, 'Resources'))!.head
    const fonts = new Map(
      [...(/\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, object]) => [
        name!,
        charactersOf(objects, Number(object)),
      ]),
    )
    const lines: string[] = []
    let characters: string[] = []
    for (const [, font, strings] of contents.matchAll(/\/(\w+) [\d.]+ Tf|(\[[^\]]*\] TJ|<[\da-f]+> Tj)/g)) {
      if (font) characters = fonts.get(font) ?? []
      else
        lines.push(
          glyphsIn(strings ?? '')
            .map(glyph => characters[glyph] ?? '\ufffd')
            .join(''),
        )
    }
    // An apostrophe is drawn with other features of its font than the words around it.
    return lines.join('\n').replaceAll('\n\u2019\n', '\u2019')
  })
}

interface PdfObject {
  /** Its dictionary. */
  head: string
  /** Its inflated stream, if it has one. */
  stream: string
}

/** The objects of a PDF by their numbers. */
function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  const start = /(\d+) 0 obj\n([\s\S]*?)(stream\r?\n|endobj)/g
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [, id, head = '', end = ''] = match
    let stream = ''
    if (end !== 'endobj') {
      const length = Number(/\/Length (\d+)/.exec(head)?.[1])
      const bytes = pdf.subarray(start.lastIndex, start.lastIndex + length)
      stream = (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
      start.lastIndex += length
    }
    objects.set(Number(id), { head, stream })
  }
  return objects
}

const referenceIn = (head: string, key: string): number => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1])

/** The characters that the glyphs of an embedded font stand for, by the numbers of the glyphs. */
function charactersOf(objects: Map<number, PdfObject>, font: number): string[] {
  const map = objects.get(referenceIn(objects.get(font)!.head, 'ToUnicode'))!.stream
  const characters: string[] = []
  for (const [, first, entries] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(first!, 16)
    for (const [, units] of entries!.matchAll(/<([\da-f ]*)>/g))
      characters[glyph++] = String.fromCharCode(
        ...(units!.match(/[\da-f]{4}/g) ?? []).map(unit => Number.parseInt(unit, 16)),
      )
  }
  return characters
}

/** The numbers of the glyphs that strings of a content stream draw; between strings there are adjustments of their distance. */
const glyphsIn = (strings: string): number[] =>
  [...strings.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex]) =>
    (hex!.match(/[\da-f]{4}/g) ?? []).map(glyph => Number.parseInt(glyph, 16)),
  )
