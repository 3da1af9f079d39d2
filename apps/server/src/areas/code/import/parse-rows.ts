import type { ParsedBodyOf } from '@timbermark/contract'
import { packCodes } from '@timbermark/contract/calls'
import type { ImportProblem } from '../../../entity/exchange.ts'
import { momentCell } from '../../../entity/moment-cell.ts'
import { textCell } from '../../../entity/text-cell.ts'
import { parse } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { XlsxTable } from '../../../platform/workbook/xlsx/xlsx.ts'
import { openOwnCode } from '../packing/parse-codes.ts'
import type { PackingContext } from '../packing/pack.ts'
import { type ColumnKey, parseHeader, neededColumns } from './columns.ts'
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
  sheet: XlsxTable,
  onProgress: OnProgress,
): Promise<{ rows: ListedRow[]; errors: ImportProblem[] }> {
  const keys = parseHeader(sheet.header)
  const rows: ListedRow[] = []
  const errors: ImportProblem[] = []
  for (const [index, cells] of sheet.rows.entries()) {
    onProgress(index)
    if (cells.every(cell => cell === null || String(cell).trim() === '')) continue
    const read = await parseRow(scene, timeZone, keys, index + 2, cells)
    if ('errors' in read) errors.push(...read.errors)
    else rows.push(read)
  }
  errors.push(...(await findOverlaps(scene, rows)))
  return { rows, errors }
}

async function parseRow(
  { services, actor, language }: PackingContext,
  timeZone: string,
  keys: readonly (ColumnKey | undefined)[],
  row: number,
  cells: XlsxTable['rows'][number],
): Promise<ListedRow | { errors: ImportProblem[] }> {
  const written: CellTexts = {}
  const errors: ImportProblem[] = []
  let time = ''
  for (const [place, key] of keys.entries()) {
    const cell = cells[place]
    if (!key || cell === null || cell === undefined || String(cell).trim() === '') continue
    written[key] = cell instanceof Date ? cell.toISOString().slice(0, 16).replace('T', ' ') : String(cell).trim()
    if (key !== 'time') {
      const read = textCell(cell)
      if ('error' in read) errors.push(issueProblem(language, row, written, { field: key, error: read.error }))
      continue
    }
    const read = momentCell(cell, timeZone)
    if ('error' in read) errors.push(issueProblem(language, row, written, { field: key, error: read.error }))
    else time = read.value
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
  if (errors.length > 0 || !first || !last || !body) return { errors }
  return { row, written, request: first.entry.requestNumber, from: first.serial, to: last.serial + 1, body }
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
