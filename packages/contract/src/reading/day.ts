import { firstYear, isCalendarDay } from '../kinds/calendar.ts'
import { type Answer, type Cell, type Note, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { monthOf, weekdayOf } from './month-names.ts'
import { plainSigns } from './plain-signs.ts'

/** Days that a sheet counts from 1900 (day 60 is its 29 February 1900, which never was) or from 1904. */
const serialEpoch = { since1900: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) }
/** Serial numbers that are taken for a day: 1990 to 2199. A number outside of them, such as a year, is none. */
const [firstSerialDay, lastSerialDay] = [Date.UTC(1990, 0, 1), Date.UTC(2200, 0, 1)]
const dayLength = 86_400_000

/** The wall-clock time of a serial number, to the second; undefined when it is not plausibly one. */
export function timeOfSerial(serial: number, since1904 = false): number | undefined {
  const epoch = since1904 ? serialEpoch.since1904 : serialEpoch.since1900
  const time = epoch + Math.round(serial * 86_400) * 1000
  return time >= firstSerialDay && time < lastSerialDay ? time : undefined
}

/** A day as parts of a text, or why the text is none. */
export type DayText = { year: number; month: number; day: number; rest: string; byLanguage?: true } | DayFault
export interface DayFault {
  said: 'read' | 'noSuchDay' | 'ambiguous' | 'shortYear' | 'year'
  params?: Record<string, string>
}

const iso = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
export const isoDay = ({ year, month, day }: { year: number; month: number; day: number }) => iso(year, month, day)

const yearFirst =
  /^(\d{4})(?: ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})(?!\d)| ?年 ?(\d{1,2}) ?月 ?(\d{1,2})(?: ?[日号號]|(?!\d)))/
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const yearLast = /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})(?!\d)/
/** 12 September 2026, 1er sept. 2026, 12-Sep-2026. */
const dayAndName = /^(\d{1,2})(?:er|st|nd|rd|th)?(?: of)?[ -]?(\p{L}+)\.?,?[ -]?(\d{4}|\d{2})(?!\d)/iu
/** 2026-Sep-12. */
const yearAndName = /^(\d{4})[ -](\p{L}+)\.?[ -](\d{1,2})(?!\d)/iu
/** September 12, 2026. */
const nameAndDay = /^(\p{L}+)\.? ?(\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})(?!\d)/iu

/** The article of a day and the name of its weekday, before or behind it. */
const weekdayBefore = /^(?:le )?(?:(?:星期|周|週|礼拜)[一二三四五六日天]|\p{L}+)?\.?,? ?(?:le |the )?(?=\p{L}|\d)/iu
const weekdayBehind = /^ ?\(?((?:星期|周|週|礼拜)[一二三四五六日天])\)?/

/**
 * Finds the day that a text of plain signs begins with, with the name of its weekday or without; a weekday that the day does
 * not have is a slip in one of both.
 */
export function dayAtStart(plain: string, by: Pick<ReadBy, 'language'>): DayText {
  const text = withDigits(plain)
  const day = bareDayAtStart(text, by)
  if ('said' in day) {
    const [before = ''] = day.said === 'read' ? (weekdayBefore.exec(text) ?? []) : []
    if (before === '') return day
    const word = before.replace(/^le |(?:le |the )$/gi, '').replace(/[., ]+$/, '')
    const weekday = word === '' ? undefined : weekdayOf(word)
    if (word !== '' && weekday === undefined) return day
    return onWeekday(bareDayAtStart(text.slice(before.length), by), weekday)
  }
  const [all = '', name = ''] = weekdayBehind.exec(day.rest) ?? []
  return all === '' ? day : onWeekday({ ...day, rest: day.rest.slice(all.length) }, weekdayOf(name))
}

const onWeekday = (day: DayText, weekday: number | undefined): DayText =>
  'said' in day || weekday === undefined || new Date(isoDay(day)).getUTCDay() === weekday ? day : { said: 'noSuchDay' }

const numerals = '〇一二三四五六七八九'
const writtenDay =
  /^([〇零○一二三四五六七八九]{4}) ?年 ?([一二三四五六七八九十]{1,3}) ?月 ?([一二三四五六七八九十]{1,3}) ?[日号號]/

/** A day in Chinese numerals, 二〇二六年九月十二日, with digits. */
function withDigits(text: string): string {
  const [all, year, month, day] = writtenDay.exec(text) ?? []
  if (all === undefined) return text
  const digit = (numeral: string) => numerals.indexOf(numeral.replace(/[零○]/, '〇'))
  const upTo99 = (written: string) => {
    const [tens = '', ones = ''] = written.includes('十') ? written.split('十') : ['〇', written]
    return (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones))
  }
  return `${[...year!].map(digit).join('')}年${upTo99(month!)}月${upTo99(day!)}日${text.slice(all.length)}`
}

function bareDayAtStart(text: string, { language }: Pick<ReadBy, 'language'>): DayText {
  const first = yearFirst.exec(text)
  if (first) {
    const [all, year, , month = first[5], day = first[6]] = first
    return dayOf(Number(year), Number(month), Number(day), text.slice(all.length))
  }
  const last = yearLast.exec(text)
  if (last) {
    const [all, a, , b, year = ''] = last
    return dayOfPair(Number(a), Number(b), year, text.slice(all.length), language)
  }
  const digits = compact.exec(text)
  if (digits) return dayOf(Number(digits[1]), Number(digits[2]), Number(digits[3]), text.slice(digits[0].length))
  for (const [pattern, yearAt, nameAt, dayAt] of [
    [dayAndName, 3, 2, 1],
    [nameAndDay, 3, 1, 2],
    [yearAndName, 1, 2, 3],
  ] as const) {
    const named = pattern.exec(text)
    const month = named && monthOf(named[nameAt]!)
    if (!named || month === undefined) continue
    if (named[yearAt]!.length === 2) return { said: 'shortYear' }
    return dayOf(Number(named[yearAt]), month!, Number(named[dayAt]), text.slice(named[0].length))
  }
  return { said: 'read' }
}

function dayOf(year: number, month: number, day: number, rest: string): DayText {
  if (year >= 1 && year < firstYear) return { said: 'year' }
  return isCalendarDay(year, month, day) ? { year, month, day, rest } : { said: 'noSuchDay' }
}

/** Two numbers before a year: French writes the day first, Americans the month, and Chinese puts neither there. */
function dayOfPair(a: number, b: number, yearText: string, rest: string, language: ReadBy['language']): DayText {
  if (yearText.length === 2) return { said: 'shortYear' }
  const year = Number(yearText)
  const dayFirst = dayOf(year, b, a, rest)
  if (language === 'fr') return 'said' in dayFirst || a === b ? dayFirst : { ...dayFirst, byLanguage: true }
  const monthFirst = dayOf(year, a, b, rest)
  if ('said' in dayFirst) return monthFirst
  if ('said' in monthFirst || a === b) return dayFirst
  return { said: 'ambiguous', params: { first: isoDay(dayFirst), second: isoDay(monthFirst) } }
}

/** The note that the language decided which number is the month. */
export const dayNote = (cell: Cell, day: { byLanguage?: true }, as: string): { note?: Note } =>
  day.byLanguage ? { note: { said: 'day', params: { value: quoteCell(cell), as } } } : {}

/**
 * Reads a day: `2026-09-12`, `2026/9/12`, `2026年9月12日`, `20260912`, `12/09/2026` in French (in other languages only when
 * it has one meaning), `12 September 2026`, or a cell that the sheet formatted as a day or stored as its number. A time
 * after it must be midnight. Days that the calendar does not have are refused, never rolled over.
 */
export function readDay(cell: Cell, by: ReadBy): Answer<string> {
  switch (cell.is) {
    case 'error':
      return refuseError(cell)
    case 'boolean':
      return refuse('notDate', 'read', cell)
    case 'date':
      return dayOfTime(cell, cell.wallTime)
    case 'number':
      return isCompactDay(cell.number)
        ? readDay({ is: 'text', text: String(cell.number) }, by)
        : dayOfTime(cell, timeOfSerial(cell.number, by.since1904))
    case 'text': {
      const parsedDay = dayAtStart(plainSigns(cell.text), by)
      if ('said' in parsedDay) return refuse('notDate', parsedDay.said, cell, parsedDay.params)
      if (!/^(?:[ T]?0{1,2}:00(?::00(?:\.0+)?)?|,? 12:00(?::00)? ?a\.?m\.?)?$/i.test(parsedDay.rest))
        return refuse('notDate', 'read', cell)
      const value = isoDay(parsedDay)
      return { value, ...dayNote(cell, parsedDay, value) }
    }
  }
}

/** A number such as 20260912. */
export const isCompactDay = (number: number): boolean =>
  Number.isInteger(number) && number >= firstYear * 10_000 && number < 22_000_000

function dayOfTime(cell: Cell, wallTime: number | undefined): Answer<string> {
  if (wallTime === undefined || Number.isNaN(wallTime)) return refuse('notDate', 'serial', cell)
  const time = new Date(wallTime)
  if (time.getUTCFullYear() < firstYear || time.getUTCFullYear() > 9999) return refuse('notDate', 'year', cell)
  return wallTime % dayLength === 0 ? { value: time.toISOString().slice(0, 10) } : refuse('notDate', 'withTime', cell)
}
