/** Labels as A4 sheets or rolls in PDF, with QR symbols as vectors, streamed page by page. */
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  isReadable,
  type LabelDesign,
  type LabelPaper,
  labelPapers,
  labelPixelsPerInch,
  layOutLabels,
  layOutDesign,
  leastMillimetres,
  limits,
  type Page,
  pageOf,
  type SheetLayout,
} from '@timbermark/contract'
import { fill } from '@timbermark/phrases'
import PDFDocument from 'pdfkit'
import { qrMatrix, quietZone, traceAddress } from '../../../platform/qr.ts'
import { ink, inkParts, measurer, type Pdf, printable, readChunks, symbolContent, writeText } from './drawing.ts'
import { registerFonts } from './fonts.ts'
import { fitLines, groupCode, minLeading, maxLines } from './text-lines.ts'
import { type PlainLine, plainWriter, stamp } from './stamp.ts'
import type { Label, Labels } from './zip.ts'

export interface LabelsPdfOptions {
  /** Heading of every sheet and title of the document. */
  title: string
  /** Address of the trace page's site, see `traceAddress`. */
  publicUrl: string
  /** The paper; default A4. */
  paper?: LabelPaper
  /**
   * Side of a QR image with its quiet zone, at `labelPixelsPerInch`. By default three labels per row, or one as large as
   * the roll.
   */
  size?: number
  /** A saved layout, instead of `paper` and `size`. */
  design?: LabelDesign
  /** PNG or JPEG next to each symbol, above the lines. */
  logo?: Buffer
  /** Number of labels. When given, labels are read sheet by sheet and not collected in memory. */
  count?: number
  /** Only the first sheet. */
  preview?: boolean
  /** Captions in the reader's language. */
  texts: {
    /** Caption above the security code: cover it and scratch it free. */
    scratch: string
    /** Footer of a sheet, with the placeholders `{page}` and `{pages}`. */
    page: string
    /** Also in the footer: the fingerprint of the ledger's key. */
    key: string
  }
}

/**
 * Label sheets for printing: QR symbol, lines of text, the code in groups of five and, where given, the
 * security code in a panel for a scratch-off sticker; light marks show where to cut.
 *
 * The stream fails with a RangeError for more than `limits.labelsPerCall` labels or more than 8 lines on a label.
 */
export function labelsPdf(labels: Labels, options: LabelsPdfOptions): Readable {
  return Readable.from(sheets(labels, options), { objectMode: false })
}

async function* sheets(labels: Labels, labelOptions: LabelsPdfOptions): AsyncGenerator<Buffer> {
  // The footer of the first sheet contains the number of sheets, so labels without a count are collected first.
  const allLabels = labelOptions.count === undefined ? await collectLabels(labels) : undefined
  const count = labelOptions.count ?? allLabels!.length
  if (count > limits.labelsPerCall) throw new RangeError(`At most ${limits.labelsPerCall} labels in one call`)
  const source = peekable(allLabels ?? labels)
  const first = await source.peek()
  const options = { ...labelOptions, title: printable(labelOptions.title), texts: printableTexts(labelOptions.texts) }
  const pdf = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    info: { Title: options.title, Creator: 'Timbermark', Producer: 'Timbermark' },
  })
  await registerFonts(pdf)

  const withSecurity = allLabels ? allLabels.some(label => label.security !== undefined) : first?.security !== undefined
  const layout = chooseLayout(options, withSecurity, first)
  const { page } = layout
  const marks = options.design ? options.design.cutMarks : !page.roll
  const pages = Math.max(1, Math.ceil(count / layout.perPage))
  const label = labelPainter(pdf, layout, options)
  for (let number = 0; number < (options.preview ? 1 : pages); number++) {
    pdf.addPage({ size: [page.width, page.height], margin: 0 })
    const onPage = Math.min(layout.perPage, count - number * layout.perPage)
    if (!page.roll) drawFrame(pdf, page, options, number + 1, pages)
    await yieldToEventLoop()
    if (marks) drawCutMarks(pdf, layout, Math.ceil(onPage / layout.columns))
    for (let place = 0; place < onPage; place++) {
      const each = await source.take()
      if (!each) break
      if (each.lines.length > maxLines) throw new RangeError(`A label has at most ${maxLines} lines`)
      const x = page.side + (place % layout.columns) * layout.step.x
      const y = page.top + Math.floor(place / layout.columns) * layout.step.y
      label(each, x, y)
      if (place % labelsPerTurn === labelsPerTurn - 1) await yieldToEventLoop()
    }
    yield* readChunks(pdf)
  }
  pdf.end()
  for await (const chunk of pdf) yield chunk as Buffer
}

/** After so many labels, some milliseconds of work, the event loop serves other requests. */
const labelsPerTurn = 4

/** Dots to the inch of printers without a saved layout: of most thermal ones, and of office printers, whose dots divide an inch by 300. */
const usualDots = { roll: 203, sheet: 300 } as const

const dotsOf = ({ design, paper = 'a4' }: Pick<LabelsPdfOptions, 'design' | 'paper'>): number =>
  design ? Number(design.dpi) : usualDots[labelPapers[paper].roll ? 'roll' : 'sheet']

/** @throws Unreadable when phones could not read the printed symbols */
function chooseLayout(options: LabelsPdfOptions, withSecurity: boolean, first: Label | undefined): SheetLayout {
  const { design, paper = 'a4', size, publicUrl } = options
  const modules = qrMatrix(first ? addressOf(first, publicUrl) : publicUrl, design?.errorLevel).size
  const dpi = dotsOf(options)
  const qr = size === undefined ? undefined : symbolSide(size, modules)
  const layout = design
    ? layOutDesign(design, withSecurity, modules)
    : layOutLabels({ page: pageOf(paper), withSecurity, modules, dpi, qr })
  if (!isReadable(layout.symbol, dpi)) throw new Unreadable(leastMillimetres(modules, dpi))
  return layout
}

/** @throws Unreadable when phones could not read the printed symbols, as the sheets themselves do while they are written */
export function assertReadable(options: LabelsPdfOptions, first: Label): void {
  chooseLayout(options, first.security !== undefined, first)
}

/** The symbols of a layout are too small to be read from paper. */
export class Unreadable extends RangeError {
  /** The least side of a symbol, in millimetres. */
  readonly least: number

  constructor(least: number) {
    super(`Symbols below ${least} mm cannot be read from paper`)
    this.least = least
  }
}

const addressOf = (label: Label, publicUrl: string) => label.address ?? traceAddress(publicUrl, label.code)

async function collectLabels(labels: Labels): Promise<Label[]> {
  const all: Label[] = []
  for await (const label of labels) {
    if (all.length === limits.labelsPerCall) throw new RangeError(`At most ${limits.labelsPerCall} labels in one call`)
    if (label.lines.length > maxLines) throw new RangeError(`A label has at most ${maxLines} lines`)
    all.push(label)
    if (all.length % 50 === 0) await yieldToEventLoop()
  }
  return all
}

/** An iterator over labels with one label of lookahead. */
function peekable(labels: Labels) {
  const iterator = Symbol.asyncIterator in labels ? labels[Symbol.asyncIterator]() : labels[Symbol.iterator]()
  let next: Label | undefined
  const peek = async (): Promise<Label | undefined> => {
    if (next) return next
    const result = await iterator.next()
    if (!result.done) next = result.value
    return next
  }
  return {
    peek,
    async take(): Promise<Label | undefined> {
      const taken = await peek()
      next = undefined
      return taken
    },
  }
}

const printableTexts = ({ scratch, page, key }: LabelsPdfOptions['texts']): LabelsPdfOptions['texts'] => ({
  scratch: printable(scratch),
  page: printable(page),
  key: printable(key),
})

/** Side of a symbol in points, in an image of so many pixels. All symbols of a request have the same size. */
const symbolSide = (pixels: number, modules: number): number =>
  ((pixels / labelPixelsPerInch) * 72 * modules) / (modules + 2 * quietZone)

/** Draws the heading and footer of a sheet. */
function drawFrame(
  pdf: Pdf,
  page: Page,
  { title, publicUrl, texts }: LabelsPdfOptions,
  number: number,
  pages: number,
): void {
  const width = page.width - 2 * page.side
  const host = new URL(publicUrl).host
  pdf.fillColor(ink.text)
  const heading = fitLines([title], 1, width - 160, measurer(pdf, 'medium', 10))[0] ?? ''
  writeText(pdf, heading, { x: page.side, y: 22, font: 'medium', size: 10 })
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

/** Draws a small cross at every corner of a label, short enough to stay out of every quiet zone. */
function drawCutMarks(pdf: Pdf, { page, columns, cell, step }: SheetLayout, rows: number): void {
  const arm = 4
  const edges = (count: number, start: number, step: number, length: number) => [
    ...new Set(
      Array.from({ length: count }, (_, n) =>
        [start + n * step, start + n * step + length].map(at => at.toFixed(3)),
      ).flat(),
    ),
  ]
  for (const y of edges(rows, page.top, step.y, cell.height).map(Number))
    for (const x of edges(columns, page.side, step.x, cell.width).map(Number)) {
      pdf.moveTo(x - arm, y).lineTo(x + arm, y)
      pdf.moveTo(x, y - arm).lineTo(x, y + arm)
    }
  pdf.lineWidth(0.35).strokeColor(ink.cut).stroke()
}

/**
 * Returns a function that draws one label with its top left corner at (x, y). Labels refer to a shared form for their common
 * parts; only the symbol and the codes are drawn for each label.
 */
function labelPainter(pdf: Pdf, layout: SheetLayout, options: LabelsPdfOptions) {
  const { publicUrl, texts, design, logo } = options
  const { pad, qr, symbol, text, code, security: panel } = layout
  const dot = 72 / dotsOf(options)
  const onDot = (at: number) => Math.round(at / dot) * dot
  const picture = logo && openPicture(pdf, logo)
  const lowered = picture ? qr * logoShare : 0
  const body = bodySetter(pdf, text, qr - lowered)
  const lines = visibleLines(design)
  const write = plainWriter(pdf, 'medium')
  const showsCode = !design || design.showCode
  const showsSecurity = !design || design.showSecurity
  const inset = 6 * layout.scale

  function shared(textLines: readonly string[], withPanel: boolean): void {
    if (picture && text.width > 0) pdf.image(picture, text.x, pad.y, { fit: [text.width, lowered * 0.9] })
    const { rows, leading } = body(lines(textLines).map(printable))
    if (rows.length > 0 && text.width > 0) {
      pdf.fillColor(ink.text)
      rows.forEach((row, index) => {
        // Raised a little, so that the capitals of the first row align with the symbol's edge.
        const top = pad.y + lowered + index * leading - 0.6 * layout.scale
        writeText(pdf, row, { x: text.x, y: top, font: 'regular', size: leading * fontOfLeading, baseline: 'top' })
      })
    }
    if (withPanel) scratchPanel(pdf, layout, texts.scratch)
  }
  const stamps = new Map<string, ReturnType<typeof stamp>>()
  const stampOf = (textLines: readonly string[], withPanel: boolean) => {
    const key = `${withPanel} ${textLines.join('\n')}`
    let drawn = stamps.get(key)
    if (!drawn) {
      drawn = stamp(pdf, layout.cell, () => shared(textLines, withPanel), ++stampsMade)
      // Labels of one request share their lines; with more than `maxStamps` variants caching is useless.
      if (stamps.size < maxStamps) stamps.set(key, drawn)
    }
    return drawn
  }
  let stampsMade = 0

  return (label: Label, x: number, y: number): void => {
    const withPanel = label.security !== undefined && showsSecurity
    let content = stampOf(label.lines, withPanel)(x, y)
    content += symbolContent(addressOf(label, publicUrl), design?.errorLevel, {
      x: onDot(x + pad.x + symbol.inset),
      y: onDot(y + pad.y + symbol.inset),
      side: symbol.side,
    })
    if (showsCode)
      content += write(
        fitLine(pdf, groupCode(label.code), x + pad.x, y + code.y, { width: code.width, size: code.size }),
      )
    if (label.security !== undefined && withPanel)
      content += write(
        fitLine(pdf, label.security, x + pad.x + inset, y + panel.panelY + (panel.panelHeight - panel.size) / 2, {
          width: code.width - 2 * inset,
          size: panel.size,
          spacing: 1.2 * layout.scale,
          center: true,
        }),
      )
    pdf.addContent(content)
  }
}

/** The most cached variants of common parts. */
const maxStamps = 100

/** Opens an image that is embedded once for all labels; missing in the types of pdfkit. */
const openPicture = (pdf: Pdf, picture: Buffer) =>
  (pdf as unknown as { openImage(source: Buffer): Buffer }).openImage(picture)

/** Share of the height of the symbol next to it. */
const logoShare = 0.4

/** Filters the lines of a label, in the order product, batch, origin, date, to those that the layout shows. */
function visibleLines(design: LabelDesign | undefined): (lines: readonly string[]) => readonly string[] {
  if (!design) return lines => lines
  const shows = [design.showProduct, design.showBatch, design.showOrigin, design.showDate]
  return lines => lines.filter((_, place) => shows[place] ?? true)
}

/** Font size as a share of the distance between rows. */
const fontOfLeading = 0.72

/**
 * Breaks the lines of a label at the normal size, or, when they need more rows than fit next to the symbol, at the smaller
 * size that gives `maxLines` rows. Labels of one batch repeat their lines, so results are cached.
 */
function bodySetter(pdf: Pdf, text: SheetLayout['text'], height: number) {
  const smallest = Math.max(1, Math.min(maxLines, Math.floor(height / minLeading)))
  const sizes = [Math.max(1, Math.floor(height / text.leading)), smallest].map(rows => {
    const leading = Math.min(text.leading, height / rows)
    return { rows, leading, measure: measurer(pdf, 'regular', leading * fontOfLeading) }
  })
  const known = new Map<string, { rows: string[]; leading: number }>()
  return (lines: readonly string[]): { rows: string[]; leading: number } => {
    const key = lines.join('\n')
    const before = known.get(key)
    if (before) return before
    const [normal, small] = sizes as [(typeof sizes)[0], (typeof sizes)[0]]
    const normalRows = fitLines(lines, Number.POSITIVE_INFINITY, text.width, normal.measure)
    const body =
      normalRows.length <= normal.rows
        ? { rows: normalRows, leading: normal.leading }
        : { rows: fitLines(lines, small.rows, text.width, small.measure), leading: small.leading }
    known.set(key, body)
    return body
  }
}

/** Draws a hatched panel of the size of a scratch-off sticker with its caption above; each label draws its code on it. */
function scratchPanel(pdf: Pdf, layout: SheetLayout, caption: string): void {
  const { captionY, captionSize, panelY, panelHeight } = layout.security
  const left = layout.pad.x
  const top = panelY
  const width = layout.code.width
  const radius = 3 * layout.scale
  const line = fitLine(pdf, caption, left, captionY, { width, size: captionSize, font: 'regular' })
  pdf.font('regular', line.size).fillColor(ink.quiet)
  pdf.text(caption, line.x, line.y, { lineBreak: false, baseline: 'alphabetic' })

  pdf.save().roundedRect(left, top, width, panelHeight, radius).clip()
  pdf.rect(left, top, width, panelHeight).fill(ink.panel)
  pdf
    .lineWidth(0.6 * layout.scale)
    .strokeColor(ink.hatch)
    .addContent(hatching(left, top, width, panelHeight, layout.scale))
  pdf.restore()
  pdf.roundedRect(left, top, width, panelHeight, radius).lineWidth(0.5).strokeColor(ink.cut)
  pdf.dash(2, { space: 1.6 }).stroke().undash()
}

/** Slanted lines over a panel, as one string of drawing operators. */
function hatching(left: number, top: number, width: number, height: number, scale: number): string {
  const number = (value: number) => value.toFixed(2)
  let path = ''
  for (let at = left - height; at < left + width; at += 4 * scale)
    path += `${number(at)} ${number(top + height)} m ${number(at + height)} ${number(top)} l\n`
  return `${path}S`
}

interface Fitting {
  width: number
  size: number
  /** Between characters. */
  spacing?: number
  font?: 'regular' | 'medium'
  center?: boolean
}

/** Positions one line of text and shrinks it when it is too long. `y` is the top of a line of the normal size. */
function fitLine(pdf: Pdf, text: string, x: number, y: number, fitting: Fitting): PlainLine {
  const { width, size, spacing = 0, font = 'medium', center = false } = fitting
  const natural = widthOf(pdf, font, text) * size + spacing * text.length
  const shrink = Math.min(1, width / natural)
  return {
    text,
    x: center ? x + (width - natural * shrink) / 2 : x,
    y: y + size * 0.88,
    size: size * shrink,
    spacing: spacing * shrink,
    color: inkParts,
  }
}

const knownWidths = new WeakMap<Pdf, Map<string, (character: string) => number>>()

/** Width of a text at size 1, summed over cached character widths: codes never repeat, their characters do. */
function widthOf(pdf: Pdf, font: 'regular' | 'medium', text: string): number {
  const fonts = knownWidths.get(pdf) ?? new Map<string, (character: string) => number>()
  knownWidths.set(pdf, fonts)
  let measure = fonts.get(font)
  if (!measure) {
    measure = measurer(pdf, font, 100)
    fonts.set(font, measure)
  }
  let width = 0
  for (const character of text) width += measure(character)
  return width / 100
}
