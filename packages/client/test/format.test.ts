import { describe, expect, it } from 'vitest'
import {
  createTranslator,
  formatBytes,
  formatCoordinates,
  formatDate,
  formatDateTime,
  formatNumber,
} from '../src/index.ts'
import { en } from '../../phrases/src/en/index.ts'
import { fr } from '../../phrases/src/fr/index.ts'

describe('dates', () => {
  it('writes year-month-day hour:minute:second (CON-32)', () => {
    expect(formatDateTime(new Date(2024, 0, 31, 8, 5, 9))).toBe('2024-01-31 08:05:09')
    expect(formatDateTime('2024-01-31 08:05:09')).toBe('2024-01-31 08:05:09')
    expect(formatDate('2024-02-29')).toBe('2024-02-29')
  })

  it('treats a number of 10 digits as seconds, as number and as text (CON-33)', () => {
    const seconds = formatDateTime(1_700_000_000)
    expect(seconds).toMatch(/^2023-11-1[45] /)
    expect(formatDateTime('1700000000')).toBe(seconds)
    expect(formatDateTime(1_700_000_000_000)).toBe(seconds)
  })

  it('reads UTC and offsets as the same moment', () => {
    expect(formatDateTime('2024-01-31T08:05:09Z')).toBe(formatDateTime('2024-01-31T16:05:09+08:00'))
  })

  it('returns an empty text for no time', () => {
    for (const none of [null, undefined, '', 'soon']) expect(formatDateTime(none)).toBe('')
  })
})

describe('numbers', () => {
  it('formats them for the language', () => {
    expect(formatNumber(1234567.5, 'en')).toBe('1,234,567.5')
    expect(formatNumber(1234567.5, 'zh')).toBe('1,234,567.5')
    expect(formatNumber(1234567.5, 'fr').replace(/\s/g, ' ')).toBe('1 234 567,5')
  })

  it('keeps the digits of an exact decimal in text form', () => {
    expect(formatNumber('12345678901234567890.123', 'en')).toBe('12,345,678,901,234,567,890.123')
  })

  it('returns an empty text for none, and other text unchanged', () => {
    expect(formatNumber(null, 'en')).toBe('')
    expect(formatNumber('', 'en')).toBe('')
    expect(formatNumber('about 5', 'en')).toBe('about 5')
  })

  it('formats coordinates with the decimal sign and the compass directions of the language', () => {
    const gabon = [11.6281, -0.7352] as const
    const brazil = [-51.5, 0.25] as const
    expect(formatCoordinates(createTranslator(en, 'en'), gabon)).toBe('0.7352° S, 11.6281° E')
    expect(formatCoordinates(createTranslator(fr, 'fr'), gabon)).toBe('0,7352° S, 11,6281° E')
    expect(formatCoordinates(createTranslator(fr, 'fr'), brazil)).toBe('0,25° N, 51,5° O')
  })

  it('writes sizes of files', () => {
    expect(formatBytes(1024 * 1536, 'en')).toBe('1.5 MB')
    expect(formatBytes(500, 'fr')).toBe('500 o')
  })
})

describe('texts', () => {
  it('fills placeholders, and returns data that is no key unchanged', () => {
    const t = createTranslator(en, 'en')
    expect(t('shell.transport.status', { status: 502 })).toBe('system interface 502 exception')
    expect(t.from('action.save')).toBe('Save')
    expect(t.from('Our own menu')).toBe('Our own menu')
    expect(t.from('toString')).toBe('toString')
    expect(createTranslator(fr, 'fr').locale).toBe('fr-FR')
  })
})
