import type { ErrorKey } from '@timbermark/contract'
import { wallClockOf } from '../../platform/workbook/xlsx-cells.ts'
import type { XlsxValue } from '../../platform/workbook/xlsx.ts'
import type { ColumnChoices, ReportColumn } from './report-columns.ts'

/** A day with a time of day, as people write it; the seconds may be left out. */
const wallClock = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** The moment at which clocks in the zone show this; `shown` carries it in its UTC fields. */
function momentOf(shown: number, timeZone: string): number {
  const clock = wallClockOf(timeZone)
  const first = shown - (clock(shown) - shown)
  // Near a change of the clocks the first guess is an hour off.
  return first - (clock(first) - shown)
}

type CellValue = string | boolean | readonly [string, string]

/** What a cell means in its column: words become values, clocks become moments. @returns what is wrong with it, else */
export function readCell(
  { type }: ReportColumn,
  cell: NonNullable<XlsxValue>,
  choices: ColumnChoices | undefined,
  timeZone: string,
): { value: CellValue } | { error: ErrorKey } {
  const text = String(cell).trim()
  if (choices) {
    const value = choices.meaning.get(text.toLowerCase())
    return value === undefined ? { error: 'notOneOf' } : { value }
  }
  if (cell instanceof Date)
    return {
      value:
        type === 'datetime'
          ? new Date(momentOf(cell.getTime(), timeZone)).toISOString()
          : cell.toISOString().slice(0, 10),
    }
  switch (type) {
    case 'datetime':
      return moment(text, timeZone)
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

function moment(text: string, timeZone: string): { value: string } | { error: ErrorKey } {
  const [, ...parts] = wallClock.exec(text) ?? []
  const [year, month, day, hour, minute, second = 0] = parts.map(part => Number(part ?? 0))
  if (year !== undefined)
    return { value: new Date(momentOf(Date.UTC(year, month! - 1, day, hour, minute, second), timeZone)).toISOString() }
  return Number.isNaN(Date.parse(text)) || !/\d{4}-\d{2}-\d{2}T/.test(text)
    ? { error: 'notDate' }
    : { value: new Date(text).toISOString() }
}
