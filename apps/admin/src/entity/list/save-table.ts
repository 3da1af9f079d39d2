import { saveBlob } from '@timbermark/client'
import type { Language } from '@timbermark/contract'

/** Separators that spreadsheets expect in these languages: a semicolon where numbers have a decimal comma. */
const separators = { zh: ',', en: ',', fr: ';' } as const satisfies Record<Language, string>

/** A cell that a spreadsheet would take for a formula gets an apostrophe, as in every export. */
const disarmed = (text: string) => (/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${disarmed(text).replaceAll('"', '""')}"`

/** A table as text (RFC 4180), as spreadsheets in that language open it. */
export function tableText(language: Language, rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map(row => row.map(cell => quoted(String(cell))).join(separators[language]))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Saves a table of a page as a file, headings first. @param name of the file, without extension */
export function saveTable(language: Language, name: string, rows: readonly (readonly (string | number)[])[]): void {
  saveBlob(new Blob([tableText(language, rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
