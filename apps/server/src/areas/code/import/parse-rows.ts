import type { ParsedBodyOf } from '@timbermark/contract'
import { packCodes } from '@timbermark/contract/calls'
import { isBlankCell, readValue, writeCell } from '@timbermark/contract/reading'
import { cellNote, type ImportProblem, mostProblems } from '../../../entity/import-cells.ts'
import { parse } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { FoundTable } from '../../../entity/table/find-table.ts'
import { Preview } from '../../../entity/table/preview.ts'
import { cellOf } from '../../../platform/workbook/cell.ts'
import type { GridRow } from '../../../platform/workbook/grid.ts'
import { openOwnCode } from '../directory/parse-codes.ts'
import type { PackingContext } from '../packing/pack.ts'
import { type ColumnKey, columnTitle, kindOfColumn, neededColumns, previewColumns } from './columns.ts'
import { issueProblem, refusalProblems, type CellTexts } from './problems.ts'

export type PackBody = ParsedBodyOf<typeof packCodes>

/** A row whose cells are valid. */
export interface ListedRow {
  /** Row of the sheet; the heading is row 1. */
  row: number
  written: CellTexts
  request: number
  /** First serial; `to` is the serial after the last. */
  from: number
  to: number
  /** The packing of this row alone. */
  body: PackBody
}

/** Called with the number of rows done. */
export type OnProgress = (done: number) => void

/** Parses every row, so that all problems are reported at once. */
export async function parseRows(
  scene: PackingContext,
  timeZone: string,
  table: FoundTable<ColumnKey>,
  onProgress: OnProgress,
): Promise<{ rows: ListedRow[]; errors: ImportProblem[]; notes: ImportProblem[]; preview: Preview }> {
  const preview = new Preview(previewColumns(scene.language), table.keys)
  const rows: ListedRow[] = []
  const errors: ImportProblem[] = []
  const notes: ImportProblem[] = []
  for (const [index, one] of table.rows.entries()) {
    onProgress(index)
    const read = await parseRow(scene, timeZone, table.keys, one, preview)
    notes.push(...read.notes.slice(0, Math.max(0, mostProblems - notes.length)))
    if ('errors' in read) errors.push(...read.errors)
    else rows.push(read)
  }
  errors.push(...(await findOverlaps(scene, rows)))
  return { rows, errors, notes, preview }
}

async function parseRow(
  { services, actor, language }: PackingContext,
  timeZone: string,
  keys: readonly (ColumnKey | undefined)[],
  { row, cells }: GridRow,
  preview: Preview,
): Promise<(ListedRow | { errors: ImportProblem[] }) & { notes: ImportProblem[] }> {
  const written: CellTexts = {}
  const notes: ImportProblem[] = []
  const errors: ImportProblem[] = []
  let time = ''
  for (const [place, key] of keys.entries()) {
    const cell = cellOf(cells[place])
    if (!key || isBlankCell(cell)) continue
    written[key] = writeCell(cell)
    const read = readValue(kindOfColumn(key), cell, { language, timeZone })
    if ('fault' in read) {
      errors.push(issueProblem(language, row, written, { field: key, ...read.fault }))
      continue
    }
    if (key === 'time') time = String(read.value)
    else written[key] = String(read.value)
    if (read.note) notes.push(cellNote(language, row, columnTitle(language, key), read.note))
  }
  for (const key of neededColumns)
    if (!written[key]) errors.push(issueProblem(language, row, written, { field: key, error: 'required' }))
  const openColumn = async (key: ColumnKey) => {
    const text = written[key]
    if (!text) return undefined
    try {
      return await openOwnCode(services, actor, text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push(...refusalProblems(language, row, { ...written, code: text }, error).map(one => inColumn(one, key)))
      return undefined
    }
  }
  const inColumn = (one: ImportProblem, key: ColumnKey): ImportProblem => ({
    ...issueProblem(language, row, written, { field: key, error: 'stage.foreignCode' }),
    message: one.message,
  })
  const first = await openColumn('code')
  const last = written.lastCode ? await openColumn('lastCode') : first
  const parent = await openColumn('parentCode')
  // Codes are stored in their canonical form, whatever was around them in the cell.
  preview.add(row, cells, {
    ...written,
    code: first?.code,
    lastCode: written.lastCode ? last?.code : undefined,
    parentCode: parent?.code,
    time: time || undefined,
  })
  if (first && last && (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)) {
    const named = { first: first.code, last: last.code }
    errors.push(...refusalProblems(language, row, written, new Refusal('code.rangeBroken', named)))
  }
  const { operator = 'x', reason = null } = written
  let body: PackBody | undefined
  try {
    body = parse(packCodes.body, {
      parentCode: parent?.code ?? 'x',
      codes: first && first === last ? [first.code] : [],
      ranges: first && last && first !== last ? [{ first: first.code, last: last.code }] : [],
      operator,
      time: time || new Date(0).toISOString(),
      // A reason means that the codes are moved.
      repack: reason !== null,
      reason,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    errors.push(...refusalProblems(language, row, written, error))
  }
  if (errors.length > 0 || !first || !last || !body) return { errors, notes }
  return { notes, row, written, request: first.entry.requestNumber, from: first.serial, to: last.serial + 1, body }
}

/** Finds rows that repeat a code of another row; only a row with a reason may move codes that another row packed. */
async function findOverlaps(
  { services, language }: PackingContext,
  rows: readonly ListedRow[],
): Promise<ImportProblem[]> {
  const sorted = [...rows].sort((a, b) => a.request - b.request || a.from - b.from || a.row - b.row)
  const requests = await services.directory.load(rows.map(({ request }) => request))
  const errors: ImportProblem[] = []
  let furthest: ListedRow | undefined
  for (const one of sorted) {
    if (
      furthest?.request === one.request &&
      furthest.to > one.from &&
      !(isMovedBy(furthest, one) || isMovedBy(one, furthest))
    )
      errors.push({
        ...refusalProblems(
          language,
          one.row,
          one.written,
          new Refusal('code.rangesOverlap', { code: requests.codeAt(one.request, one.from)! }),
        )[0]!,
      })
    if (furthest?.request !== one.request || one.to > furthest.to) furthest = one
  }
  return errors
}

/** Whether the second row moves codes that the first one packed, with a reason and at a later time. */
const isMovedBy = (before: ListedRow, after: ListedRow) =>
  after.body.repack && after.body.time > before.body.time && after.body.parentCode !== before.body.parentCode
