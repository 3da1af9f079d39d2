/** Writes workbooks row by row, in constant memory. */
import { Readable } from 'node:stream'
import { cellWriter, type ColumnKind, styleOf, styleOfColumn, textCell } from './cells.ts'
import { linesOf } from '../text-width.ts'
import { type PackEntry, pack } from './pack.ts'
import * as parts from './parts.ts'

export interface XlsxColumn {
  /** Heading in the reader's language. */
  title: string
  /** In characters, as Excel counts column widths: 1 to 255. */
  width: number
  kind: ColumnKind
  /** Digits after the decimal point that every number of a `decimal` column shows; as many as it has without it. */
  decimals?: number
}

type Rows = Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>

export interface XlsxSheet {
  /** Characters a sheet name cannot hold are replaced; it is cut to 31. */
  sheetName: string
  columns: readonly XlsxColumn[]
  rows: Rows
}

export interface XlsxWriteOptions {
  /** IANA name of the zone in which `datetime` columns show moments; `UTC` without it. */
  timeZone?: string
  /** Rows per sheet, including its heading, before a further sheet begins; Excel's own 1,048,576 by default. */
  rowsPerSheet?: number
}

/** The most rows of a sheet in Excel. */
const maxRows = 1_048_576
/** Bytes of XML that are collected before they are compressed. */
const chunkSize = 64 * 1024

/**
 * A workbook (xlsx) as a stream: bold heading that stays in view and on every printed page, filter buttons, cells typed
 * by column, one page wide on paper.
 *
 * Rows are read as fast as the client takes the file and none is stored. A row holds one value per column, in order:
 * - `text`: any value; never a formula, see `neutralise` for text that looks like one
 * - `integer`, `decimal`: number, bigint or digits; beyond 15 digits it is written as text, so that none is lost
 * - `date`: `YYYY-MM-DD`, or a Date whose day is taken in UTC
 * - `datetime`: a Date or a text with a zone is shown in `timeZone`; a text without one is shown unchanged
 *
 * A value that does not fit its column's kind is written as text; null, undefined and '' leave the cell empty. Sheets
 * without rows serve as import templates: their columns are formatted for what will be typed.
 *
 * The stream fails with the error that `rows` throws; it then ends without a closing record, so that no reader takes it
 * for complete.
 */
export function writeXlsx(
  columns: readonly XlsxColumn[],
  rows: Rows,
  { sheetName, ...options }: XlsxWriteOptions & Pick<XlsxSheet, 'sheetName'>,
): Readable {
  return writeXlsxSheets([{ sheetName, columns, rows }], options)
}

/** The same with several sheets, each with columns of its own; they are asked for one after another. At least one. */
export function writeXlsxSheets(
  sheets: Iterable<XlsxSheet> | AsyncIterable<XlsxSheet>,
  options: XlsxWriteOptions = {},
): Readable {
  return Readable.from(pack(entries(sheets, options)), { objectMode: false })
}

async function* entries(
  sheets: Iterable<XlsxSheet> | AsyncIterable<XlsxSheet>,
  { timeZone = 'UTC', rowsPerSheet = maxRows }: XlsxWriteOptions,
): AsyncGenerator<PackEntry> {
  const names: string[] = []
  yield { path: '[Content_Types].xml', data: parts.contentTypes }
  yield { path: '_rels/.rels', data: parts.rootRelationships }
  yield { path: 'xl/styles.xml', data: parts.styles }
  for await (const { sheetName, columns, rows } of sheets) {
    const source = lookahead(rows)
    const sheet = sheetWriter(columns, timeZone, Math.min(rowsPerSheet, maxRows))
    try {
      do {
        names.push(freeName(sheetName, names))
        yield { path: `xl/worksheets/sheet${names.length}.xml`, data: sheet(source) }
      } while (await source.more())
    } finally {
      await source.close()
    }
  }
  yield { path: 'xl/workbook.xml', data: parts.workbook(names) }
  yield { path: 'xl/_rels/workbook.xml.rels', data: parts.workbookRelationships(names.length) }
}

/** Excel compares the names of sheets without case. */
function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map(name => name.toLowerCase()))
  for (let n = 1; ; n++) {
    const name = parts.sheetName(wanted, n)
    if (!used.has(name.toLowerCase())) return name
  }
}

/** @returns a generator that writes one sheet from the remaining rows */
function sheetWriter(columns: readonly XlsxColumn[], timeZone: string, rowsPerSheet: number) {
  const letters = columns.map((_, index) => columnLetters(index))
  const cells = columns.map(({ kind, decimals }, index) => cellWriter(letters[index]!, kind, timeZone, decimals))
  const head = parts.sheetHead(
    columns.map(({ width, kind, decimals }) => ({ width: clampWidth(width), style: styleOfColumn(kind, decimals) })),
  )
  const titles = columns.map(({ title, kind }, index) =>
    textCell(`${letters[index]}1`, title, kind === 'text' ? styleOf.header : styleOf.numberHeader),
  )
  const texts = columns.flatMap(({ kind, width }, index) => (kind === 'text' ? [{ index, width: roomIn(width) }] : []))
  const headLines = Math.max(1, ...columns.map(({ title, width }) => linesOf(title, roomIn(width) - filterButton)))

  return async function* (source: Source): AsyncGenerator<Buffer> {
    let xml = `${head}${rowStart(1, headLines)}${titles.join('')}</row>`
    let number = 1
    while (number < rowsPerSheet && (await source.more())) {
      const row = source.take()
      number++
      const lines = texts.map(({ index, width }) =>
        row[index] === null || row[index] === undefined ? 1 : linesOf(String(row[index]), width),
      )
      xml += rowStart(number, Math.max(1, ...lines))
      for (let index = 0; index < cells.length; index++) xml += cells[index]!(row[index], number)
      xml += '</row>'
      if (xml.length >= chunkSize) {
        yield Buffer.from(xml)
        xml = ''
      }
    }
    yield Buffer.from(xml + parts.sheetFoot(letters.at(-1) ?? 'A', number))
  }
}

interface Source {
  /** Whether there is a row to take; waits for it. */
  more(): Promise<boolean> | boolean
  take(): readonly unknown[]
  close(): Promise<void>
}

/** Rows with one read ahead, so that a further sheet begins only when it has a row. */
function lookahead(rows: Rows): Source {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: readonly unknown[] | undefined
  let ended = false
  return {
    async more() {
      if (ahead || ended) return !ended
      const next = await iterator.next()
      if (next.done) ended = true
      else ahead = next.value
      return !ended
    },
    take() {
      const row = ahead
      ahead = undefined
      if (!row) throw new Error('There is no row to take')
      return row
    },
    async close() {
      if (!ended) await iterator.return?.()
      ended = true
    },
  }
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** Margins and indent take some of a column's width. */
export const roomIn = (width: number) => Math.max(1, clampWidth(width) - 2)
/** Width of the button that filters a column. */
const filterButton = 2
const linePoints = 15
/** Excel's own limit for the height of a row, in lines. */
const mostLines = 27

/** Programs differ in whether they grow a row for a wrapped text: so the height is stated. */
export function rowStart(number: number, lines: number): string {
  const height = lines > 1 ? ` ht="${Math.min(lines, mostLines) * linePoints}" customHeight="1"` : ''
  return `<row r="${number}"${height}>`
}

function clampWidth(width: number): number {
  return Number.isFinite(width) ? Math.min(255, Math.max(1, width)) : 12
}
