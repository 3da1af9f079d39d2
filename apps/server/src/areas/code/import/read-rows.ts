import type { ParsedBodyOf } from '@timbermark/contract'
import { packCodes } from '@timbermark/contract/calls'
import type { ImportProblem } from '../../../entity/exchange.ts'
import { momentCell } from '../../../entity/moment-cell.ts'
import { textCell } from '../../../entity/text-cell.ts'
import { parse } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { XlsxTable } from '../../../platform/workbook/xlsx/xlsx.ts'
import { codeAt, ownCode } from '../packing/parse-codes.ts'
import type { Scene } from '../packing/pack.ts'
import { type ColumnKey, columnsOf, neededColumns } from './columns.ts'
import { problemOfIssue, problemsOfRefusal, type Written } from './problems.ts'

export type PackBody = ParsedBodyOf<typeof packCodes>

/** A row whose cells are right by themselves. */
export interface ListedRow {
  /** Row of the sheet, counting its heading as 1. */
  row: number
  written: Written
  request: number
  /** First serial, and the one behind the last. */
  from: number
  to: number
  /** What the row alone would pack. */
  body: PackBody
}

/** What is told while a file is worked through. */
export type Told = (done: number) => void

/** Reads every row, however many are wrong, so that all that is wrong is told at once. */
export async function readRows(
  scene: Scene,
  timeZone: string,
  sheet: XlsxTable,
  told: Told,
): Promise<{ rows: ListedRow[]; errors: ImportProblem[] }> {
  const keys = columnsOf(sheet.header)
  const rows: ListedRow[] = []
  const errors: ImportProblem[] = []
  for (const [index, cells] of sheet.rows.entries()) {
    told(index)
    if (cells.every(cell => cell === null || String(cell).trim() === '')) continue
    const read = await readRow(scene, timeZone, keys, index + 2, cells)
    if ('errors' in read) errors.push(...read.errors)
    else rows.push(read)
  }
  errors.push(...overlaps(scene, rows))
  return { rows, errors }
}

async function readRow(
  { services, actor, language }: Scene,
  timeZone: string,
  keys: readonly (ColumnKey | undefined)[],
  row: number,
  cells: XlsxTable['rows'][number],
): Promise<ListedRow | { errors: ImportProblem[] }> {
  const written: Written = {}
  const errors: ImportProblem[] = []
  let time = ''
  for (const [place, key] of keys.entries()) {
    const cell = cells[place]
    if (!key || cell === null || cell === undefined || String(cell).trim() === '') continue
    written[key] = cell instanceof Date ? cell.toISOString().slice(0, 16).replace('T', ' ') : String(cell).trim()
    if (key !== 'time') {
      const read = textCell(cell)
      if ('error' in read) errors.push(problemOfIssue(language, row, written, { field: key, error: read.error }))
      continue
    }
    const read = momentCell(cell, timeZone)
    if ('error' in read) errors.push(problemOfIssue(language, row, written, { field: key, error: read.error }))
    else time = read.value
  }
  for (const key of neededColumns)
    if (!written[key]) errors.push(problemOfIssue(language, row, written, { field: key, error: 'required' }))
  const opened = async (key: ColumnKey) => {
    const text = written[key]
    if (!text) return undefined
    try {
      return await ownCode(services, actor, text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push(...problemsOfRefusal(language, row, { ...written, code: text }, error).map(one => placed(one, key)))
      return undefined
    }
  }
  const placed = (one: ImportProblem, key: ColumnKey): ImportProblem => ({
    ...problemOfIssue(language, row, written, { field: key, error: 'stage.foreignCode' }),
    message: one.message,
  })
  const first = await opened('code')
  const last = written.lastCode ? await opened('lastCode') : first
  const parent = await opened('parentCode')
  if (first && last && (first.entry.requestNumber !== last.entry.requestNumber || first.serial > last.serial)) {
    const named = { first: first.code, last: last.code }
    errors.push(...problemsOfRefusal(language, row, written, new Refusal('code.rangeBroken', named)))
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
      // Whoever says why wants them moved.
      repack: reason !== null,
      reason,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    errors.push(...problemsOfRefusal(language, row, written, error))
  }
  if (errors.length > 0 || !first || !last || !body) return { errors }
  return { row, written, request: first.entry.requestNumber, from: first.serial, to: last.serial + 1, body }
}

/** Rows that name a code twice: only a row with a reason takes it out of where another row put it. */
function overlaps({ services, language }: Scene, rows: readonly ListedRow[]): ImportProblem[] {
  const sorted = [...rows].sort((a, b) => a.request - b.request || a.from - b.from || a.row - b.row)
  const errors: ImportProblem[] = []
  let furthest: ListedRow | undefined
  for (const one of sorted) {
    if (
      furthest?.request === one.request &&
      furthest.to > one.from &&
      !(movesOn(furthest, one) || movesOn(one, furthest))
    )
      errors.push({
        ...problemsOfRefusal(
          language,
          one.row,
          one.written,
          new Refusal('code.rangesOverlap', { code: codeAt(services, one.request, one.from) }),
        )[0]!,
      })
    if (furthest?.request !== one.request || one.to > furthest.to) furthest = one
  }
  return errors
}

/** Does the second row say why it takes out what the first one packed before? */
const movesOn = (before: ListedRow, after: ListedRow) =>
  after.body.repack && after.body.time > before.body.time && after.body.parentCode !== before.body.parentCode
