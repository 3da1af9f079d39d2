import type { ErrorKey } from '@timbermark/contract'
import { momentCell } from '../../../entity/moment-cell.ts'
import { otherCell, textCell } from '../../../entity/text-cell.ts'
import type { XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { ColumnChoices, ReportColumn } from './columns.ts'

type CellValue = string | boolean | readonly [string, string]

/** What a cell means in its column: words become values, clocks become moments. @returns what is wrong with it, else */
export function readCell(
  { type }: ReportColumn,
  cell: NonNullable<XlsxValue>,
  choices: ColumnChoices | undefined,
  timeZone: string,
): { value: CellValue } | { error: ErrorKey } {
  const typed = type === 'date' || type === 'datetime' || type === 'number' || type === 'integer'
  const read = typed || type === 'coordinates' || choices ? otherCell(cell) : textCell(cell)
  if ('error' in read) return read
  const { text } = read
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
      // What is no place is refused with the other rules of the field.
      const [longitude = '', latitude = ''] = text.split(/[,;\uff0c]\s*|\s+/).filter(Boolean)
      return { value: [longitude, latitude] }
    }
    default:
      return { value: text }
  }
}
