import { type Answer, type Cell, type Note, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { dayAtStart, dayNote, isCompactDay, isoDay, readDay, timeOfSerial } from './day.ts'
import { plainSigns } from './plain-signs.ts'
import { isShownTwice, timeOfWallClock } from './wall-clock.ts'

/** The hour that a day without a time means: its first. Sheets store such a day the same way. */
export const assumedHour = '00:00'

/**
 * Hours of the day that a Chinese word before a time stands for, from the first up to the last. With them 晚上12:30 is
 * none: it may be the end of this day or of the one before.
 */
const partsOfDay: Readonly<Record<string, readonly [from: number, before: number]>> = {
  凌晨: [0, 6],
  清晨: [4, 10],
  早晨: [4, 11],
  早上: [4, 11],
  上午: [0, 12],
  中午: [11, 15],
  下午: [12, 20],
  傍晚: [16, 21],
  晚上: [17, 24],
}

/** 14:30, 14:30:05.5, 14h30, 14 h, 14时30分05秒, 2点半, 2:30 PM, 2pm, 下午2:30. */
const timePattern =
  /^(?<part>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上)? ?(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?|(?<word> ?[h时時点點] ?)(?:(?<half>半)|(?<minutes>\d{1,2})(?: ?(?:分|min) ?(?:(?<seconds>\d{1,2}) ?[秒s]?)?)?)?)?(?: ?(?<meridiem>[ap])\.?m\.?)?/i
/** Clocks of no place differ more from UTC: 12 hours behind, 14 ahead. */
const [mostBehind, mostAhead] = [-12 * 60, 14 * 60]
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
      if (isCompactDay(cell.number) || isCompactMoment(cell.number))
        return readMoment({ is: 'text', text: String(cell.number) }, by)
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
  const text = plainSigns(cell.text).replace(compactMoment, separateParts)
  const parsedDay = dayAtStart(text, by)
  if ('said' in parsedDay)
    return refuse('notDate', parsedDay.said === 'read' ? 'moment' : parsedDay.said, cell, parsedDay.params)
  const day = isoDay(parsedDay)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const behind = parsedDay.rest.replace(/^(?: ?[T,] ?| à | at )/i, '').trim()
  if (behind === '') return zoned(cell, by, midnight, { alone: day, ...dayNote(cell, parsedDay, day) })
  const time = timePattern.exec(behind)
  const parts = time?.groups
  // A number alone is no time.
  if (!parts || !(parts.minute ?? parts.word ?? parts.meridiem)) return refuse('notDate', 'moment', cell)
  const ofDay = timeOfDay(parts)
  if (ofDay === undefined) return refuse('notDate', 'noSuchTime', cell)
  const rest = behind.slice(time[0].length)
  if (rest === '') return zoned(cell, by, midnight + ofDay, dayNote(cell, parsedDay, `${day} ${clockText(ofDay)}`))
  const offset = offsetOf(rest)
  if (offset === undefined) return refuse('notDate', 'moment', cell)
  return moment(cell, midnight + ofDay - offset, dayNote(cell, parsedDay, day))
}

const clockText = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 16)

/** 20260912T143005, 202609121430: as machines write it. */
const compactMoment = /^(\d{8})[T ]?(\d{2})(\d{2})(\d{2})?(?![\d:])/i
const separateParts = (_all: string, day: string, hour: string, minute: string, second = '00') =>
  `${day} ${hour}:${minute}:${second}`

/** A number such as 202609121430 or 20260912143005. */
const isCompactMoment = (number: number): boolean => /^(?:19|20|21)\d{10}(?:\d{2})?$/.test(String(number))

/** Milliseconds since midnight; undefined for a time that no clock shows, such as 24:00 or 25:30. */
function timeOfDay(parts: Record<string, string | undefined>): number | undefined {
  const { part, meridiem, half, fraction = '' } = parts
  const minute = half === undefined ? Number(parts.minute ?? parts.minutes ?? 0) : 30
  const second = Number(parts.second ?? parts.seconds ?? 0)
  const hour = hourOfDay(Number(parts.hour), part, meridiem?.toLowerCase())
  if (hour === undefined || hour > 23 || minute > 59 || second > 59) return undefined
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

/** The hour of the day that a clock of twelve hours means; undefined for one that it does not show. */
function hourOfDay(hour: number, part: string | undefined, meridiem: string | undefined): number | undefined {
  if (part !== undefined) {
    const [from, before] = partsOfDay[part]!
    const meanings = hour < 12 ? [hour, hour + 12] : hour === 12 ? [12, 0] : [hour]
    return meanings.find(one => one >= from && one < before)
  }
  if (meridiem === undefined) return hour
  return hour < 1 || hour > 12 ? undefined : (hour % 12) + (meridiem === 'p' ? 12 : 0)
}

/** Milliseconds by which the clocks of a text are ahead of UTC. */
function offsetOf(text: string): number | undefined {
  const [, zulu, sign, hours, minutes = '00', utc] = zonePattern.exec(text) ?? []
  if (zulu || utc) return 0
  if (sign === undefined || Number(minutes) > 59) return undefined
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return ahead < mostBehind || ahead > mostAhead ? undefined : ahead * 60_000
}

/** @param more `alone`: the day, when the cell has no time */
function zoned(
  cell: Cell,
  { timeZone }: ReadBy,
  wallTime: number,
  { alone, note }: { alone?: string; note?: Note },
): Answer<string> {
  const time = timeOfWallClock(wallTime, timeZone)
  if (time === undefined) return refuse('notDate', 'skipped', cell, { zone: timeZone })
  if (alone !== undefined)
    return moment(cell, time, {
      note: { said: 'hour', params: { value: quoteCell(cell), as: `${alone} ${assumedHour}` } },
    })
  const twice: Note | undefined = isShownTwice(time, timeZone)
    ? { said: 'twice', params: { value: quoteCell(cell), zone: timeZone } }
    : undefined
  const noted = note ?? twice
  return moment(cell, time, noted ? { note: noted } : {})
}

function moment(cell: Cell, time: number, note: { note?: Note }): Answer<string> {
  const value = new Date(time).toISOString()
  // Behind UTC, the last hours of the year 9999 belong to a year that no text of a date can write.
  return value.startsWith('+') ? refuse('notDate', 'moment', cell) : { value, ...note }
}
