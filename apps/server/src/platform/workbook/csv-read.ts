/** Reads tables of separated text (RFC 4180), as spreadsheets save them in every country. */
import type { Language } from '@timbermark/contract'
import { type Grid, rowsAboveHeading, type Separator, type SheetRead, separators, type TextEncoding } from './grid.ts'
import { decodeText } from './text-encoding.ts'
import { restore } from './xlsx/cells.ts'
import { XlsxRefused, type XlsxLimits, xlsxLimits } from './xlsx/read.ts'

/** What a person chose instead of what was detected. */
export interface TextChoice {
  encoding?: TextEncoding
  separator?: Separator
}

/**
 * The table in each way in which its bytes can be understood, the most likely first. The heading decides between them:
 * it is known, and it is readable in one way only.
 * @throws XlsxRefused when the bytes are no text
 */
export function readCsv(
  content: Uint8Array,
  language: Language,
  { encoding, separator }: TextChoice = {},
  changedLimits: Partial<XlsxLimits> = {},
): SheetRead[] {
  const allowed: XlsxLimits = { ...xlsxLimits, accept: ['csv'], ...changedLimits }
  if (content.length > allowed.kilobytes * 1024)
    throw new XlsxRefused('tooLarge', `The file has more than ${allowed.kilobytes} KB`, allowed)
  const texts = decodeText(content, language, encoding)
  if (texts.length === 0) throw new XlsxRefused('type', 'Not a text', allowed)
  return texts.flatMap(decoded => {
    // Spreadsheet programs may name the separator in a line of its own.
    const named = /^sep=([,;\t|])\r?\n/i.exec(decoded.text)
    const text = named ? decoded.text.slice(named[0].length) : decoded.text
    const tried = separator ?? (named?.[1] as Separator | undefined)
    return (tried ? [tried] : likelySeparators(text)).map((one): SheetRead => {
      const form = { encoding: decoded.encoding, separator: one }
      const read = (rows: number) => ({ ...gridOf(text, one, rows, allowed), text: form })
      return { head: read(rowsAboveHeading + 1), complete: () => read(allowed.rows + rowsAboveHeading) }
    })
  })
}

/** Countries with a decimal comma write lists with semicolons. A list of one column has no separator. */
function likelySeparators(text: string): Separator[] {
  const lines = text.slice(0, 20_000).split(/[\r\n]+/, 30)
  const uses = (one: string) => lines.reduce((sum, line) => sum + line.split(one).length - 1, 0)
  const likely = separators.filter(one => uses(one) > 0).sort((a, b) => uses(b) - uses(a))
  return likely.length > 0 ? likely : [',']
}

/** @param most rows with values; the text is not read beyond them */
function gridOf(text: string, separator: Separator, most: number, allowed: XlsxLimits): Grid {
  const grid: Grid = { sheet: undefined, rows: [], leftOut: { rows: 0, columns: 0 }, merges: [] }
  const problemAt = (reason: 'row' | 'tooManyColumns' | 'tooManyRows', row: number) => {
    grid.problem ??= { reason, message: `Row ${row}`, cell: String(row) }
  }
  let row = 0
  for (const texts of rowsOf(text, separator)) {
    row++
    // A quotation mark that is never closed would take in all rows below it.
    if (texts === undefined) {
      problemAt('row', row)
      break
    }
    const cells = texts.map(cell => (cell.trim() === '' ? null : restore(cell)))
    while (cells.length > 0 && cells.at(-1) === null) cells.pop()
    if (cells.length === 0) continue
    if (cells.length > allowed.columns) problemAt('tooManyColumns', row)
    if (grid.rows.length >= most) {
      problemAt('tooManyRows', row)
      break
    }
    grid.rows.push({ row, cells })
  }
  return grid
}

/** The rows of a text; undefined in place of the row whose quotation mark is never closed. */
function* rowsOf(text: string, separator: string): Generator<string[] | undefined> {
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      yield [...row, cell]
      row = []
      cell = ''
    } else cell += sign
  }
  if (quoted) yield undefined
  else if (cell !== '' || row.length > 0) yield [...row, cell]
}
