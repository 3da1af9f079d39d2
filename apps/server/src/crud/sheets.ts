import { type Call, FileAnswer, timeZoneOf } from '../platform/http/http.ts'
import { writeXlsx, type XlsxColumn, xlsxType } from '../platform/workbook/xlsx.ts'

/**
 * A workbook as an answer, with moments as the clock of whoever asks shows them. The first row is read before the answer
 * begins, so that a refusal is still a coded one.
 * @param name of the file, before its day and ending
 */
export async function sheetAnswer(
  { request }: Pick<Call, 'request'>,
  name: string,
  columns: readonly XlsxColumn[],
  rows: AsyncGenerator<unknown[]>,
  sheetName = 'Timbermark',
): Promise<FileAnswer> {
  const started = await rows.next()
  const resumed = async function* () {
    if (started.done) return
    yield started.value
    yield* rows
  }
  const stream = writeXlsx(columns, resumed(), { sheetName, timeZone: timeZoneOf(request) })
  return new FileAnswer(stream, xlsxType, `${name}-${new Date().toISOString().slice(0, 10)}.xlsx`)
}

/** An empty workbook whose columns are formatted for what will be typed. */
export function templateAnswer(name: string, columns: readonly XlsxColumn[]): FileAnswer {
  return new FileAnswer(writeXlsx(columns, [], { sheetName: 'Timbermark' }), xlsxType, `${name}-template.xlsx`)
}

export const textColumn = (title: string, width = 18): XlsxColumn => ({ title, width, kind: 'text' })

/** No column is called anything longer. */
const headingLength = 100

/**
 * What the heading of an imported column is compared by: small letters, without the star that a template puts behind
 * what is needed. Looked at from the end, once: a pattern would look at a long run of blanks once for each of them.
 */
export function headingOf(title: string): string | undefined {
  const text = title.trim()
  if (text.length > headingLength) return undefined
  return (text.endsWith('*') ? text.slice(0, -1).trimEnd() : text).toLowerCase()
}
