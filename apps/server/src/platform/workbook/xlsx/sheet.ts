import { zipSync } from 'fflate'
import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { restore } from './cells.ts'
import type { XlsxAnswer, XlsxLimits, XlsxRefusal, XlsxTable, XlsxValue } from './read.ts'
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

/** Reads the first sheet in this thread, whatever time and memory that takes: use `readXlsx` for uploads. */
export async function readSheet(data: Uint8Array, limits: XlsxLimits): Promise<XlsxAnswer> {
  try {
    return { table: await read(data, limits) }
  } catch (error) {
    if (error instanceof Refused) return { reason: error.reason, message: error.message, cell: error.cell }
    if (error instanceof UnzipRefused) return { reason: error.reason, message: error.message }
    return { reason: 'broken', message: error instanceof Error ? error.message : String(error) }
  }
}

async function read(data: Uint8Array, limits: XlsxLimits): Promise<XlsxTable> {
  const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => data[index] === byte)
  if (ole && limits.accept.includes('xls')) return collect(legacyRows(data), limits)
  if (!looksLikeZip(data) || !limits.accept.includes('xlsx')) throw new Refused('type', 'The file is no workbook')
  const { workbook, sheet } = cleanWorkbook(data, limits)
  return collect(streamXlsxRows(workbook, { sheet }), limits)
}

async function* legacyRows(data: Uint8Array): AsyncGenerator<{ index: number; values: unknown[] }> {
  const workbook = await readXls(data, { sheets: [0] }).catch((error: Error) => {
    // Other documents, and workbooks with a password, use the same envelope.
    throw new Refused('type', error.message)
  })
  const rows = workbook.sheets[0]?.rows ?? []
  for (const [index, values] of rows.entries()) yield { index, values }
}

/**
 * Packs the workbook again, without compression and with only the parts that reading a sheet needs, so that the reader
 * sees exactly what was checked here: no links to other files, no doubtful archive structure, nothing left to inflate.
 */
function cleanWorkbook(data: Uint8Array, limits: XlsxLimits): { workbook: Uint8Array; sheet: number } {
  const entries = listZip(data, limits.entries)
  if (!entries.some(entry => entry.name === '[Content_Types].xml'))
    throw new Refused('type', 'The archive is no workbook')
  let left = limits.inflatedBytes
  const parts: Record<string, [Uint8Array, { level: 0 }]> = {}
  for (const entry of entries) {
    const content = inflateEntry(entry, left)
    left -= content.length
    if (/vbaProject|macrosheets/i.test(entry.name)) throw new Refused('type', 'The workbook holds macros')
    if (limits.plain) refuseComputed(entry.name, content)
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
  const { sheet, path } = visibleSheet(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'))
  refuseMerged(text(path))
  return { workbook: zipSync(parts), sheet }
}

const attributeOf = (element: string, name: string) =>
  new RegExp(`\\s(?:\\w{1,10}:)?${name}\\s{0,5}=\\s{0,5}["']([^"']{0,255})["']`).exec(element)?.[1]

/** The first visible sheet: a user who hid a sheet before it would not expect that one to be read. */
function visibleSheet(workbook: string, relations: string): { sheet: number; path: string } {
  const sheets = workbook.match(/<(?:\w{1,10}:)?sheet\s[^<>]{0,1000}>/g) ?? []
  const visible = sheets.findIndex(one => !/^(?:veryH|h)idden$/.test(attributeOf(one, 'state') ?? ''))
  const sheet = Math.max(0, visible)
  const id = attributeOf(sheets[sheet] ?? '', 'id')
  const target = (relations.match(/<(?:\w{1,10}:)?Relationship\s[^<>]{0,2000}>/g) ?? [])
    .filter(one => id !== undefined && attributeOf(one, 'Id') === id)
    .map(one => attributeOf(one, 'Target') ?? '')[0]
  return { sheet, path: target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}` }
}

const mergedCell =
  /<(?:\w{1,10}:)?mergeCell\s[^<>]{0,200}?\bref\s{0,5}=\s{0,5}["']([A-Z]{1,3}(\d{1,7})):[A-Z]{1,3}(\d{1,7})["']/g

/** @throws Refused `merged` with the first cell that spans several rows */
function refuseMerged(sheet: string): void {
  for (const [, cell, first, last] of sheet.matchAll(mergedCell))
    if (first !== last) throw new Refused('merged', 'A cell stands for several rows', cell)
}

/** @throws Refused `links`, and `formula` with its cell */
function refuseComputed(name: string, content: Buffer): void {
  if (/externalLinks/i.test(name)) throw new Refused('links', 'The workbook reads other files')
  if (!/worksheets\/[^/]+\.xml$/i.test(name)) return
  const sheet = content.toString()
  if (anyFormula.test(sheet)) throw new Refused('formula', 'There is a formula', formula.exec(sheet)?.[1])
}

async function collect(
  source: AsyncIterable<{ index: number; values: unknown[] }>,
  limits: XlsxLimits,
): Promise<XlsxTable> {
  let header: string[] = []
  const rows: XlsxValue[][] = []
  // One stored text may be used by any number of cells: the answer must not grow beyond what the file held.
  let room = limits.inflatedBytes
  for await (const { index, values } of source) {
    const row = values.map(toValue)
    while (row.length > 0 && row.at(-1) === null) row.pop()
    if (row.length === 0) continue
    if (row.length > limits.columns) throw new Refused('tooManyColumns', `Row ${index + 1} has ${row.length} columns`)
    for (const value of row) {
      if (typeof value !== 'string') continue
      room -= value.length
      if (room < 0) throw new Refused('tooLarge', 'The sheet holds more text than allowed')
    }
    if (index === 0) {
      header = row.map(value => (value instanceof Date ? value.toISOString() : String(value ?? '').trim()))
      while (header.at(-1) === '') header.pop()
      continue
    }
    if (!Number.isInteger(index) || index < rows.length + 1) throw new Refused('broken', 'Rows are out of order')
    if (index > limits.rows) throw new Refused('tooManyRows', `There is a row ${index + 1}`)
    while (rows.length < index - 1) rows.push(emptyRow(header.length))
    while (row.length < header.length) row.push(null)
    rows.push(row)
  }
  return { header, rows }
}

function emptyRow(length: number): null[] {
  return Array.from({ length }, () => null)
}

function toValue(value: unknown): XlsxValue {
  if (typeof value === 'string') return value.trim() === '' ? null : restore(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return null
}
