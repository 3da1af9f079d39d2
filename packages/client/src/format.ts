import type { Language } from '@timbermark/contract'
import { locales, type Translate } from './translate.ts'

export type TimeInput = Date | string | number | null | undefined

/**
 * Reads a point in time: a Date, ISO 8601 text, or a number (also as text). A number of 10 digits counts seconds, any
 * other milliseconds. A plain date `YYYY-MM-DD` is that day in the reader's own time zone. Null when it is none of these.
 */
export function parseTime(value: TimeInput): Date | null {
  if (value === null || value === undefined || value === '') return null
  const time =
    value instanceof Date
      ? value
      : typeof value === 'number' || /^-?\d+$/.test(value)
        ? fromNumber(value)
        : fromText(value)
  return Number.isNaN(time.getTime()) ? null : time
}

function fromNumber(value: string | number): Date {
  return new Date(/^\d{10}$/.test(String(value)) ? Number(value) * 1000 : Number(value))
}

function fromText(value: string): Date {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (day) return new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]))
  // `YYYY-MM-DD HH:mm:ss` is ISO but for its space, which not every browser reads.
  return new Date(value.replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2'))
}

/**
 * Writes a time in the reader's time zone. The pattern knows YYYY, MM, DD, HH, mm, ss; the product's default is
 * `YYYY-MM-DD HH:mm:ss`. Empty text for no time.
 */
export function formatDateTime(value: TimeInput, pattern = 'YYYY-MM-DD HH:mm:ss'): string {
  const time = parseTime(value)
  if (!time) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const parts: Record<string, string> = {
    YYYY: String(time.getFullYear()).padStart(4, '0'),
    MM: two(time.getMonth() + 1),
    DD: two(time.getDate()),
    HH: two(time.getHours()),
    mm: two(time.getMinutes()),
    ss: two(time.getSeconds()),
  }
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, part => parts[part]!)
}

export const formatDate = (value: TimeInput): string => formatDateTime(value, 'YYYY-MM-DD')

/** Writes a number (also an exact decimal that travelled as text) in the reader's manner. Empty text for none. */
export function formatNumber(
  value: number | string | null | undefined,
  language: Language,
  options?: Intl.NumberFormatOptions,
): string {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (Number.isNaN(number)) return String(value)
  // Intl reads a decimal given as text exactly; a number would round beyond 15 digits.
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 6, ...options })
  return format.format(typeof value === 'string' ? (value.trim() as `${number}`) : value)
}

/** `[longitude, latitude]` as people read it: latitude first, in degrees, each with its side of the equator or of Greenwich. */
export function formatCoordinates(t: Translate, [longitude, latitude]: readonly [number, number]): string {
  const degrees = (n: number) => ({ d: formatNumber(Math.abs(n), t.language) })
  return t('compass.pair', {
    north: t(latitude < 0 ? 'compass.s' : 'compass.n', degrees(latitude)),
    east: t(longitude < 0 ? 'compass.w' : 'compass.e', degrees(longitude)),
  })
}

/** Size of a file in B, KB, MB or GB of 1024, at most one decimal. */
export function formatBytes(bytes: number, language: Language): string {
  let size = bytes
  let unit = 0
  const units = language === 'fr' ? ['o', 'Ko', 'Mo', 'Go'] : ['B', 'KB', 'MB', 'GB']
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${formatNumber(size, language, { maximumFractionDigits: 1 })} ${units[unit]}`
}

const formatDuration = (n: number, unit: 'hour' | 'day', language: Language): string =>
  formatNumber(n, language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })

/** A number of days in words: "3 days". */
export const formatDays = (days: number, language: Language): string => formatDuration(days, 'day', language)

/** How long something took, in hours, or in days from two days on. */
export const formatHours = (hours: number, language: Language): string =>
  hours < 48 ? formatDuration(hours, 'hour', language) : formatDuration(hours / 24, 'day', language)
