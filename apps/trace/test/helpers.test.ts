import type { TraceValue } from '@timbermark/contract/trace'
import { describe, expect, test } from 'vitest'
import { item } from '../src/fixtures/journey.ts'
import { browserFormat, formatCountry, formatDay, formatMoment, formatNumber, serverFormat } from '../src/format.ts'
import { toPictureUrl } from '../src/islands/Check.tsx'
import { groupValues, summarizeJourney } from '../src/journey.ts'
import { textsByLanguage } from '../src/all-texts.ts'
import { languageUrl, safeUrl } from '../src/links.ts'
import { buildMapView, formatMarker } from '../src/map.ts'
import { formatValue } from '../src/page/Value.tsx'
import { collectPlaces } from '../src/places.ts'
import { findCodeFault, normalizeSecurityCode } from '../src/security-code.ts'
import { selectScriptTexts } from '../src/script-texts.ts'
import { humanizeKey } from '../src/texts.ts'

describe('the anti-counterfeit code as people type it', () => {
  test.each([
    [' k7m4 x2q9 ', 'K7M4X2Q9'],
    ['Ｋ７Ｍ４', 'K7M4'],
    ['ab–cd', 'AB-CD'],
    ['a$b*1:%', 'A$B*1:%'],
    ['12\u200b34', '1234'],
  ])('%j is read as %s', (typed, read) => expect(normalizeSecurityCode(typed)).toBe(read))

  test('is checked before the server is asked', () => {
    expect(findCodeFault('', 'X')).toBe('empty')
    expect(findCodeFault('AB', 'X')).toBe('format')
    expect(findCodeFault('密码密码', 'X')).toBe('format')
    expect(findCodeFault('0GB7KQ2M9XW4TZ8RCN5E', '0GB7KQ2M9XW4TZ8RCN5E')).toBe('isCode')
    expect(findCodeFault('K7M4X2Q9', 'X')).toBeUndefined()
  })
})

describe('formatting', () => {
  const fr = serverFormat('fr')
  test('keeps every digit of a decimal and leaves other text unchanged', () => {
    expect(formatNumber('0.1234567890123456', serverFormat('en'))).toBe('0.1234567890123456')
    expect(formatNumber('12345678901234567890.5', serverFormat('en'))).toBe('12,345,678,901,234,567,890.5')
    expect(formatNumber('1284.60', fr).replace(/\s/g, ' ')).toBe('1 284,60')
    expect(formatNumber('12a', fr)).toBe('12a')
  })

  test('dates are the same day everywhere; moments are in the reader’s time zone', () => {
    expect(formatDay('2025-03-20', serverFormat('zh'))).toBe('2025年3月20日')
    expect(formatDay('20250320', fr)).toBe('20 mars 2025')
    expect(formatDay('soon', fr)).toBe('soon')
    expect(
      formatMoment('2025-07-01T23:30:00Z', { ...browserFormat('en', ['en-US', 'fr']), timeZone: 'Asia/Shanghai' }),
    ).toBe('Jul 2, 2025, 07:30')
    expect(formatMoment('2025-07-01T23:30:00Z', serverFormat('zh'))).toBe('2025年7月1日 23:30 UTC')
    expect(browserFormat('fr', ['en-US', 'zh-TW']).locale).toBe('fr-FR')
    // Under POSIX some browsers report an invalid language tag, for which formatters throw.
    expect(browserFormat('en', ['en-US@posix']).locale).toBe('en-GB')
  })

  test('names countries', () => {
    expect(formatCountry('GA', serverFormat('zh'))).toBe('加蓬')
    expect(formatCountry('CM', fr)).toBe('Cameroun')
    expect(formatCountry('??', fr)).toBe('??')
  })

  test('every type of value becomes text', () => {
    const text = (type: TraceValue['type'], value: unknown, more: Partial<TraceValue> = {}) =>
      formatValue({ key: 'k', type, group: 'common', value, ...more }, textsByLanguage.fr, fr)
    expect(text('yesNo', true)).toBe('Oui')
    expect(text('yesNo', false)).toBe('Non')
    expect(text('number', '7.5', { unit: 'm3' })).toBe('7,5 m³')
    expect(text('choice', 'nonCompliant')).toBe('Non conforme')
    expect(text('dict', 'OKO', { label: 'Okoumé' })).toBe('Okoumé')
    expect(text('coordinates', ['9.4544', '-0.3901'])).toBe('0,3901° S, 9,4544° E')
    expect(text('country', 'GA')).toBe('Gabon')
    expect(text('text', ['a', 'b'])).toBe('a, b')
    expect(humanizeKey('logYard2')).toBe('Log yard 2')
  })
})

test('groups that the page does not know are shown, and empty values are not', () => {
  const value = (key: string, group: string, content: unknown) =>
    ({ key, type: 'text', group, value: content }) as TraceValue
  const groups = groupValues([value('a', 'somethingNew', 'x'), value('b', 'felling', ''), value('c', 'felling', 'y')])
  expect(groups.map(({ group, values }) => [group, values.map(({ key }) => key)])).toEqual([
    ['felling', ['c']],
    ['somethingNew', ['a']],
  ])
})

describe('the sentence about the journey', () => {
  const { stages } = item()
  const at = (record: (typeof stages)[number]) => Date.parse(record.happenedAt || record.recordedAt)
  const ordered = [...stages].sort((a, b) => at(a) - at(b))

  test('goes from the first place to the last by time, whatever the order of the records', () => {
    const span = summarizeJourney([...ordered].reverse())!
    const placed = ordered.filter(({ place }) => place?.name)
    expect([span.from, span.to]).toEqual([placed[0]!.place!.name, placed.at(-1)!.place!.name])
    expect(span.days).toBe(Math.round((at(placed.at(-1)!) - at(placed[0]!)) / 86_400_000))
    expect(span.companies).toEqual([...new Set(ordered.map(({ enterprise }) => enterprise))])
  })

  test('is left out where the wood was reported at one place, or at none', () => {
    expect(summarizeJourney([])).toBeUndefined()
    expect(summarizeJourney(ordered.slice(0, 1))).toBeUndefined()
    expect(summarizeJourney(ordered.map(record => ({ ...record, place: null })))).toBeUndefined()
  })
})

describe('the map', () => {
  const at = (longitude: number, latitude: number, order: number) => ({ longitude, latitude, stages: [{ order }] })

  test('contains every place', () => {
    const view = buildMapView(collectPlaces([{ stages: item().stages, prefix: '' }]))!
    for (const { x, y } of view.markers) {
      expect(x).toBeGreaterThan(view.viewBox.x)
      expect(x).toBeLessThan(view.viewBox.x + view.viewBox.width)
      expect(y).toBeGreaterThan(view.viewBox.y)
      expect(y).toBeLessThan(view.viewBox.y + view.viewBox.height)
    }
    expect(view.land).toEqual([0])
  })

  test('crosses the Pacific when that is shorter, and draws the land twice', () => {
    const view = buildMapView([at(-123, 49, 1), at(121, 31, 2)])!
    expect(view.viewBox.width).toBeLessThan(180)
    expect(view.land).toEqual([0, 360])
  })

  test('joins close places into one marker and leaves out invalid ones', () => {
    const view = buildMapView([at(9.5, 0.3, 9), at(9.45, 0.39, 12), at(120, 31, 14), at(0, 0, 15), at(999, 0, 16)])!
    expect(view.markers.map(({ orders }) => orders)).toEqual([[9, 12], [14]])
    expect(buildMapView([])).toBeUndefined()
    expect(formatMarker([1, 2, 7])).toBe('1–7')
    expect(formatMarker([14, 16])).toBe('14, 16')
  })
})

test('only addresses on this site or on the web become links', () => {
  expect(safeUrl('/files/a.png')).toBe('/files/a.png')
  expect(safeUrl('https://files.example/a.png')).toBe('https://files.example/a.png')
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    '',
  ])
    expect(safeUrl(url)).toBeUndefined()
  expect(languageUrl('/c?code=0A&lang=zh', 'fr')).toBe('/c?code=0A&lang=fr')
})

test('captcha pictures in every format get a URL that the content policy allows', () => {
  expect(toPictureUrl('data:image/png;base64,AA')).toBe('data:image/png;base64,AA')
  expect(toPictureUrl('iVBORw0KGgo=')).toBe('data:image/png;base64,iVBORw0KGgo=')
  expect(toPictureUrl('/9j/4AAQ')).toBe('data:image/jpeg;base64,/9j/4AAQ')
  expect(toPictureUrl('<svg></svg>')).toBe('data:image/svg+xml,%3Csvg%3E%3C%2Fsvg%3E')
  expect(toPictureUrl('PHN2Zz4=')).toBe('data:image/svg+xml;base64,PHN2Zz4=')
})

test('the script contains every text that it needs, and no others', () => {
  const texts = selectScriptTexts(textsByLanguage.fr.all)
  expect(texts['stage.felling']).toBe(textsByLanguage.fr.stage('felling'))
  expect(texts['stage.group.felling']).toBe(textsByLanguage.fr.group('felling'))
  expect(texts['unit.m3']).toBe('m³')
  expect(texts['trace.check.submit']).toBe('Vérifier')
  expect(texts['trace.verdict.unavailable']).toBe(textsByLanguage.fr.t('trace.verdict.unavailable'))
  // Names of fields come from the sealed entries.
  expect(texts['stage.field.volume']).toBeUndefined()
  expect(texts['stage.felling.hint']).toBeUndefined()
  expect(texts['trace.welcome.note']).toBeUndefined()
  expect(texts['trace.noscript']).toBeUndefined()
})
