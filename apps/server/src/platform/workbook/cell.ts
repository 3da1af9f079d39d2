import { type Cell, isFailedFormula, textOf, writeCell } from '@timbermark/contract/reading'
import type { XlsxValue } from './xlsx/read.ts'

/** A value of a read sheet as the typed cell that the readers of values take. */
export function cellOf(value: XlsxValue | boolean | undefined): Cell {
  if (value instanceof Date) return { is: 'date', wallTime: value.getTime() }
  if (typeof value === 'number') return { is: 'number', number: value }
  if (typeof value === 'boolean') return { is: 'boolean', yes: value }
  if (value !== null && typeof value === 'object') return { is: 'number', ...value }
  const text = value ?? ''
  return isFailedFormula(text) ? { is: 'error', text: text.trim() } : textOf(text)
}

/** A value of a read sheet as a text, such as a heading. */
export const valueText = (value: XlsxValue | undefined): string =>
  value instanceof Date ? value.toISOString() : writeCell(cellOf(value)).trim()
