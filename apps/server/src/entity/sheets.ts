import { type Language, type Listed, phraseOf } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { type Call, FileAnswer, timeZoneOf } from '../platform/http/http.ts'
import { textWidth } from '../platform/workbook/text-width.ts'
import { type TemplateColumn, writeTemplate } from '../platform/workbook/xlsx/template.ts'
import { writeXlsxSheets, type XlsxColumn, type XlsxSheet, xlsxType } from '../platform/workbook/xlsx/xlsx.ts'
import { word } from './words.ts'

/** Rows that are measured for the width of columns. */
const measuredRows = 200
const narrowest = 6
/** A longer text grows downwards. */
const widest = 40

/** Width of a column for its content, to save paper. The heading may break at a space; its filter button needs room. */
function widthOf({ title, kind }: XlsxColumn, values: readonly unknown[]): number {
  if (kind === 'datetime') return 20
  if (kind === 'date') return 12
  const words = title.split(' ').map(word => textWidth(word) + 5)
  const texts = values.map(value => textWidth(String(value ?? '')) + 3)
  return Math.ceil(Math.min(widest, Math.max(narrowest, ...words, ...texts)))
}

/** Title of a list's workbook. */
export function sheetNameOf(language: Language, listed: Listed): string {
  const key = `sheet.${phraseOf(listed)}`
  const title = word(language, key)
  return title === key ? word(language, phraseOf(listed)) : title
}

/** A sheet of an exported workbook. */
export interface SheetContent {
  name: string
  columns: readonly XlsxColumn[]
  rows: AsyncGenerator<unknown[]>
}

/**
 * A workbook as an answer; times show the clock of the user's zone. The first rows are read before the answer begins,
 * so that a refusal is still a coded one and columns fit their content.
 * @param name of the sheet, and of the file before the date in the user's zone
 * @param further sheets, which are made one after another when the client has taken the ones before
 */
export async function sheetAnswer(
  { request, language }: Pick<Call, 'request' | 'language'>,
  name: string,
  columns: readonly XlsxColumn[],
  rows: AsyncGenerator<unknown[]>,
  further?: AsyncGenerator<SheetContent>,
): Promise<FileAnswer> {
  const timeZone = timeZoneOf(request)
  const first = await measuredSheet({ name, columns, rows })
  const sheets = async function* () {
    yield first
    for await (const sheet of further ?? []) yield await measuredSheet(sheet)
  }
  const stream = writeXlsxSheets(sheets(), { timeZone })
  // The Swedish locale writes dates as YYYY-MM-DD.
  const day = new Date().toLocaleDateString('sv-SE', { timeZone })
  return new FileAnswer(stream, xlsxType, `${phrase(language, 'sheetName.file', { name, day })}.xlsx`)
}

/** A sheet whose columns fit its first rows. */
async function measuredSheet({ name, columns, rows }: SheetContent): Promise<XlsxSheet> {
  const first: unknown[][] = []
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value)
    if (first.length === measuredRows) break
  }
  const resumed = async function* () {
    yield* first
    yield* rows
  }
  const measured = columns.map((column, place) => ({
    ...column,
    width: widthOf(
      column,
      first.map(row => row[place]),
    ),
  }))
  return { sheetName: name, columns: measured, rows: resumed() }
}

/** An empty workbook whose columns are formatted for what will be typed, with examples and choices. */
export function templateAnswer(language: Language, name: string, columns: readonly TemplateColumn[]): FileAnswer {
  const file = `${phrase(language, 'sheetName.template', { name })}.xlsx`
  const words = {
    sheetName: name,
    guideName: phrase(language, 'sheetName.guide'),
    example: phrase(language, 'sheetName.example'),
    choices: phrase(language, 'sheetName.choices'),
  }
  return new FileAnswer(writeTemplate(columns, words), xlsxType, file)
}

export const textColumn = (title: string, width = 18): XlsxColumn => ({ title, width, kind: 'text' })
