/** Workbooks to fill in: an empty sheet with drop-down lists, and a second one with examples. */
import { Readable } from 'node:stream'
import { styleOf, styleOfColumn, textCell } from './cells.ts'
import { type PackEntry, pack } from './pack.ts'
import * as parts from './parts.ts'
import { linesOf, textWidth } from '../text-width.ts'
import { columnLetters, roomIn, rowStart, type XlsxColumn } from './write.ts'

export interface TemplateColumn extends XlsxColumn {
  /** Allowed values in words; none where anything is allowed. */
  choices?: readonly string[]
  /** Nothing else is allowed, nor several of them: the sheet itself refuses it. */
  closed?: boolean
  /** Example values, row by row. */
  examples: readonly string[]
}

export interface TemplateWords {
  /** Names of the sheet to fill in, and of the guide. */
  sheetName: string
  guideName: string
  example: string
  choices: string
}

/** Last row that offers the lists. */
const lastRow = 10_001

/** A workbook whose cells offer the allowed values; the second sheet holds examples and the lists. */
export function writeTemplate(columns: readonly TemplateColumn[], words: TemplateWords): Readable {
  return Readable.from(pack(entries(columns, words)), { objectMode: false })
}

async function* entries(columns: readonly TemplateColumn[], words: TemplateWords): AsyncGenerator<PackEntry> {
  const names = [parts.sheetName(words.sheetName, 1), parts.sheetName(words.guideName, 1)]
  yield { path: '[Content_Types].xml', data: parts.contentTypes }
  yield { path: '_rels/.rels', data: parts.rootRelationships }
  yield { path: 'xl/styles.xml', data: parts.styles }
  yield { path: 'xl/worksheets/sheet1.xml', data: blankSheet(columns, names[1]!) }
  yield { path: 'xl/worksheets/sheet2.xml', data: guide(columns, words) }
  yield { path: 'xl/workbook.xml', data: parts.workbook(names) }
  yield { path: 'xl/_rels/workbook.xml.rels', data: parts.workbookRelationships(names.length) }
}

type Heading = Pick<XlsxColumn, 'title' | 'width'>

function header(columns: readonly Heading[]): string {
  const cells = columns.map(({ title }, place) => textCell(`${columnLetters(place)}1`, title, styleOf.header))
  return `${rowStart(1, Math.max(...columns.map(({ title, width }) => linesOf(title, roomIn(width)))))}${cells.join('')}</row>`
}

/** First row of the lists in the guide: headings, examples, a blank row, then the lists. */
const firstChoice = (columns: readonly TemplateColumn[]) => exampleRows(columns) + 3
const exampleRows = (columns: readonly TemplateColumn[]) => Math.max(0, ...columns.map(one => one.examples.length))

function blankSheet(columns: readonly TemplateColumn[], guideName: string): string {
  const first = firstChoice(columns)
  const lists = columns.flatMap(({ choices = [], closed = false }, place) => {
    const letters = columnLetters(place)
    const from = parts.cellsOf(guideName, columnLetters(place + 1), first, first + choices.length - 1)
    return choices.length > 0 ? [{ cells: `${letters}2:${letters}${lastRow}`, from, closed }] : []
  })
  const head = parts.sheetHead(
    columns.map(({ width, kind, decimals }) => ({ width, style: styleOfColumn(kind, decimals) })),
  )
  return `${head}${header(columns)}${parts.sheetFoot('A', 1, parts.validations(lists))}`
}

/** A longer text grows downwards. */
const widest = 32
const narrowest = 10

/** Width that shows the content of a column of the guide. */
function widthOf({ title, examples, choices = [] }: TemplateColumn): number {
  const longest = Math.max(...[title, ...examples, ...choices].map(textWidth))
  return Math.ceil(Math.min(widest, Math.max(narrowest, longest + 4)))
}

function guide(templateColumns: readonly TemplateColumn[], words: TemplateWords): string {
  const columns = templateColumns.map(column => ({ ...column, width: widthOf(column) }))
  const examples = exampleRows(columns)
  const first = firstChoice(columns)
  const choices = Math.max(0, ...columns.map(one => one.choices?.length ?? 0))
  const row = (number: number, caption: string, textOf: (column: TemplateColumn) => string | undefined) => {
    const texts = [caption, ...columns.map(column => textOf(column) ?? '')]
    const lines = texts.map((text, place) =>
      linesOf(text, roomIn(place === 0 ? captionWidth : columns[place - 1]!.width)),
    )
    const cells = texts.map((text, place) =>
      text === ''
        ? ''
        : textCell(`${columnLetters(place)}${number}`, text, place === 0 ? styleOf.header : styleOf.text),
    )
    return `${rowStart(number, Math.max(...lines))}${cells.join('')}</row>`
  }
  let rows = ''
  for (let n = 0; n < examples; n++) rows += row(n + 2, words.example, column => column.examples[n])
  for (let n = 0; n < choices; n++) rows += row(first + n, n === 0 ? words.choices : '', column => column.choices?.[n])
  const all = [{ title: '', width: captionWidth }, ...columns]
  const head = parts.sheetHead(all.map(({ width }) => ({ width, style: styleOf.text })))
  return `${head}${header(all)}${rows}${parts.sheetFoot('A', 1)}`
}

const captionWidth = 20
