import type { RequestCodes } from '@timbermark/codes/node'
import type { CodeRule, Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { pack } from '../../../platform/workbook/xlsx/pack.ts'
import { writeXlsx } from '../../../platform/workbook/xlsx/xlsx.ts'

/** The most codes in one workbook: spreadsheet programs must open it without losing rows (Excel's limit is 1,048,576). */
export const maxCodesPerWorkbook = 1_000_000

export interface CodeSheets {
  codes: RequestCodes
  count: number
  rule: CodeRule
  securityLength: number
  /** Only for users who may see security codes. */
  withSecurity: boolean
  language: Language
  /** File name without number and extension. */
  name: string
  /** For tests. */
  perWorkbook?: number
}

/** After so many rows the event loop serves other requests. */
const yieldEvery = 500

/**
 * The codes of a request in text cells, so that no spreadsheet reads one as a number, a date or a formula: one workbook, or
 * a zip of several above a million codes. Streamed.
 */
export function codeSheets(sheets: CodeSheets): { stream: Readable; name: string; isZip: boolean } {
  const { count, name, perWorkbook = maxCodesPerWorkbook } = sheets
  if (count <= perWorkbook) return { stream: workbook(sheets, 0, count), name: `${name}.xlsx`, isZip: false }
  async function* files() {
    for (let first = 0, n = 1; first < count; first += perWorkbook, n++) {
      const data = workbook(sheets, first, Math.min(count, first + perWorkbook)) as AsyncIterable<Buffer>
      yield { path: `${name}-${String(n).padStart(2, '0')}.xlsx`, data }
    }
  }
  return {
    stream: Readable.from(pack(files(), { deflate: false }), { objectMode: false }),
    name: `${name}.zip`,
    isZip: true,
  }
}

function workbook(
  { codes, rule, securityLength, withSecurity, language }: CodeSheets,
  first: number,
  beyond: number,
): Readable {
  const title = (key: 'serial' | 'code' | 'securityCode') => phrase(language, `code.qr.${key}`)
  async function* rows(): AsyncGenerator<readonly unknown[]> {
    for (let serial = first; serial < beyond; serial++) {
      const row = [serial + 1, codes.code(serial)]
      yield withSecurity ? [...row, codes.security(serial, rule, securityLength)] : row
      if (serial % yieldEvery === yieldEvery - 1) await yieldToEventLoop()
    }
  }
  return writeXlsx(
    [
      { title: title('serial'), width: 12, kind: 'integer' },
      { title: title('code'), width: 28, kind: 'text' },
      ...(withSecurity ? [{ title: title('securityCode'), width: 26, kind: 'text' as const }] : []),
    ],
    rows(),
    { sheetName: phrase(language, 'sheet.code.list') },
  )
}
