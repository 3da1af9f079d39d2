import type { ErrorKey } from '@timbermark/contract'
import { wallClockOf } from '../platform/workbook/xlsx/cells.ts'
import type { XlsxValue } from '../platform/workbook/xlsx/xlsx.ts'

/** A date with a time, as people write it; the seconds may be left out. */
const wallClock = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** The time at which clocks in the zone show `shown`, which carries it in its UTC fields. */
function momentOf(wallTime: number, timeZone: string): number {
  const clock = wallClockOf(timeZone)
  const first = wallTime - (clock(wallTime) - wallTime)
  // Near a change of the clocks the first guess is an hour off.
  return first - (clock(first) - wallTime)
}

/**
 * The time in a cell of a sheet, by the clock of the user's zone, in UTC.
 * @returns the error when the cell holds none
 */
export function momentCell(cell: NonNullable<XlsxValue>, timeZone: string): { value: string } | { error: ErrorKey } {
  const atWallTime = (time: number) => ({ value: new Date(momentOf(time, timeZone)).toISOString() })
  if (cell instanceof Date) return atWallTime(cell.getTime())
  const text = String(cell).trim()
  const [, ...parts] = wallClock.exec(text) ?? []
  const [year, month, day, hour, minute, second = 0] = parts.map(part => Number(part ?? 0))
  if (year !== undefined) return atWallTime(Date.UTC(year, month! - 1, day, hour, minute, second))
  return Number.isNaN(Date.parse(text)) || !/\d{4}-\d{2}-\d{2}T/.test(text)
    ? { error: 'notDate' }
    : { value: new Date(text).toISOString() }
}
