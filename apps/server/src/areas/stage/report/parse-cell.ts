import type { ErrorKey } from '@timbermark/contract'
import { momentCell } from '../../../entity/moment-cell.ts'
import { otherCell, textCell } from '../../../entity/text-cell.ts'
import type { XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { ColumnChoices, ReportColumn } from './columns.ts'

type CellValue = string | boolean | readonly [string, string]

/** Parses a cell for its column: labels become values, local times become instants. @returns the value or the error */
export function parseCell(
  { type }: ReportColumn,
  cell: NonNullable<XlsxValue>,
  choices: ColumnChoices | undefined,
  timeZone: string,
): { value: CellValue } | { error: ErrorKey } {
  const typed = type === 'date' || type === 'datetime' || type === 'number' || type === 'integer'
  const parsed = typed || type === 'coordinates' || choices ? otherCell(cell) : textCell(cell)
  if ('error' in parsed) return parsed
  const { text } = parsed
  if (choices) {
    const value = choices.meaning.get(text.toLowerCase())
    return value === undefined ? { error: 'notOneOf' } : { value }
  }
  if (type === 'datetime') return momentCell(cell, timeZone)
  if (cell instanceof Date) return { value: cell.toISOString().slice(0, 10) }
  switch (type) {
    case 'number':
    case 'integer':
      return { value: text.replace(/^(-?\d+),(\d+)$/, '$1.$2') }
    case 'coordinates': {
      // The rules of the field reject invalid positions later.
      const [longitude = '', latitude = ''] = text.split(/[,;\uff0c]\s*|\s+/).filter(Boolean)
      return { value: [longitude, latitude] }
    }
    default:
      return { value: text }
  }
}
