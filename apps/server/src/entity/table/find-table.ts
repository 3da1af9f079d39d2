/** Finds a list in an uploaded table: its sheet, its heading under titles and blank rows, and its columns. */
import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { valueText } from '../../platform/workbook/cell.ts'
import {
  columnLetters,
  type Grid,
  type GridRow,
  rowsAboveHeading,
  type SheetRead,
  uncomputed,
} from '../../platform/workbook/grid.ts'
import {
  assertUsable,
  sheetName,
  type XlsxLimits,
  XlsxRefused,
  type XlsxValue,
  xlsxLimits,
} from '../../platform/workbook/xlsx/xlsx.ts'
import { Refusal } from '../../platform/refusal.ts'
import { headingOf } from './heading.ts'
import type { TableSource } from './table-answer.ts'

/** A column that a list may have. */
export interface TableColumn<Key extends string = string> {
  key: Key
  /** Its name in the reader's language. */
  title: string
  /** Every heading under which it is found, in all languages, with and without the unit. Later columns win. */
  headings: readonly string[]
  /** The list must have this column, or another one of the same group. */
  needed?: string | undefined
}

export interface FoundTable<Key extends string = string> {
  /** The column at each place. */
  keys: (Key | undefined)[]
  /** The rows below the heading that hold anything. */
  rows: GridRow[]
  source: TableSource
}

interface Heading<Key extends string> {
  read: SheetRead
  row: number
  cells: readonly XlsxValue[]
  keys: (Key | undefined)[]
  /** Different columns that were recognised. */
  known: number
  complete: boolean
  /** The sheet has a name that the export gives it. */
  named: boolean
}

/**
 * The list among the sheets, by the headings of its columns.
 * @param wanted takes this sheet only, because a person chose it
 * @param names of the sheet in an export: it is taken before others with the same columns
 * @throws Refusal importColumns, importUncomputed, importRows, and those of XlsxRefused
 */
export function findTable<Key extends string>(
  reads: readonly SheetRead[],
  columns: readonly TableColumn<Key>[],
  language: Language,
  {
    wanted,
    names = [],
    limits = {},
  }: { wanted?: string | undefined; names?: readonly string[]; limits?: Partial<XlsxLimits> } = {},
): FoundTable<Key> {
  const allowed = { ...xlsxLimits, ...limits }
  const known = new Map<string, Key>()
  for (const { key, headings } of columns)
    for (const heading of headings) {
      const folded = headingOf(heading)
      if (folded) known.set(folded, key)
    }
  const offered = reads.filter(({ head }) => wanted === undefined || head.sheet === wanted)
  const sheetNames = new Set(names.map(name => sheetName(name, 1)))
  const candidates = offered.flatMap(read => bestHeading(read, known, columns, sheetNames) ?? [])
  // The first of equal ones: sheets come in their order, encodings by their likelihood.
  const best = candidates.reduce<Heading<Key> | undefined>((a, b) => (a && rank(a) >= rank(b) ? a : b), undefined)
  if (!best) {
    for (const { head } of offered) assertUsable(head, 0, allowed)
    throw new Refusal('importColumns', { problem: missingHeading(columns, language) })
  }
  const grid = best.read.complete()
  if (!best.complete) throw new Refusal('importColumns', { problem: headingProblem(best, columns, language) })
  assertUsable(grid, best.row, allowed)
  const rows = grid.rows.filter(({ row }) => row > best.row)
  if (rows.length > allowed.rows) throw new Refusal('importRows', { max: allowed.rows })
  const outside = checkRows(grid, best, rows, allowed)
  const others = reads.flatMap(read => (read.head.sheet !== undefined && read !== best.read ? [read.head.sheet] : []))
  const alike = new Set(candidates.flatMap(({ complete, read }) => (complete ? [read.head.sheet] : [])))
  return {
    keys: best.keys,
    rows,
    source: {
      sheet: grid.sheet ?? null,
      otherSheets: others.map(name => ({ name, alike: alike.has(name) })),
      headingRow: best.row,
      hiddenRows: grid.leftOut.rows,
      hiddenColumns: grid.leftOut.columns,
      outside,
      encoding: grid.text?.encoding ?? null,
      separator: grid.text?.separator ?? null,
    },
  }
}

const rank = ({ known, complete, named }: Heading<string>) => known + (named ? 0.5 : 0) + (complete ? 1000 : 0)

/** The row of a sheet that most resembles the heading; a title above it may hold a word that is a heading too. */
function bestHeading<Key extends string>(
  read: SheetRead,
  known: ReadonlyMap<string, Key>,
  columns: readonly TableColumn<Key>[],
  names: ReadonlySet<string>,
): Heading<Key> | undefined {
  let best: Heading<Key> | undefined
  for (const { row, cells } of read.head.rows.slice(0, rowsAboveHeading)) {
    const keys = cells.map(cell => known.get(headingOf(textOf(cell)) ?? ''))
    const heading: Heading<Key> = {
      read,
      row,
      cells,
      keys,
      known: new Set(keys.filter(key => key !== undefined)).size,
      complete: false,
      named: read.head.sheet !== undefined && names.has(read.head.sheet),
    }
    heading.complete = isComplete(heading, columns)
    if (heading.known > 0 && (!best || rank(heading) > rank(best))) best = heading
  }
  return best
}

const textOf = (cell: XlsxValue | undefined) => (cell === uncomputed ? '' : valueText(cell))

function isComplete<Key extends string>(heading: Heading<Key>, columns: readonly TableColumn<Key>[]): boolean {
  const { unknown, twice } = oddities(heading)
  return unknown.length === 0 && twice.length === 0 && missing(heading, columns).length === 0
}

/** Headings that are no column, and columns that occur again: of two, the last would win silently. */
function oddities<Key extends string>({ cells, keys }: Heading<Key>): { unknown: number[]; twice: number[] } {
  const unknown = cells.flatMap((cell, place) => (textOf(cell) !== '' && keys[place] === undefined ? [place] : []))
  const twice = keys.flatMap((key, place) => (key !== undefined && keys.indexOf(key) !== place ? [place] : []))
  return { unknown, twice }
}

function missing<Key extends string>({ keys }: Heading<Key>, columns: readonly TableColumn<Key>[]): string[] {
  const present = new Set(columns.filter(({ key }) => keys.includes(key)).map(({ needed }) => needed))
  const groups = new Map<string, string>()
  for (const { needed, title } of columns)
    if (needed !== undefined && !present.has(needed) && !groups.has(needed)) groups.set(needed, title)
  return [...groups.values()]
}

const named = 8

function listOf(language: Language, all: readonly string[]): string {
  const listed = all.slice(0, named).join(phrase(language, 'sheetName.separator'))
  return all.length > named ? `${listed}…` : listed
}

function missingHeading(columns: readonly TableColumn[], language: Language): string {
  const needed = columns.filter(column => column.needed !== undefined)
  const titles = (needed.length > 0 ? needed : columns).map(({ title }) => title)
  return phrase(language, 'sheetName.noHeading', { n: rowsAboveHeading, titles: listOf(language, titles) })
}

/** What is wrong with a heading, with its sheet, row and columns. */
function headingProblem<Key extends string>(
  heading: Heading<Key>,
  columns: readonly TableColumn<Key>[],
  language: Language,
): string {
  const { unknown, twice } = oddities(heading)
  const absent = missing(heading, columns)
  const quoted = (places: readonly number[]) =>
    listOf(
      language,
      places.map(place =>
        phrase(language, 'sheetName.heading', {
          title: textOf(heading.cells[place]).replace(/\s+/g, ' ').slice(0, 60),
          column: columnLetters(place),
        }),
      ),
    )
  const { sheet, leftOut } = heading.read.head
  const at = { sheet: sheet ?? '', row: heading.row }
  return [
    phrase(language, sheet === undefined ? 'sheetName.headingRow' : 'sheetName.headingIn', at),
    ...(unknown.length > 0 ? [phrase(language, 'sheetName.headingUnknown', { headings: quoted(unknown) })] : []),
    ...(twice.length > 0 ? [phrase(language, 'sheetName.headingTwice', { headings: quoted(twice) })] : []),
    ...(absent.length > 0 ? [phrase(language, 'sheetName.headingMissing', { titles: listOf(language, absent) })] : []),
    ...(absent.length > 0 && leftOut.columns > 0
      ? [phrase(language, 'sheetName.hiddenColumns', { n: leftOut.columns })]
      : []),
  ].join(' ')
}

/** @returns how many cells stand under no heading. @throws Refusal importUncomputed, XlsxRefused row */
function checkRows<Key extends string>(
  { sheet, text }: Grid,
  { keys, cells: heading }: Heading<Key>,
  rows: readonly GridRow[],
  allowed: XlsxLimits,
): number {
  let outside = 0
  for (const { row, cells } of rows)
    for (const [place, cell] of cells.entries()) {
      if (cell === null) continue
      if (keys[place] === undefined) {
        // A decimal comma in a comma-separated list makes two cells of one: nothing may be dropped silently.
        if (text && place >= heading.length)
          throw new XlsxRefused('row', `Row ${row} is not well formed`, allowed, String(row))
        outside++
      } else if (cell === uncomputed) {
        const at = `${columnLetters(place)}${row}`
        throw new Refusal('importUncomputed', { cell: sheet === undefined ? at : `${sheet}!${at}` })
      }
    }
  return outside
}
