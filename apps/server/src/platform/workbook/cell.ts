import { type Cell, isFailedFormula, textOf } from '@timbermark/contract/reading'

/** A value of a read sheet as the typed cell that the readers of values take. */
export function cellOf(value: string | number | boolean | Date | null | undefined): Cell {
  if (value instanceof Date) return { is: 'date', wallTime: value.getTime() }
  if (typeof value === 'number') return { is: 'number', number: value }
  if (typeof value === 'boolean') return { is: 'boolean', yes: value }
  const text = value ?? ''
  return isFailedFormula(text) ? { is: 'error', text: text.trim() } : textOf(text)
}
