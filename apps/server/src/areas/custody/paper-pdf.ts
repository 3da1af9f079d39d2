/** Papers on A4 to print and sign: parties, facts, tables that go on over pages, and fields for signatures. */
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { pageOf } from '@timbermark/contract'
import { fill } from '@timbermark/phrases'
import PDFDocument from 'pdfkit'
import {
  ink,
  inkParts,
  measurer,
  type Pdf,
  printable,
  symbolContent,
  widthOfLine,
  writeText,
} from '../code/labels/drawing.ts'
import { registerFonts } from '../code/labels/fonts.ts'
import { plainWriter } from '../code/labels/stamp.ts'
import { fitLines } from '../code/labels/text-lines.ts'

/** A value under its caption. */
export interface Fact {
  caption: string
  value: string
  /** Scientific names are slanted. */
  oblique?: boolean
  /** Takes the width of the page. */
  wide?: boolean
}

export interface Column {
  title: string
  /** In points. */
  width: number
  right?: boolean
  /** Holds codes, whose characters need no shaping. */
  code?: boolean
}

export interface Table {
  title: string
  /** Title on the pages on which it goes on. */
  continued: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** Rows of sums; they stay with the last row. */
  sums?: readonly (readonly string[])[]
}

export interface SignatureLine {
  caption: string
  value?: string
  /** A drawn signature, JPEG or PNG. */
  drawing?: Buffer | undefined
}

/** A paper in the reader's words. */
export interface Paper {
  title: string
  /** BCP 47 tag of its language. */
  locale: string
  /** Lines under the title. */
  numbers: readonly string[]
  symbol?: { address: string; lines: readonly string[] }
  parties: readonly Fact[]
  facts: readonly Fact[]
  quantities: Table
  /** What people wrote about the quantities. */
  notes: readonly Fact[]
  ranges: readonly Table[]
  /** JPEG or PNG, under a title. */
  pictures?: { title: string; contents: readonly Buffer[] }
  /** One for each side: its name, and the lines to fill in, or filled in by a signature on glass. */
  signatures: readonly { party: Fact; lines: readonly SignatureLine[] }[]
  /** What the paper does not prove. */
  statement: string
  /** At the foot of each page. */
  foot: string
  /** With the placeholders `{page}` and `{pages}`. */
  page: string
}

const sheet = pageOf('a4')
const margin = 48
const left = margin
const right = sheet.width - margin
/** The width of all columns of a table. */
export const paperWidth = right - left
const bottom = sheet.height - 54
const symbolSide = 70
/** White that a symbol needs around it: four of its 29 modules, or more. */
const symbolMargin = 11
const gap = 16
const rowHeight = 15
/** Distance from the top of a row to the baseline of its text. */
const rowBaseline = 10.4
/** After so many rows, some milliseconds of work, the event loop serves other requests. */
const rowsPerTurn = 20

/** A paper as PDF, streamed. */
export function paperPdf(paper: Paper): Readable {
  return Readable.from(chunks(paper), { objectMode: false })
}

async function* chunks(paper: Paper): AsyncGenerator<Buffer> {
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    // The foot of the first page contains the number of pages.
    bufferPages: true,
    lang: paper.locale,
    displayTitle: true,
    info: { Title: printable(paper.title), Creator: 'Timbermark', Producer: 'Timbermark' },
  })
  await registerFonts(pdf)
  await drawPaper(pdf, paper)
  pdf.end()
  for await (const chunk of pdf) yield chunk as Buffer
}

interface Setting {
  font?: 'regular' | 'medium'
  size: number
  color?: string
  right?: boolean
  oblique?: boolean
}

/** The pen: writes from the top of a page downwards, and begins a new page where there is no room. */
function penOf(pdf: Pdf) {
  const measures = new Map<string, (character: string) => number>()
  const writeCode = plainWriter(pdf, 'regular')
  const pen = {
    y: margin,

    newPage(): void {
      pdf.addPage({ size: [sheet.width, sheet.height], margin: 0 })
      pen.y = margin
    },

    /** @returns whether a new page was begun */
    makeRoom(height: number): boolean {
      if (pen.y + height <= bottom) return false
      pen.newPage()
      return true
    },

    measure(font: 'regular' | 'medium', size: number): (character: string) => number {
      const key = `${font} ${size}`
      const measure = measures.get(key) ?? measurer(pdf, font, size)
      measures.set(key, measure)
      return measure
    },

    rows(text: string, width: number, { font = 'regular', size }: Setting, most = Number.POSITIVE_INFINITY): string[] {
      const lines = printable(text).split(/\s*[\r\n]\s*/)
      return fitLines(lines, most, width, pen.measure(font, size))
    },

    /** Writes one line; `x` is its left end, or its right one. */
    line(text: string, x: number, baseline: number, setting: Setting): void {
      const { font = 'regular', size, color = ink.text, right = false, oblique } = setting
      const line = printable(text)
      const width = right ? widthOfLine(pdf, line, { font, size }) : 0
      pdf.fillColor(color)
      writeText(pdf, line, { x: x - width, y: baseline, font, size, baseline: 'alphabetic', oblique })
    },

    /** Writes a code and shrinks it when it is too long. */
    code(text: string, x: number, baseline: number, width: number, size: number): void {
      let natural = 0
      const measure = pen.measure('regular', size)
      for (const character of text) natural += measure(character)
      pdf.addContent(
        writeCode({
          text,
          x,
          y: baseline,
          size: size * Math.min(1, width / natural),
          spacing: 0,
          color: inkParts,
        }),
      )
    },

    rule(y: number, { from = left, to = right, color = ink.rule, width = 0.5 } = {}): void {
      pdf.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke()
    },
  }
  return pen
}

type Pen = ReturnType<typeof penOf>

async function drawPaper(pdf: Pdf, paper: Paper): Promise<void> {
  const pen = penOf(pdf)
  pen.newPage()
  drawHead(pdf, pen, paper)
  drawFacts(pen, paper.parties, 2, { size: 12, font: 'medium' })
  pen.y += 2
  pen.rule(pen.y)
  pen.y += 12
  drawFacts(pen, paper.facts, 3, { size: 10 })
  pen.y += gap / 4
  await drawTable(pen, paper.quantities)
  drawFacts(pen, paper.notes, 1, { size: 10 })
  pen.y += gap / 4
  for (const table of paper.ranges) await drawTable(pen, table)
  pen.y += gap / 4
  if (paper.pictures) drawPictures(pdf, pen, paper.pictures)
  drawSignatures(pdf, pen, paper)
  drawFeet(pdf, pen, paper)
}

function drawHead(pdf: Pdf, pen: Pen, { title, numbers, symbol }: Paper): void {
  const top = pen.y
  let textWidth = paperWidth
  if (symbol) {
    textWidth -= symbolSide + gap
    const x = right - symbolSide
    pdf.addContent(symbolContent(symbol.address, undefined, { x, y: top, side: symbolSide }))
    let baseline = top + symbolSide + symbolMargin + 6
    for (const text of symbol.lines) {
      pen.line(text, right, baseline, { size: 7, color: ink.quiet, right: true })
      baseline += 9
    }
    pen.y = baseline - 2
  }
  pen.line(title, left, top + 21, { font: 'medium', size: 24 })
  let baseline = top + 44
  for (const text of numbers)
    for (const row of pen.rows(text, textWidth, { size: 11 })) {
      pen.line(row, left, baseline, { size: 11, color: ink.quiet })
      baseline += 16
    }
  pen.y = Math.max(pen.y, baseline - 6)
  pen.rule(pen.y, { color: ink.text, width: 1 })
  pen.y += 14
}

/** Draws facts next to each other; a wide one has a row of its own. */
function drawFacts(pen: Pen, facts: readonly Fact[], perRow: number, setting: Setting): void {
  const width = (paperWidth - gap * (perRow - 1)) / perRow
  const leading = setting.size * 1.35
  let pending: Fact[] = []
  const flush = () => {
    if (pending.length === 0) return
    const cells = pending.map(fact => ({
      ...fact,
      rows: pen.rows(fact.value, fact.wide ? paperWidth : width, setting),
    }))
    pen.makeRoom(12 + leading)
    for (const [at, { caption }] of cells.entries())
      pen.line(caption, left + at * (width + gap), pen.y + 7, { size: 8, color: ink.quiet })
    pen.y += 11
    // Terms of many lines may go on over pages.
    const most = Math.max(...cells.map(({ rows }) => rows.length))
    for (let n = 0; n < most; n++) {
      pen.makeRoom(leading)
      for (const [at, { rows, oblique }] of cells.entries()) {
        const row = rows[n]
        if (row) pen.line(row, left + at * (width + gap), pen.y + 0.78 * leading, { ...setting, oblique })
      }
      pen.y += leading
    }
    pen.y += 8
    pending = []
  }
  for (const fact of facts) {
    if (fact.wide) flush()
    pending.push(fact)
    if (fact.wide || pending.length === perRow) flush()
  }
  flush()
}

/** Draws a table; its heading is repeated on each page, and its sums stay with its last row. */
async function drawTable(pen: Pen, table: Table): Promise<void> {
  const { columns, rows, sums = [] } = table
  const heading = (title: string) => {
    pen.line(title, left, pen.y + 12, { font: 'medium', size: 11 })
    pen.y += 20
    drawRow(
      pen,
      columns.map(column => ({ ...column, code: false })),
      columns.map(column => column.title),
      { size: 8, color: ink.quiet },
    )
    pen.rule(pen.y, { color: ink.text, width: 0.75 })
  }
  // A heading has at least two rows under it.
  pen.makeRoom(20 + rowHeight * (1 + Math.min(rows.length, 2) + (rows.length <= 2 ? sums.length : 0)))
  heading(table.title)
  for (const [at, row] of rows.entries()) {
    const isLast = at === rows.length - 1
    if (pen.makeRoom(rowHeight * (isLast ? 1 + sums.length : 1))) heading(table.continued)
    drawRow(pen, columns, row, { size: 9 })
    pen.rule(pen.y)
    if (at % rowsPerTurn === rowsPerTurn - 1) await yieldToEventLoop()
  }
  if (sums.length > 0) pen.rule(pen.y, { color: ink.text, width: 0.75 })
  for (const sum of sums) {
    drawRow(
      pen,
      columns.map(column => ({ ...column, code: false })),
      sum,
      { font: 'medium', size: 9 },
    )
  }
  pen.y += gap / 2
}

const cellPadding = 4

function drawRow(pen: Pen, columns: readonly Column[], cells: readonly string[], setting: Setting): void {
  let x = left
  const baseline = pen.y + rowBaseline
  for (const [at, column] of columns.entries()) {
    const text = cells[at] ?? ''
    const width = column.width - 2 * cellPadding
    if (text !== '') {
      if (column.code) pen.code(text, x + cellPadding, baseline, width, setting.size)
      else {
        const [row = ''] = pen.rows(text, width, setting, 1)
        const end = column.right ? x + column.width - cellPadding : x + cellPadding
        pen.line(row, end, baseline, { ...setting, right: column.right })
      }
    }
    x += column.width
  }
  pen.y += rowHeight
}

const picturesPerRow = 4
const pictureHeight = 84

/** Draws pictures next to each other, each within a frame of the same size. */
function drawPictures(pdf: Pdf, pen: Pen, { title, contents }: NonNullable<Paper['pictures']>): void {
  const width = (paperWidth - gap * (picturesPerRow - 1)) / picturesPerRow
  pen.makeRoom(20 + pictureHeight)
  pen.line(title, left, pen.y + 12, { font: 'medium', size: 11 })
  pen.y += 20
  for (let at = 0; at < contents.length; at += picturesPerRow) {
    pen.makeRoom(pictureHeight)
    for (const [column, content] of contents.slice(at, at + picturesPerRow).entries())
      pdf.image(content, left + column * (width + gap), pen.y, { fit: [width, pictureHeight] })
    pen.y += pictureHeight + gap / 2
  }
}

const signatureLine = 26
/** Room above the line of a drawn signature. */
const drawingLine = 70

/** Draws the fields of both sides next to each other on one page, and below them what the paper does not prove. */
function drawSignatures(pdf: Pdf, pen: Pen, { signatures, statement }: Paper): void {
  const width = (paperWidth - gap) / 2
  const names = signatures.map(({ party }) => pen.rows(party.value, width, { font: 'medium', size: 10 }))
  const most = Math.max(...names.map(rows => rows.length))
  const proof = pen.rows(statement, paperWidth, { size: 8 })
  const lines = Math.max(...signatures.map(side => side.lines.length))
  // The lines of both sides are level.
  const heights = Array.from({ length: lines }, (_, n) =>
    signatures.some(side => side.lines[n]?.drawing) ? drawingLine : signatureLine,
  )
  const height = 14 + most * 14 + heights.reduce((sum, one) => sum + one, 0) + 18
  pen.makeRoom(height + proof.length * 11)
  const top = pen.y
  for (const [at, { party, lines }] of signatures.entries()) {
    const x = left + at * (width + gap)
    pen.line(party.caption, x, top + 7, { size: 8, color: ink.quiet })
    for (const [n, row] of names[at]!.entries()) pen.line(row, x, top + 21 + n * 14, { font: 'medium', size: 10 })
    let y = top + 14 + most * 14
    for (const [n, { caption, value, drawing }] of lines.entries()) {
      y += heights[n]!
      const captionWidth = widthOfLine(pdf, printable(caption), { font: 'regular', size: 8 }) + 8
      const [from, room] = [x + captionWidth, width - captionWidth]
      if (drawing) pdf.image(drawing, from, y - drawingLine + 8, { fit: [room, drawingLine - 10], align: 'center' })
      pen.line(caption, x, y - 3, { size: 8, color: ink.quiet })
      if (value) pen.line(pen.rows(value, room, { size: 10 }, 1)[0] ?? '', from, y - 3, { size: 10 })
      pen.rule(y, { from: x, to: x + width, color: ink.text })
    }
  }
  pen.y = top + height
  for (const row of proof) {
    pen.line(row, left, pen.y, { size: 8, color: ink.quiet })
    pen.y += 11
  }
}

function drawFeet(pdf: Pdf, pen: Pen, { foot, page }: Paper): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let number = 0; number < count; number++) {
    pdf.switchToPage(start + number)
    pen.rule(sheet.height - 42)
    pen.line(foot, left, sheet.height - 29, { size: 8, color: ink.quiet })
    const pages = fill(page, { page: number + 1, pages: count })
    pen.line(pages, right, sheet.height - 29, { size: 8, color: ink.quiet, right: true })
  }
}
