/** Reads tables of text with separators (RFC 4180), as spreadsheets save them in every country. */
import { type Language, limits } from '@timbermark/contract'
import { XlsxRefused, type XlsxTable, xlsxLimits } from './xlsx-read.ts'

/** What spreadsheets write that know nothing of UTF-8, by the reader's language. */
const elsewhere = { zh: 'gb18030', en: 'windows-1252', fr: 'windows-1252' } as const satisfies Record<Language, string>

/** @throws XlsxRefused */
export function readCsv(content: Uint8Array, language: Language): XlsxTable {
  const allowed = { ...xlsxLimits, accept: ['csv'] as never, rows: limits.importRows }
  const text = decoded(content, language)
  if (text.includes('\u0000')) throw new XlsxRefused('type', 'Not a text', allowed)
  const [header = [], ...rows] = cellsOf(text, separatorOf(text))
  if (header.length > allowed.columns) throw new XlsxRefused('tooManyColumns', 'Too many columns', allowed)
  while (rows.length > 0 && rows.at(-1)!.every(cell => cell.trim() === '')) rows.pop()
  if (rows.length > allowed.rows) throw new XlsxRefused('tooManyRows', 'Too many rows', allowed)
  return {
    header: header.map(title => title.trim()),
    rows: rows.map(row => header.map((_, place) => row[place] || null)),
  }
}

function decoded(content: Uint8Array, language: Language): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder(elsewhere[language]).decode(content)
  }
}

/** Where the comma is in numbers, lists are written with semicolons. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

function cellsOf(text: string, separator: string): string[][] {
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
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}
