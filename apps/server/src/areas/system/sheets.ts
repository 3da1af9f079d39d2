import { FileAnswer } from '../../platform/http.ts'
import { writeXlsx, type XlsxColumn, xlsxType } from '../../platform/xlsx.ts'

/** Rows read by key in blocks, so that an export of any length needs the memory of one block. */
export async function* inBlocks<R extends { id: number }>(
  read: (after: number, size: number) => Promise<R[]>,
  cells: (row: R) => unknown[],
): AsyncGenerator<unknown[]> {
  const size = 2000
  for (let after = 0; ; ) {
    const rows = await read(after, size)
    for (const row of rows) yield cells(row)
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = last.id
  }
}

/** A workbook as an answer. The first row is read before the answer begins, so that a refusal is still a coded one. */
export async function sheetAnswer(
  name: string,
  columns: readonly XlsxColumn[],
  rows: AsyncGenerator<unknown[]>,
): Promise<FileAnswer> {
  const started = await rows.next()
  const resumed = async function* () {
    if (started.done) return
    yield started.value
    yield* rows
  }
  const stream = writeXlsx(columns, resumed(), { sheetName: 'Timbermark' })
  return new FileAnswer(stream, xlsxType, `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`)
}

export const textColumn = (title: string, width = 18): XlsxColumn => ({ title, width, kind: 'text' })
