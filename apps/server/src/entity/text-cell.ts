import { type ErrorKey, type Language, languages } from '@timbermark/contract'
import type { XlsxValue } from '../platform/workbook/xlsx/xlsx.ts'

/** Spreadsheets keep this many digits of a number (an IEEE 754 double as they show it). */
export const exactDigits = 15

/** How spreadsheet programs write a long number when they save a text with separators. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{2,3}$/i
/** Error values of formulas (ECMA-376 part 1, section 18.17.3), stored as the cell's value. */
const failed = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/

/** A number as a sheet shows it, without the last digits of its binary form; undefined when digits were lost. */
export function numberText(value: number): string | undefined {
  const text = String(Number(value.toPrecision(exactDigits)))
  return /e/i.test(text) || (Number.isInteger(value) && text.replace('-', '').length > exactDigits) ? undefined : text
}

/**
 * The text of a cell for a text field: a code, a plate or document number. A spreadsheet rounds long numbers, writes
 * them as `1.23E+17` and takes `3-12` for a date: that is refused, because the original text cannot be recovered.
 */
export function textCell(cell: NonNullable<XlsxValue>): { text: string } | { error: ErrorKey } {
  if (cell instanceof Date) return { error: 'cellChanged' }
  if (typeof cell === 'number') {
    const text = numberText(cell)
    return text === undefined ? { error: 'cellChanged' } : { text }
  }
  const text = cell.trim()
  if (failed.test(text)) return { error: 'cellFailed' }
  return shortened.test(text) ? { error: 'cellChanged' } : { text }
}

/**
 * Languages in the order in which words are collected: later ones override, so a word that two languages share means
 * the user's.
 */
export const readersLast = (reader: Language): readonly Language[] => [
  ...languages.filter(one => one !== reader),
  reader,
]

/** The text of a cell of any other kind. */
export function otherCell(cell: NonNullable<XlsxValue>): { text: string } | { error: ErrorKey } {
  if (cell instanceof Date) return { text: cell.toISOString() }
  if (typeof cell === 'number') return { text: numberText(cell) ?? String(cell) }
  const text = cell.trim()
  return failed.test(text) ? { error: 'cellFailed' } : { text }
}
