/** Reads tables of separated text (RFC 4180), as spreadsheets save them in every country. */
import { type Language, limits } from '@timbermark/contract'
import { restore } from './xlsx/cells.ts'
import { XlsxRefused, type XlsxTable, xlsxLimits } from './xlsx/read.ts'

/** Encodings that spreadsheets write instead of UTF-8, by the user's language. */
const fallbackEncodings = { zh: 'gb18030', en: 'windows-1252', fr: 'windows-1252' } as const satisfies Record<
  Language,
  string
>

/** @throws XlsxRefused */
export function readCsv(content: Uint8Array, language: Language): XlsxTable {
  const allowed = { ...xlsxLimits, accept: ['csv'] as never, rows: limits.importRows }
  const decodedText = decode(content, language)
  if (decodedText === undefined || decodedText.includes('\u0000')) throw new XlsxRefused('type', 'Not a text', allowed)
  // Spreadsheet programs may name the separator in a line of its own.
  const separatorLine = /^sep=([,;\t])\r?\n/i.exec(decodedText)
  const text = separatorLine ? decodedText.slice(separatorLine[0].length) : decodedText
  const rowError = (row: number) => new XlsxRefused('row', `Row ${row} is not well formed`, allowed, String(row))
  const [header = [], ...rows] = cellsOf(text, separatorLine?.[1] ?? separatorOf(text), rowError)
  if (header.length > allowed.columns) throw new XlsxRefused('tooManyColumns', 'Too many columns', allowed)
  while (rows.length > 0 && rows.at(-1)!.every(cell => cell.trim() === '')) rows.pop()
  if (rows.length > allowed.rows) throw new XlsxRefused('tooManyRows', 'Too many rows', allowed)
  // A decimal comma in a comma-separated list makes two cells of one: nothing may be dropped silently.
  const long = rows.findIndex(row => row.slice(header.length).some(cell => cell.trim() !== ''))
  if (long >= 0) throw rowError(long + 2)
  return {
    header: header.map(title => title.trim()),
    rows: rows.map(row => header.map((_, place) => (row[place] ? restore(row[place]) : null))),
  }
}

/** The text, in UTF-8 or the encoding of the user's spreadsheet; undefined when it is neither. */
function decode(content: Uint8Array, language: Language): string | undefined {
  for (const encoding of ['utf-8', fallbackEncodings[language]])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content)
    } catch {}
  return undefined
}

/** Countries with a decimal comma write lists with semicolons. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** @param wrong the error for a row with a quotation mark that is never closed: it would swallow all rows below it */
function cellsOf(text: string, separator: string, wrong: (row: number) => Error): string[][] {
  const rows: string[][] = []
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
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  if (quoted) throw wrong(rows.length + 1)
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}
