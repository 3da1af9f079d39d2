import type { Language } from './types.ts'

/** How to format numbers, dates and countries for one reader. */
export interface Format {
  language: Language
  locale: string
  /** Time zone of clock times; undefined means the reader's own (browser only). */
  timeZone?: string
}

const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' }

/** All languages of the page. */
export const languages = Object.keys(locales) as readonly Language[]

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** The server does not know the reader's time zone: it writes UTC and says so; the script then rewrites in the reader's time. */
export function serverFormat(language: Language): Format {
  return { language, locale: locales[language], timeZone: 'UTC' }
}

/** @returns whether formatters accept the tag; some browsers report invalid BCP 47 tags (`en-US@posix`) */
function isSupportedTag(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** The format for the reader's region of the page's language (fr-CA, en-US), in the reader's time zone. */
export function browserFormat(language: Language, preferred: readonly string[]): Format {
  const tag = preferred.find(tag => tag.slice(0, 2).toLowerCase() === language)
  return { language, locale: tag && isSupportedTag(tag) ? tag : locales[language] }
}

/** Caches formatters: creating one costs a hundred times as much as using it, and a page formats hundreds of values. */
function memoize<Key extends readonly unknown[], T>(create: (...key: Key) => T): (...key: Key) => T {
  const cache = new Map<string, T>()
  return (...key) => {
    const id = JSON.stringify(key)
    const cached = cache.get(id)
    if (cached) return cached
    const value = create(...key)
    cache.set(id, value)
    return value
  }
}

const momentFormat = memoize(
  (locale: string, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }),
)
const dayFormat = memoize((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
const numberFormat = memoize(
  (locale: string, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
const countryNames = memoize((locale: string) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }))

/** Formats a moment (ISO 8601) with its clock time; other text stays unchanged. */
export function formatMoment(value: string, format: Format): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const text = momentFormat(format.locale, format.timeZone).format(date)
  return format.timeZone === 'UTC' ? `${text} UTC` : text
}

const dateFormat = memoize(
  (locale: string, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone }),
)

/** Formats the day of a moment in the reader's time zone; other text stays unchanged. */
export function formatDate(value: string, format: Format): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : dateFormat(format.locale, format.timeZone).format(date)
}

/** Formats a calendar day (`YYYY-MM-DD`), the same in every time zone. */
export function formatDay(value: string, format: Format): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  if (!match) return value
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
  if (Number.isNaN(date.getTime())) return value
  return dayFormat(format.locale).format(date)
}

/** Formats a number, or decimal text with all its digits; other text stays unchanged. */
export function formatNumber(value: number | string, format: Format): string {
  const text = String(value).trim()
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const digits = Math.min(text.split('.')[1]?.length ?? 0, 20)
  return numberFormat(format.locale, digits).format(text as Intl.StringNumericLiteral)
}

/** The name of an ISO 3166-1 alpha-2 country. */
export function formatCountry(code: string, format: Format): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  try {
    return countryNames(format.locale).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}
