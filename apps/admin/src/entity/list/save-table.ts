import { saveBlob } from '@timbermark/client'
import type { Language } from '@timbermark/contract'

/** What spreadsheets of these languages separate by: where the comma is in numbers, lists have semicolons. */
const separators = { zh: ',', en: ',', fr: ';' } as const satisfies Record<Language, string>

/** What a spreadsheet would take for a formula gets an apostrophe, as in every export. */
const disarmed = (text: string) => (/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${disarmed(text).replaceAll('"', '""')}"`

/** The lines of a table of text (RFC 4180), as spreadsheets of that language open it. */
export function tableText(language: Language, rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map(row => row.map(cell => quoted(String(cell))).join(separators[language]))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Saves what a page shows as a table, the headings first. @param name of the file, without its ending */
export function saveTable(language: Language, name: string, rows: readonly (readonly (string | number)[])[]): void {
  saveBlob(new Blob([tableText(language, rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
