import { type Answer, type Cell, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { dayAtStart, dayNote, isCompactDay, isoDay, readDay, timeOfSerial } from './day.ts'
import { plainSigns } from './plain-signs.ts'
import { timeOfWallClock } from './wall-clock.ts'

/** The hour that a day without a time means: its first. Sheets store such a day the same way. */
export const assumedHour = '00:00'

/** 14:30, 14:30:05.5, 14h30, 14 h, 14时30分, 2:30 PM, 下午2:30. */
const timePattern =
  /^(上午|下午|晚上|早上|中午)? ?(\d{1,2})(?:(?::| ?[hH] ?| ?[时点] ?)(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?| ?[分] ?)?| ?[hH时点])(?: ?([ap])\.?m\.?)?/i
const zonePattern = /^ ?(?:(Z)|(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?|(UTC|GMT))$/i

/**
 * Reads a point in time: a day in any of its forms with a time of day, by the clock of the reader's zone unless the text
 * names another offset. A day alone gets its first hour, and the answer says so. A time that no clock shows is refused,
 * and so is one that the clocks of the zone skip.
 */
export function readMoment(cell: Cell, by: ReadBy): Answer<string> {
  switch (cell.is) {
    case 'error':
      return refuseError(cell)
    case 'boolean':
      return refuse('notDate', 'moment', cell)
    case 'number':
      if (isCompactDay(cell.number)) return readMoment({ is: 'text', text: String(cell.number) }, by)
      return atWallTime(cell, by, timeOfSerial(cell.number, by.since1904))
    case 'date':
      return atWallTime(cell, by, cell.wallTime)
    case 'text':
      return readTypedMoment(cell, by)
  }
}

function atWallTime(cell: Cell, by: ReadBy, wallTime: number | undefined): Answer<string> {
  if (wallTime === undefined || Number.isNaN(wallTime)) return refuse('notDate', 'serial', cell)
  const midnight = wallTime - (((wallTime % 86_400_000) + 86_400_000) % 86_400_000)
  const day = readDay({ is: 'date', wallTime: midnight }, by)
  if ('fault' in day) return day
  return zoned(cell, by, wallTime, midnight === wallTime ? { alone: day.value } : {})
}

function readTypedMoment(cell: Cell & { is: 'text' }, by: ReadBy): Answer<string> {
  const text = plainSigns(cell.text)
  const parsedDay = dayAtStart(text, by)
  if ('said' in parsedDay)
    return refuse('notDate', parsedDay.said === 'read' ? 'moment' : parsedDay.said, cell, parsedDay.params)
  const day = isoDay(parsedDay)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const behind = parsedDay.rest.replace(/^(?: ?[T,] ?| à | at )/i, '').trim()
  if (behind === '') return zoned(cell, by, midnight, { alone: day, ...dayNote(cell, parsedDay, day) })
  const time = timePattern.exec(behind)
  if (!time) return refuse('notDate', 'moment', cell)
  const ofDay = timeOfDay(time)
  if (ofDay === undefined) return refuse('notDate', 'noSuchTime', cell)
  const rest = behind.slice(time[0].length)
  if (rest === '') return zoned(cell, by, midnight + ofDay, dayNote(cell, parsedDay, `${day} ${clockText(ofDay)}`))
  const offset = offsetOf(rest)
  if (offset === undefined) return refuse('notDate', 'moment', cell)
  const value = new Date(midnight + ofDay - offset).toISOString()
  return { value, ...dayNote(cell, parsedDay, day) }
}

const clockText = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 16)

/** Milliseconds since midnight; undefined for a time that no clock shows, such as 24:00 or 25:30. */
function timeOfDay([, half, hourText, minuteText, secondText, fraction, meridiem]: RegExpExecArray):
  | number
  | undefined {
  let hour = Number(hourText)
  const minute = Number(minuteText ?? 0)
  const second = Number(secondText ?? 0)
  if (meridiem !== undefined || half !== undefined) {
    if (half === undefined ? hour < 1 || hour > 12 : hour > 12) return undefined
    const late = meridiem === undefined ? /下午|晚上|中午/.test(half!) : /p/i.test(meridiem)
    hour = (hour % 12) + (late ? 12 : 0)
  }
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
}

/** Milliseconds by which the clocks of a text are ahead of UTC. */
function offsetOf(text: string): number | undefined {
  const [, zulu, sign, hours, minutes = '00', utc] = zonePattern.exec(text) ?? []
  if (zulu || utc) return 0
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** @param more `alone`: the day, when the cell has no time */
function zoned(
  cell: Cell,
  { timeZone }: ReadBy,
  wallTime: number,
  { alone, note }: { alone?: string; note?: Extract<Answer<string>, { value: string }>['note'] },
): Answer<string> {
  const time = timeOfWallClock(wallTime, timeZone)
  if (time === undefined) return refuse('notDate', 'skipped', cell, { zone: timeZone })
  const value = new Date(time).toISOString()
  if (alone !== undefined)
    return { value, note: { said: 'hour', params: { value: quoteCell(cell), as: `${alone} ${assumedHour}` } } }
  return { value, ...(note && { note }) }
}
