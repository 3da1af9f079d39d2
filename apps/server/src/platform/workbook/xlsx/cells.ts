/** Values as cells of SpreadsheetML (ECMA-376 part 1, section 18.3.1.4), typed so that no text can act as a formula. */
import { textOfSecondHour, wallClockOf } from '@timbermark/contract/reading'

export type ColumnKind = 'text' | 'integer' | 'decimal' | 'date' | 'datetime'

/** Style numbers of `parts.ts`. */
export const styleOf = {
  header: 1,
  text: 2,
  integer: 3,
  decimal: 4,
  date: 5,
  datetime: 6,
  numberHeader: 7,
  fixed: 8,
} as const

/** The most digits after the decimal point that a column may show. */
export const mostDecimals = 6

/** Style of a column's cells; with `decimals` every number shows that many digits after the decimal point. */
export function styleOfColumn(kind: ColumnKind, decimals?: number): number {
  return kind === 'decimal' && decimals !== undefined
    ? styleOf.fixed + Math.min(Math.max(decimals, 0), mostDecimals)
    : styleOf[kind]
}

/** Excel's limit for the characters of one cell. */
const maxText = 32_767

const msPerDay = 86_400_000
/** Day 0 of the 1900 date system, valid from March 1900 on (the system has a 29 February 1900 that never existed). */
const epoch = Date.UTC(1899, 11, 30)
const firstDay = Date.UTC(1900, 2, 1)

/**
 * @returns a function that writes the cells of one column
 * @param reference letters of the column, for example `AB`
 * @param timeZone IANA name; times are shown as wall-clock time there, because a cell has no time zone
 */
export function cellWriter(
  reference: string,
  kind: ColumnKind,
  timeZone: string,
  decimals?: number,
): (value: unknown, row: number) => string {
  const style = styleOfColumn(kind, decimals)
  const number = (value: number, row: number) => `<c r="${reference}${row}" s="${style}"><v>${value}</v></c>`
  const text = (value: unknown, row: number) => textCell(`${reference}${row}`, asText(value), styleOf.text)
  // A time without its offset would be read as the hour before.
  const asText = (value: unknown) => {
    const time = kind === 'datetime' ? momentOf(value) : undefined
    return (time !== undefined && textOfSecondHour(time, timeZone)) || plain(value)
  }
  const convert = converter(kind, timeZone)
  return (value, row) => {
    if (value === null || value === undefined || value === '') return ''
    const converted = convert(value)
    return converted === undefined ? text(value, row) : number(converted, row)
  }
}

/** A cell that holds text whatever it looks like. */
export function textCell(reference: string, value: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(neutralise(value))}</t></is></c>`
}

/** Converts a value to the number a cell holds, or to `undefined` when it must stay text to lose nothing. */
function converter(kind: ColumnKind, timeZone: string): (value: unknown) => number | undefined {
  switch (kind) {
    case 'text':
      return () => undefined
    case 'integer':
    case 'decimal':
      return toNumber
    case 'date':
      return value => serial(value instanceof Date ? value.getTime() : civil(String(value).slice(0, 10)))
    case 'datetime': {
      const wallClock = wallClockOf(timeZone)
      return value => {
        const time = momentOf(value)
        if (time === undefined) return serial(civil(String(value)))
        return textOfSecondHour(time, timeZone) === undefined ? serial(wallClock(time)) : undefined
      }
    }
  }
}

/** A point in time; undefined for a text that names no zone. */
function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  const textual = String(value)
  return zoned.test(textual) ? Date.parse(textual) : undefined
}

/** A cell holds 15 significant digits (IEEE 754 double as Excel shows it); longer numbers, such as seal numbers, stay text. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const digits = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(digits) || digits.replace(/^-?0*|\D/g, '').length > 15) return undefined
  return Number(digits)
}

const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(Z|[+-]\d\d(:?\d\d)?)$/
const unzoned = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?)?$/

/** A date or time without a zone, read as UTC; NaN when it is invalid. */
function civil(text: string): number {
  const match = unzoned.exec(text)
  if (!match) return Number.NaN
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map(part => (part ? Number(part) : 0))
  const time = Date.UTC(year!, month! - 1, day, hour, minute, second)
  const back = new Date(time)
  return back.getUTCMonth() === month! - 1 && back.getUTCDate() === day ? time : Number.NaN
}

function serial(time: number): number | undefined {
  if (!(time >= firstDay)) return undefined
  return Math.round(((time - epoch) / msPerDay) * 1e10) / 1e10
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** First characters that start a formula in some spreadsheet program, including the full-width forms of East Asian input. */
const trigger = /^'*\s*[=+\-@＝＋－＠]/
/** Text that `neutralise` has prefixed with an apostrophe, or would have. */
const disarmed = /^'+\s*[=+\-@＝＋－＠]/
/**
 * Signed numbers, phone numbers and dashes are what people mean by these characters; a spreadsheet can read them only
 * as a number.
 */
const harmless = /^(?:[+-]?\d+(?:[.,]\d+)*%?|\+\d[\d ().-]{4,}|[-–—]+)$/

/**
 * Disarms text that would act as a formula once somebody saves the sheet as CSV and opens that again.
 *
 * Every text cell is typed as text, so it is never evaluated in the sheet itself. CSV has no types, therefore text that
 * starts like a formula also gets a leading apostrophe (the spreadsheet programs' own mark for text). Phone numbers and
 * signed numbers keep their sign. `restore` removes the apostrophe, so that an exported sheet can be edited and
 * imported without a change.
 */
export function neutralise(text: string): string {
  const clean = cleanText(text)
  return trigger.test(clean) && !harmless.test(clean) ? `'${clean}` : clean
}

/** Undoes `neutralise` on imported text. */
export function restore(text: string): string {
  return disarmed.test(text) ? text.slice(1) : text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unclean = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Removes what XML 1.0 cannot hold or a sheet cannot show; line breaks stay, tabs become spaces. */
function cleanText(text: string): string {
  const short = text.length > maxText - 1 ? text.slice(0, maxText - 1) : text
  if (!unclean.test(short)) return short
  return short.replaceAll('\t', ' ').replace(/\r\n?/g, '\n').replace(control, '').toWellFormed()
}

/** XML escapes, and ST_Xstring's own (section 22.9.2.19): `_x0041_` in a text must not turn into `A`. */
function escapeText(text: string): string {
  if (!/[&<>]|_x[0-9A-Fa-f]{4}_/.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
