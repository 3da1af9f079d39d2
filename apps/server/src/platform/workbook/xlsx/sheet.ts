import { exactDigits } from '@timbermark/contract/reading'
import { zipSync } from 'fflate'
import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { columnLetters, type Grid, rowsAboveHeading, uncomputed } from '../grid.ts'
import { restore } from './cells.ts'
import type { XlsxAnswer, XlsxLimits, XlsxRefusal, XlsxValue } from './read.ts'
import { type NumberFormat, readFormattedCells, readNumberFormats } from './number-formats.ts'
import { attributeOf, placeOf, readVisible, type Visible } from './visible.ts'
import { inflateEntry, listZip, looksLikeZip, UnzipRefused } from './unzip.ts'

class Refused extends Error {
  readonly reason: XlsxRefusal
  readonly cell: string

  constructor(reason: XlsxRefusal, message: string, cell = '') {
    super(message)
    this.reason = reason
    this.cell = cell
  }
}

/** A cell in its sheet, up to its formula when it has one. */
const formula = /<(?:\w{1,10}:)?c\s[^<>]{0,200}?\br="([A-Z]{1,3}\d{1,7})"[^<>]{0,200}>\s{0,20}<(?:\w{1,10}:)?f[\s>/]/
const anyFormula = /<(?:\w{1,10}:)?f[\s>/]/

/** At most so many sheets are read. The export of records has one for each stage and template, behind its list. */
const mostSheets = 40

/** Reads the shown sheets in this thread, whatever time and memory that takes: use `readWorkbook` for uploads. */
export async function readSheets(data: Uint8Array, limits: XlsxLimits): Promise<XlsxAnswer> {
  try {
    return { grids: await read(data, limits) }
  } catch (error) {
    if (error instanceof Refused) return { reason: error.reason, message: error.message, cell: error.cell }
    if (error instanceof UnzipRefused) return { reason: error.reason, message: error.message }
    return { reason: 'broken', message: error instanceof Error ? error.message : String(error) }
  }
}

async function read(data: Uint8Array, limits: XlsxLimits): Promise<Grid[]> {
  // One stored text may be used by any number of cells: the answer must not grow beyond what the file held.
  const room = { left: limits.inflatedBytes }
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => data[index] === byte)
  if (ole && limits.accept.includes('xls')) return readLegacy(data, limits, room)
  if (!looksLikeZip(data) || !limits.accept.includes('xlsx')) throw new Refused('type', 'The file is no workbook')
  const { workbook, sheets, styles } = cleanWorkbook(data, limits)
  const numberFormats = readNumberFormats(styles)
  const grids: Grid[] = []
  for (const { index, name, xml } of sheets)
    grids.push(
      await collect(streamXlsxRows(workbook, { sheet: index }), {
        name,
        visible: readVisible(xml),
        formats: readFormattedCells(xml, numberFormats),
        limits,
        room,
      }),
    )
  return grids
}

/** The binary format does not tell which rows are hidden; only users are imported from it. */
async function readLegacy(data: Uint8Array, limits: XlsxLimits, room: Room): Promise<Grid[]> {
  const { sheets } = await readXls(data).catch((error: Error) => {
    // Other documents, and workbooks with a password, use the same envelope.
    throw new Refused('type', error.message)
  })
  const grids: Grid[] = []
  for (const { name, rows } of sheets.slice(0, mostSheets)) {
    const source = (async function* () {
      for (const [index, values] of rows.entries()) yield { index, values: values as unknown[] }
    })()
    grids.push(await collect(source, { name, visible: readVisible(''), formats: new Map(), limits, room }))
  }
  return grids
}

/**
 * Packs the workbook again, without compression and with only the parts that reading a sheet needs, so that the reader
 * sees exactly what was checked here: no links to other files, no doubtful archive structure, nothing left to inflate.
 */
function cleanWorkbook(
  data: Uint8Array,
  limits: XlsxLimits,
): { workbook: Uint8Array; sheets: FoundSheet[]; styles: string } {
  const entries = listZip(data, limits.entries)
  if (!entries.some(entry => entry.name === '[Content_Types].xml'))
    throw new Refused('type', 'The archive is no workbook')
  let left = limits.inflatedBytes
  const parts: Record<string, [Uint8Array, { level: 0 }]> = {}
  for (const entry of entries) {
    const content = inflateEntry(entry, left)
    left -= content.length
    if (/vbaProject|macrosheets/i.test(entry.name)) throw new Refused('type', 'The workbook holds macros')
    if (limits.plain && /externalLinks/i.test(entry.name)) throw new Refused('links', 'The workbook reads other files')
    if (!/\.(xml|rels)$/i.test(entry.name) || /externalLinks|customXml|docProps|drawings|media/i.test(entry.name))
      continue
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY'))
      throw new Refused('broken', 'The workbook declares entities')
    parts[entry.name] = [content, { level: 0 }]
  }
  const types = Buffer.from(parts['[Content_Types].xml']![0]).toString()
  if (
    !types.includes('spreadsheetml.sheet.main+xml') ||
    /macroEnabled|vbaProject|ms-excel\.sheet\.binary/i.test(types)
  ) {
    throw new Refused('type', 'The archive is no workbook, or one with macros')
  }
  const text = (path: string) => Buffer.from(parts[path]?.[0] ?? []).toString()
  const visibleSheets = shownSheets(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'))
  if (limits.plain)
    for (const [path, [content]] of Object.entries(parts))
      refuseComputed(path, content, visibleSheets.find(one => one.path === path)?.name)
  const sheets = visibleSheets.slice(0, mostSheets).map(({ index, name, path }) => ({ index, name, xml: text(path) }))
  return { workbook: zipSync(parts), sheets, styles: text('xl/styles.xml') }
}

interface FoundSheet {
  /** Its position among all sheets. */
  index: number
  name: string
  xml: string
}

/** The sheets that people see, in their order; all when every one is hidden. */
function shownSheets(workbook: string, relations: string): { index: number; name: string; path: string }[] {
  const targets = new Map(
    (relations.match(/<(?:\w{1,10}:)?Relationship\s[^<>]{0,2000}>/g) ?? []).map(one => [
      attributeOf(one, 'Id'),
      attributeOf(one, 'Target') ?? '',
    ]),
  )
  const sheets = (workbook.match(/<(?:\w{1,10}:)?sheet\s[^<>]{0,1000}>/g) ?? []).map((one, index) => {
    const target = targets.get(attributeOf(one, 'id'))
    return {
      index,
      name: decodeEntities(attributeOf(one, 'name') ?? `${index + 1}`),
      hidden: /^(?:veryH|h)idden$/.test(attributeOf(one, 'state') ?? ''),
      path: target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`,
    }
  })
  const visible = sheets.filter(({ hidden }) => !hidden)
  if (sheets.length === 0) return [{ index: 0, name: '1', path: 'xl/worksheets/sheet1.xml' }]
  return visible.length > 0 ? visible : sheets
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return entities[String(name).toLowerCase()] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** @throws Refused `formula` with its cell */
function refuseComputed(path: string, content: Uint8Array, name: string | undefined): void {
  if (!/worksheets\/[^/]+\.xml$/i.test(path)) return
  const sheet = Buffer.from(content).toString()
  const cell = formula.exec(sheet)?.[1]
  if (anyFormula.test(sheet))
    throw new Refused('formula', 'There is a formula', name && cell ? `${name}!${cell}` : cell)
}

interface Room {
  left: number
}

interface Collecting {
  name: string
  visible: Visible
  /** What number formats add, by cell. */
  formats: ReadonlyMap<string, NumberFormat>
  limits: XlsxLimits
  room: Room
}

async function collect(
  source: AsyncIterable<{ index: number; values: unknown[] }>,
  { name, visible, formats, limits, room }: Collecting,
): Promise<Grid> {
  const grid: Grid = { sheet: name, rows: [], leftOut: { rows: 0, columns: 0 }, merges: visible.merges }
  const hiddenColumns = new Set<number>()
  const formulas = formulasByRow(visible)
  let before = 0
  for await (const { index, values } of source) {
    const row = index + 1
    const cells = values.map((value, place) =>
      withFormat(toValue(value), formats.size > 0 ? formats.get(`${columnLetters(place)}${row}`) : undefined),
    )
    for (const place of formulas.get(row) ?? []) cells[place] ??= uncomputed
    while (cells.length > 0 && (cells.at(-1) ?? null) === null) cells.pop()
    if (cells.length === 0) continue
    if (!Number.isInteger(row) || row <= before) throw new Refused('broken', 'Rows are out of order')
    before = row
    if (visible.hiddenRow(row)) {
      grid.leftOut.rows++
      continue
    }
    for (const [place, cell] of cells.entries()) {
      if (cell === null || cell === undefined) cells[place] = null
      else if (visible.hiddenColumn(place)) {
        hiddenColumns.add(place)
        cells[place] = null
      } else if (typeof cell === 'string') {
        room.left -= cell.length
        if (room.left < 0) throw new Refused('tooLarge', 'The sheet holds more text than allowed')
      }
    }
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    // A sheet that nobody wants to read may be larger than a list.
    if (cells.length > limits.columns)
      grid.problem = { reason: 'tooManyColumns', message: `${cells.length} columns`, cell: String(row) }
    if (grid.rows.length > limits.rows + rowsAboveHeading)
      grid.problem = { reason: 'tooManyRows', message: `There is a row ${row}` }
    if (grid.problem) break
    grid.rows.push({ row, cells })
  }
  grid.leftOut.columns = hiddenColumns.size
  return grid
}

function formulasByRow({ uncomputed: cells }: Visible): Map<number, number[]> {
  const rows = new Map<number, number[]>()
  for (const cell of cells) {
    const { row, place } = placeOf(cell)
    rows.set(row, [...(rows.get(row) ?? []), place])
  }
  return rows
}

/** A number as its cell shows it: 0.12 in the format of percentages is 12 %. */
function withFormat(value: XlsxValue, format: NumberFormat | undefined): XlsxValue {
  if (typeof value !== 'number' || !format) return value
  return { number: format.unit === '%' ? Number((value * 100).toPrecision(exactDigits)) : value, ...format }
}

function toValue(value: unknown): XlsxValue {
  if (typeof value === 'string') return value.trim() === '' ? null : restore(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return null
}
