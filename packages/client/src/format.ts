import type { Language } from '@timbermark/contract'
import { formatNumber } from '@timbermark/phrases/format'
import type { Translate } from './translate.ts'

export { formatNumber }

export type TimeInput = Date | string | number | null | undefined

/**
 * Parses a point in time: a Date, ISO 8601 text, or a number (also as text). A number of 10 digits is in seconds, any other
 * in milliseconds. A plain date `YYYY-MM-DD` is midnight of that day in the browser's time zone. Null for anything else.
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
  // `YYYY-MM-DD HH:mm:ss` is ISO 8601 except for the space, which not every browser accepts.
  return new Date(value.replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2'))
}

/**
 * Formats a time in the browser's time zone. The pattern may contain YYYY, MM, DD, HH, mm, ss; the default is
 * `YYYY-MM-DD HH:mm:ss`. Returns an empty text for no time.
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

/** Formats `[longitude, latitude]` (degrees): latitude first, each with its compass direction. */
export function formatCoordinates(t: Translate, [longitude, latitude]: readonly [number, number]): string {
  const degrees = (n: number) => ({ d: formatNumber(Math.abs(n), t.language) })
  return t('compass.pair', {
    north: t(latitude < 0 ? 'compass.s' : 'compass.n', degrees(latitude)),
    east: t(longitude < 0 ? 'compass.w' : 'compass.e', degrees(longitude)),
  })
}

/** Formats a file size in B, KB, MB or GB (powers of 1024), with at most one decimal. */
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

/** Formats a number of days in words: "3 days". */
export const formatDays = (days: number, language: Language): string => formatDuration(days, 'day', language)

/** Formats a duration: in hours below 48 hours, in days from there on. */
export const formatHours = (hours: number, language: Language): string =>
  hours < 48 ? formatDuration(hours, 'hour', language) : formatDuration(hours / 24, 'day', language)
