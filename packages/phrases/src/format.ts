/** Numbers, days and moments as the languages set them, for pages and papers alike. */
import type { Language } from '@timbermark/contract'
import { locales } from './locales.ts'

/** Formats a number, or an exact decimal in text form, for the language. Returns an empty text for none, and other text unchanged. */
export function formatNumber(
  value: number | string | null | undefined,
  language: Language,
  options?: Intl.NumberFormatOptions,
): string {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (Number.isNaN(number)) return String(value)
  // Intl formats a decimal in text form exactly; a number would be rounded beyond 15 digits.
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 6, ...options })
  return format.format(typeof value === 'string' ? (value.trim() as `${number}`) : value)
}

/** Formats a calendar day (`YYYY-MM-DD`), the same in every time zone; other text stays unchanged. */
export function formatDay(day: string, language: Language): string {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}

/** Formats a moment to the minute, with the distance of the time zone from UTC: papers are read in other zones. */
export function formatMoment(moment: Date, language: Language, timeZone: string): string {
  const text = new Intl.DateTimeFormat(locales[language], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(moment)
  const offset = distanceFromUtc(moment, timeZone)
  return language === 'zh' ? `${text}（${offset}）` : `${text} (${offset})`
}

/** `UTC`, `UTC+8`, `UTC-3:30`: languages name zones in other ways, and put the name in other places. */
function distanceFromUtc(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(moment)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', 'UTC').replace(/\+0$/, '')
}
