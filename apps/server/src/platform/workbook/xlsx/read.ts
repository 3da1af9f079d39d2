/** Reads uploaded workbooks in a worker thread that can be terminated. */
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type ErrorKey, limits } from '@timbermark/contract'
import { Refusal } from '../../refusal.ts'
import { type Grid, uncomputed } from '../grid.ts'
import { valueText } from '../cell.ts'
import type { NumberFormat } from './number-formats.ts'
import { errorCode } from '../../error-facts.ts'

export type XlsxRefusal =
  | 'type'
  | 'tooLarge'
  | 'broken'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'timeout'
  | 'formula'
  | 'links'
  | 'merged'
  | 'row'

/**
 * A workbook is refused:
 * - `type`: not one of the accepted kinds of workbook, by content; also macros and passwords
 * - `tooLarge`: more bytes, files, inflated bytes, text or memory than allowed
 * - `broken`: damaged, or contradicting itself
 * - `tooManyRows`, `tooManyColumns`, `timeout`
 * - `formula`, `links`: it computes, or reads other files, where only written values are accepted
 * - `merged`: one cell spans several rows, of which only the first would have its value
 * - `row`: a row of a text is not well formed
 *
 * `message` is the finding for the log; the caller reads the refusal's text in their language.
 */
export class XlsxRefused extends Refusal {
  readonly reason: XlsxRefusal

  /** @param cell the first formula or merged cell, or the row concerned */
  constructor(reason: XlsxRefusal, message: string, allowed: XlsxLimits, cell = '', sheet?: string) {
    super(...textOf(reason, allowed, cell, sheet))
    this.name = 'XlsxRefused'
    this.message = message
    this.reason = reason
  }
}

function textOf(
  reason: XlsxRefusal,
  allowed: XlsxLimits,
  cell: string,
  sheet?: string,
): [ErrorKey, Record<string, string | number>] {
  switch (reason) {
    case 'type':
      return ['fileType', { types: allowed.accept.join(', ') }]
    case 'tooLarge':
      return ['fileTooLarge', { max: `${allowed.kilobytes} KB` }]
    case 'tooManyRows':
      return ['importRows', { max: allowed.rows }]
    case 'tooManyColumns':
      return ['importWide', { row: Number(cell), max: allowed.columns }]
    case 'formula':
      return ['importFormula', { cell }]
    case 'links':
      return ['importLinks', {}]
    case 'merged':
      return ['importMerged', { cell: sheet ? `${sheet}!${cell}` : cell }]
    case 'row':
      return ['importRow', { row: Number(cell) }]
    case 'broken':
    case 'timeout':
      return ['fileBroken', {}]
  }
}

export interface XlsxLimits {
  /** Accepted kinds of table; `xls` is the binary format of Excel 97 to 2003, `csv` separated text. */
  accept: readonly ('xlsx' | 'xls' | 'csv')[]
  /** Of the file, 1024 bytes each. */
  kilobytes: number
  /** Files inside the archive. */
  entries: number
  /** Of all files in the archive together, counted while they are inflated. */
  inflatedBytes: number
  /** Rows below the header, up to the last one that is not empty. */
  rows: number
  columns: number
  milliseconds: number
  /** Heap of the worker thread. */
  megabytes: number
  /**
   * Formulas and links to other files are refused. Otherwise a formula counts as the value that was stored with it, and
   * links are ignored.
   */
  plain: boolean
}

/** Limits of an import. */
export const xlsxLimits: XlsxLimits = {
  accept: ['xlsx'],
  kilobytes: limits.importKilobytes,
  // A spreadsheet program saves up to three files for each sheet.
  entries: 150,
  inflatedBytes: 20 * 1024 * 1024,
  rows: limits.importRows,
  columns: 64,
  milliseconds: 10_000,
  // A full sheet of 10,000 rows and 64 columns is read in less than 64 MB (measured); more is only of use to an
  // attacker.
  megabytes: 128,
  plain: false,
}

/** A number whose cell shows more than the number. */
export interface FormattedNumber extends NumberFormat {
  number: number
}

export type XlsxValue = string | number | FormattedNumber | Date | null

/** A sheet whose heading is its first row, as our own workbooks are. */
export interface XlsxTable {
  /** First row, trimmed, without empty cells at its end. */
  header: string[]
  /**
   * The rows below, so that `rows[0]` is row 2 of the sheet; empty rows in between are included, those at the end are
   * not. A row has at least as many values as the header. Dates carry the sheet's wall-clock time in their UTC fields.
   * A formula counts as the value that was stored with it; nothing is evaluated. TRUE and FALSE come as text.
   */
  rows: XlsxValue[][]
}

/** What the worker thread answers. */
export type XlsxAnswer = { grids: Grid[] } | { reason: XlsxRefusal; message: string; cell?: string }

/** Reading needs memory and a core each, so only this many run at once; others wait for their turn. */
const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/**
 * Reads the first sheet that people see; its first row is the heading.
 *
 * @param input the file's bytes or its path
 * @throws XlsxRefused
 */
export async function readXlsx(
  input: Uint8Array | string,
  changedLimits: Partial<XlsxLimits> = {},
): Promise<XlsxTable> {
  const [grid] = await readWorkbook(input, changedLimits)
  return firstRowTable(grid!, { ...xlsxLimits, ...changedLimits })
}

/** A sheet as a table whose heading is row 1. @throws XlsxRefused */
export function firstRowTable(grid: Grid, allowed: XlsxLimits): XlsxTable {
  assertUsable(grid, 1, allowed)
  const heading = grid.rows.find(({ row }) => row === 1)?.cells ?? []
  const header = heading.map(valueText)
  while (header.at(-1) === '') header.pop()
  const rows: XlsxValue[][] = []
  for (const { row, cells } of grid.rows) {
    if (row === 1) continue
    if (row > allowed.rows + 1) throw new XlsxRefused('tooManyRows', `There is a row ${row}`, allowed)
    while (rows.length < row - 2) rows.push(emptyRow(header.length))
    const values = cells.map(value => (value === uncomputed ? null : value))
    rows.push([...values, ...emptyRow(header.length - values.length)])
  }
  return { header, rows }
}

const emptyRow = (length: number): null[] => Array.from({ length: Math.max(0, length) }, () => null)

/** @param heading row of the heading: what is merged above it, titles for example, does no harm. @throws XlsxRefused */
export function assertUsable({ sheet, problem, merges }: Grid, heading: number, allowed: XlsxLimits): void {
  if (problem) throw new XlsxRefused(problem.reason, problem.message, allowed, problem.cell, sheet)
  const merge = merges.find(({ first }) => first > heading)
  if (merge) throw new XlsxRefused('merged', 'A cell stands for several rows', allowed, merge.cell, sheet)
}

/**
 * Reads the sheets that people see, in their order; at least one.
 *
 * @param input the file's bytes or its path
 * @throws XlsxRefused
 */
export async function readWorkbook(
  input: Uint8Array | string,
  changedLimits: Partial<XlsxLimits> = {},
): Promise<Grid[]> {
  const allowed: XlsxLimits = { ...xlsxLimits, ...changedLimits }
  const data = typeof input === 'string' ? await readAtMost(input, allowed.kilobytes * 1024) : input
  if (data.length > allowed.kilobytes * 1024) {
    throw new XlsxRefused('tooLarge', `The file has more than ${allowed.kilobytes} KB`, allowed)
  }
  if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await inWorker(data, allowed)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Reads a file, but never more than one byte beyond the limit. */
async function readAtMost(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const target = Buffer.alloc(bytes + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(target, length, target.length - length)
      length += bytesRead
      if (bytesRead === 0 || length === target.length) return target.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}

function inWorker(data: Uint8Array, allowed: XlsxLimits): Promise<Grid[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { data, limits: allowed },
      resourceLimits: { maxOldGenerationSizeMb: allowed.megabytes, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
    })
    const timer = setTimeout(() => {
      fail(new XlsxRefused('timeout', `Reading took more than ${allowed.milliseconds} ms`, allowed))
    }, allowed.milliseconds)
    const settle = () => {
      clearTimeout(timer)
      void worker.terminate()
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    worker.once('message', (answer: XlsxAnswer) => {
      settle()
      if ('grids' in answer) resolve(answer.grids)
      else reject(new XlsxRefused(answer.reason, answer.message, allowed, answer.cell))
    })
    worker.once('error', error => {
      const outOfMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      fail(outOfMemory ? new XlsxRefused('tooLarge', 'Reading took more memory than allowed', allowed) : error)
    })
    worker.once('exit', code => fail(new XlsxRefused('broken', `Reading ended early (${code})`, allowed)))
  })
}
