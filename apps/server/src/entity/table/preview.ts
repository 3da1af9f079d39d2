import { uncomputed } from '../../platform/workbook/grid.ts'
import { valueText } from '../../platform/workbook/cell.ts'
import type { XlsxValue } from '../../platform/workbook/xlsx/xlsx.ts'
import type { PreviewKind, TablePreview } from './table-answer.ts'

/** A column of a preview. */
export interface PreviewColumn<Key extends string = string> {
  key: Key
  title: string
  kind: PreviewKind
}

/** The first rows are always shown. */
const firstRows = 20
/** Later rows are shown when the value of a number or date differs from its text. */
const mostRows = 100
const longest = 200

/** Collects the first rows of a list as they will be stored, and later ones whose values were understood. */
export class Preview<Key extends string = string> {
  readonly #columns: readonly PreviewColumn<Key>[]
  readonly #keys: readonly (Key | undefined)[]
  readonly #rows: TablePreview['rows'] = []

  /** @param keys the column at each place of the table */
  constructor(columns: readonly PreviewColumn<Key>[], keys: readonly (Key | undefined)[]) {
    this.#columns = columns.filter(({ key }) => keys.includes(key))
    this.#keys = keys
  }

  /** @param values by column, in canonical form or in words; a missing one could not be read */
  add(row: number, cells: readonly XlsxValue[], values: Partial<Record<Key, unknown>>): void {
    if (this.#rows.length >= mostRows) return
    const written = this.#columns.map(({ key, kind }) => {
      const text = writtenText(cells[this.#keys.indexOf(key)])
      const value = values[key]
      return text !== undefined && kind !== 'text' && value !== undefined && String(value) !== text ? text : null
    })
    if (this.#rows.length >= firstRows && written.every(text => text === null)) return
    this.#rows.push({
      row,
      values: this.#columns.map(({ key }) => displayed(values[key])),
      written: written.map(text => (text === null ? null : text.slice(0, longest))),
    })
  }

  get answer(): TablePreview {
    return { columns: this.#columns.map(({ title, kind }) => ({ title, kind })), rows: this.#rows }
  }
}

/** What a person wrote, or what the format of the cell adds to its number. */
const writtenText = (cell: XlsxValue | undefined) =>
  cell === uncomputed || cell === null || typeof cell === 'number' || cell instanceof Date ? undefined : valueText(cell)

function displayed(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
