/** Labels as A4 sheets or rolls in PDF, QR symbols as vectors, made page by page while the file is read. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { type LabelPaper, labelPixelsPerInch, limits } from '@timbermark/contract'
import { fill } from '@timbermark/phrases'
import PDFDocument from 'pdfkit'
import { darkRuns, qrMatrix, quietZone, traceAddress } from './labels-qr.ts'
import {
  fitLines,
  groupCode,
  layOut,
  leastLeading,
  maxLines,
  type Page,
  pageOf,
  type SheetLayout,
} from './labels-sheet.ts'
import type { Label, Labels } from './labels-zip.ts'

export interface LabelsPdfOptions {
  /** Heading of every sheet and title of the document. */
  title: string
  /** Address of the trace page's site, see `traceAddress`. */
  publicUrl: string
  /** What is printed on; A4 without it. */
  paper?: LabelPaper
  /** Side of a QR picture, quiet zone included, at `labelPixelsPerInch`; three labels in a row, or one as large as its roll, without it. */
  size?: number
  /** Only the first sheet. */
  preview?: boolean
  /** Captions in the reader's language. */
  texts: {
    /** Above the anti-counterfeit code: that it is to be covered and scratched free. */
    scratch: string
    /** Foot of a sheet, with the places `{page}` and `{pages}`. */
    page: string
    /** Also at the foot: by what the ledger's signatures are known. */
    key: string
  }
}

type Pdf = InstanceType<typeof PDFDocument>

const ink = { text: '#1f2933', quiet: '#5f6b76', rule: '#c9ced3', cut: '#aeb5bb', panel: '#edeff1', hatch: '#dde1e4' }

const require = createRequire(import.meta.url)
const fontFiles = {
  // Noto Sans SC covers Chinese, French and English; only the glyphs that a file uses are embedded in it.
  regular: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
}

/**
 * Label sheets for printing: QR symbol, lines of text, the code in groups of five and, where given, the
 * anti-counterfeit code in a panel to be covered by a scratch-off sticker; light marks show where to cut.
 *
 * The stream fails with a RangeError for more than `limits.labelsPerCall` labels or more than 8 lines on a label.
 */
export function labelsPdf(labels: Labels, options: LabelsPdfOptions): Readable {
  return Readable.from(sheets(labels, options), { objectMode: false })
}

async function* sheets(labels: Labels, given: LabelsPdfOptions): AsyncGenerator<Buffer> {
  // The foot of the first sheet names the number of sheets, so the labels (their texts, not their pictures) come first.
  const all: Label[] = []
  for await (const label of labels) {
    if (all.length === limits.labelsPerCall) throw new RangeError(`At most ${limits.labelsPerCall} labels in one call`)
    if (label.lines.length > maxLines) throw new RangeError(`A label has at most ${maxLines} lines`)
    all.push(label)
    if (all.length % 50 === 0) await breathe()
  }
  const [regular, medium] = await Promise.all([readFile(fontFiles.regular), readFile(fontFiles.medium)])
  const options = { ...given, title: printable(given.title), texts: printableTexts(given.texts) }
  const pdf = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    info: { Title: options.title, Creator: 'Timbermark', Producer: 'Timbermark' },
  })
  pdf.registerFont('regular', regular)
  pdf.registerFont('medium', medium)

  const page = pageOf(options.paper ?? 'a4')
  const layout = layOut({
    page,
    withSecurity: all.some(label => label.security !== undefined),
    qr: options.size === undefined ? undefined : symbolSide(options.size, all[0], options.publicUrl),
  })
  const pages = Math.max(1, Math.ceil(all.length / layout.perPage))
  const label = labelPainter(pdf, layout, options)
  for (let number = 0; number < (options.preview ? 1 : pages); number++) {
    pdf.addPage({ size: [page.width, page.height], margin: 0 })
    const onPage = all.slice(number * layout.perPage, (number + 1) * layout.perPage)
    if (!page.roll) frame(pdf, page, options, number + 1, pages)
    await breathe()
    if (!page.roll) cutMarks(pdf, layout, Math.ceil(onPage.length / layout.columns))
    for (const [place, each] of onPage.entries()) {
      const x = page.side + (place % layout.columns) * layout.cell.width
      const y = page.top + Math.floor(place / layout.columns) * layout.cell.height
      label(each, x, y)
      // Other requests come in between.
      await breathe()
    }
    yield* written(pdf)
  }
  pdf.end()
  for await (const chunk of pdf) yield chunk as Buffer
}

/** The fonts have no narrow no-break space. */
const printable = (text: string) => text.replaceAll('\u202f', '\u00a0')

const printableTexts = ({ scratch, page, key }: LabelsPdfOptions['texts']): LabelsPdfOptions['texts'] => ({
  scratch: printable(scratch),
  page: printable(page),
  key: printable(key),
})

/** Points of a symbol's side in a picture of so many pixels; symbols of one request are all of one size. */
function symbolSide(pixels: number, label: Label | undefined, publicUrl: string): number {
  const { size } = qrMatrix(label?.address ?? traceAddress(publicUrl, label?.code ?? ''))
  return ((pixels / labelPixelsPerInch) * 72 * size) / (size + 2 * quietZone)
}

/** What the document has produced so far. */
function* written(pdf: Pdf): Generator<Buffer> {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) yield chunk as Buffer
}

/** Heading and foot of a sheet. */
function frame(
  pdf: Pdf,
  page: Page,
  { title, publicUrl, texts }: LabelsPdfOptions,
  number: number,
  pages: number,
): void {
  const width = page.width - 2 * page.side
  const host = new URL(publicUrl).host
  pdf.font('medium', 10).fillColor(ink.text)
  const heading = fitLines([title], 1, width - 160, measurer(pdf, 'medium', 10))[0] ?? ''
  pdf.text(heading, page.side, 22, { lineBreak: false })
  pdf.font('regular', 8).fillColor(ink.quiet)
  pdf.text(host, page.width - page.side - pdf.widthOfString(host), 24, { lineBreak: false })
  pdf
    .moveTo(page.side, 40)
    .lineTo(page.width - page.side, 40)
    .lineWidth(0.5)
    .strokeColor(ink.rule)
    .stroke()
  const foot = fill(texts.page, { page: number, pages })
  pdf.text(foot, page.width - page.side - pdf.widthOfString(foot), page.height - 27, { lineBreak: false })
  pdf.text(texts.key, page.side, page.height - 27, { lineBreak: false })
}

/** A small cross where cutting lines meet; short enough to stay out of every quiet zone. */
function cutMarks(pdf: Pdf, { page, columns, cell }: SheetLayout, rows: number): void {
  const arm = 4
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const x = page.side + column * cell.width
      const y = page.top + row * cell.height
      pdf.moveTo(x - arm, y).lineTo(x + arm, y)
      pdf.moveTo(x, y - arm).lineTo(x, y + arm)
    }
  }
  pdf.lineWidth(0.35).strokeColor(ink.cut).stroke()
}

/** Returns what draws one label with its top left corner at (x, y). */
function labelPainter(pdf: Pdf, layout: SheetLayout, { publicUrl, texts }: LabelsPdfOptions) {
  const { pad, qr, text, code } = layout
  const body = bodySetter(pdf, layout)
  return (label: Label, x: number, y: number): void => {
    drawQr(pdf, label.address ?? traceAddress(publicUrl, label.code), x + pad.x, y + pad.y, qr)
    const { rows, leading } = body(label.lines.map(printable))
    pdf.font('regular', leading * fontOfLeading).fillColor(ink.text)
    rows.forEach((row, index) => {
      // Raised a little, so that the capitals of the first row stand level with the symbol's edge.
      const top = y + pad.y + index * leading - 0.6 * layout.scale
      pdf.text(row, x + text.x, top, { lineBreak: false, baseline: 'top' })
    })
    fitted(pdf, groupCode(label.code), x + pad.x, y + code.y, { width: code.width, size: code.size })
    if (label.security !== undefined) scratchPanel(pdf, layout, texts.scratch, label.security, x, y)
  }
}

/** Font size as a share of the distance between rows. */
const fontOfLeading = 0.72

/**
 * Breaks the lines of a label at the normal size, or, when they need more rows than stand beside the picture, at the
 * smaller size that gives `maxLines` rows. Labels of one batch repeat their lines, so the result is kept.
 */
function bodySetter(pdf: Pdf, { qr, text }: SheetLayout) {
  const smallest = Math.max(1, Math.min(maxLines, Math.floor(qr / leastLeading)))
  const sizes = [Math.max(1, Math.floor(qr / text.leading)), smallest].map(rows => {
    const leading = Math.min(text.leading, qr / rows)
    return { rows, leading, measure: measurer(pdf, 'regular', leading * fontOfLeading) }
  })
  const known = new Map<string, { rows: string[]; leading: number }>()
  return (lines: readonly string[]): { rows: string[]; leading: number } => {
    const key = lines.join('\n')
    const before = known.get(key)
    if (before) return before
    const [normal, small] = sizes as [(typeof sizes)[0], (typeof sizes)[0]]
    const whole = fitLines(lines, Number.POSITIVE_INFINITY, text.width, normal.measure)
    const body =
      whole.length <= normal.rows
        ? { rows: whole, leading: normal.leading }
        : { rows: fitLines(lines, small.rows, text.width, small.measure), leading: small.leading }
    known.set(key, body)
    return body
  }
}

/** QR modules as one filled path: a path per module would leave hairlines between modules in some viewers. */
function drawQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const matrix = qrMatrix(text)
  const module = side / matrix.size
  pdf.save().translate(x, y).scale(module)
  for (const [column, row, length] of darkRuns(matrix)) pdf.rect(column, row, length, 1)
  pdf.fill('#000000').restore()
}

/** The anti-counterfeit code on a hatched panel of the size of a scratch-off sticker, with its caption above. */
function scratchPanel(pdf: Pdf, layout: SheetLayout, caption: string, code: string, x: number, y: number): void {
  const { captionY, captionSize, panelY, panelHeight, size } = layout.security
  const left = x + layout.pad.x
  const top = y + panelY
  const width = layout.code.width
  const radius = 3 * layout.scale
  fitted(pdf, caption, left, y + captionY, { width, size: captionSize, font: 'regular', color: ink.quiet })

  pdf.save().roundedRect(left, top, width, panelHeight, radius).clip()
  pdf.rect(left, top, width, panelHeight).fill(ink.panel)
  for (let hatch = left - panelHeight; hatch < left + width; hatch += 4 * layout.scale) {
    pdf.moveTo(hatch, top + panelHeight).lineTo(hatch + panelHeight, top)
  }
  pdf
    .lineWidth(0.6 * layout.scale)
    .strokeColor(ink.hatch)
    .stroke()
    .restore()
  pdf.roundedRect(left, top, width, panelHeight, radius).lineWidth(0.5).strokeColor(ink.cut)
  pdf.dash(2, { space: 1.6 }).stroke().undash()

  const inset = 6 * layout.scale
  const spacing = 1.2 * layout.scale
  fitted(pdf, code, left + inset, top + (panelHeight - size) / 2, {
    width: width - 2 * inset,
    size,
    spacing,
    center: true,
  })
}

interface Fitting {
  width: number
  size: number
  /** Between characters. */
  spacing?: number
  font?: 'regular' | 'medium'
  color?: string
  center?: boolean
}

/** One line of text, set smaller when it is too long for its place. `y` is the top of a line of that size. */
function fitted(pdf: Pdf, text: string, x: number, y: number, fitting: Fitting): void {
  const { width, size, spacing = 0, font = 'medium', color = ink.text, center = false } = fitting
  const natural = pdf.font(font, size).widthOfString(text, { characterSpacing: spacing })
  const shrink = Math.min(1, width / natural)
  pdf.font(font, size * shrink).fillColor(color)
  pdf.text(text, center ? x + (width - natural * shrink) / 2 : x, y + size * 0.88, {
    lineBreak: false,
    characterSpacing: spacing * shrink,
    baseline: 'alphabetic',
  })
}

/** Width of single characters in a font, remembered. */
function measurer(pdf: Pdf, font: 'regular' | 'medium', size: number): (character: string) => number {
  const known = new Map<string, number>()
  return character => {
    let width = known.get(character)
    if (width === undefined) {
      width = pdf.font(font, size).widthOfString(character)
      known.set(character, width)
    }
    return width
  }
}
