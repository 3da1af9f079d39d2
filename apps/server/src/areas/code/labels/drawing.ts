/** What all drawn documents share: inks, text in the fonts of this folder, QR symbols as paths, and the bytes that are ready. */
import type { ErrorLevel } from '@timbermark/contract'
import type PDFDocument from 'pdfkit'
import { darkRuns, qrMatrix } from '../../../platform/qr.ts'
import { type FontRun, fontRuns } from './fonts.ts'
import { number } from './stamp.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export const ink = {
  text: '#1f2933',
  quiet: '#5f6b76',
  rule: '#c9ced3',
  cut: '#aeb5bb',
  panel: '#edeff1',
  hatch: '#dde1e4',
}

/** `ink.text` as red, green and blue from 0 to 1. */
export const inkParts = [0x1f / 255, 0x29 / 255, 0x33 / 255] as const

/** The fonts have no narrow no-break space. */
export const printable = (text: string) => text.replaceAll('\u202f', '\u00a0')

/** The bytes that the document has produced so far. */
export function* readChunks(pdf: Pdf): Generator<Buffer> {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Buffer
}

export interface TextPlace {
  x: number
  y: number
  font: 'regular' | 'medium'
  size: number
  /** What of the text is at `y`; by default the top of the font's line. */
  baseline?: 'top' | 'alphabetic'
  /** Slanted: the fonts have no italics. */
  oblique?: boolean
}

/** Writes a line of text; characters that the font has no glyph for are written in the second font. */
export function writeText(pdf: Pdf, text: string, { x, y, font, size, baseline, oblique = false }: TextPlace): void {
  let at = x
  for (const { features, ...run } of fontRuns(text, font)) {
    const options = { lineBreak: false, oblique, ...(baseline ? { baseline } : {}), ...(features ? { features } : {}) }
    pdf.font(run.font, size).text(run.text, at, y, options)
    at += widthOfRun(pdf, { features, ...run }, size)
  }
}

const widthOfRun = (pdf: Pdf, { font, text, features }: FontRun, size: number): number =>
  pdf.font(font, size).widthOfString(text, features ? { features } : {})

/** Width of a line of text as `writeText` writes it. */
export const widthOfLine = (pdf: Pdf, text: string, { font, size }: Pick<TextPlace, 'font' | 'size'>): number =>
  fontRuns(text, font).reduce((width, run) => width + widthOfRun(pdf, run, size), 0)

/**
 * QR modules as one filled path: a path per module would leave hairlines between modules in some viewers. Written as one
 * string, which takes a tenth of the time of single drawing calls.
 */
export function symbolContent(
  text: string,
  level: ErrorLevel | undefined,
  { x, y, side }: { x: number; y: number; side: number },
): string {
  const matrix = qrMatrix(text, level)
  const module = number(side / matrix.size)
  let path = ''
  for (const [column, row, length] of darkRuns(matrix)) path += `${column} ${row} ${length} 1 re\n`
  return `q 0 g 1 0 0 1 ${number(x)} ${number(y)} cm\n${module} 0 0 ${module} 0 0 cm\n${path}f Q\n`
}

/** Measures single characters in a font; caches the widths. */
export function measurer(pdf: Pdf, font: 'regular' | 'medium', size: number): (character: string) => number {
  const known = new Map<string, number>()
  return character => {
    let width = known.get(character)
    if (width === undefined) {
      width = widthOfLine(pdf, character, { font, size })
      known.set(character, width)
    }
    return width
  }
}
