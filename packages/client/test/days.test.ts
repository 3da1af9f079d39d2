import { Unread } from '@timbermark/contract/reading'
import { describe, expect, test } from 'vitest'
import { readTypedDay, readTypedMoment } from '../src/index.ts'

describe('a day as people type it', () => {
  test('becomes its wire form, in the words of any language', () => {
    for (const text of [
      '2026-12-03',
      '2026年12月3日',
      '3 Dec 2026',
      '3 décembre 2026',
      '2026/12/3',
      '２０２６.１２.３',
    ])
      for (const language of ['zh', 'en', 'fr'] as const) expect(readTypedDay(text, language), text).toBe('2026-12-03')
  })

  test('has the month second in French only; elsewhere two meanings are held with the reason', () => {
    expect(readTypedDay('3/12/2026', 'fr')).toBe('2026-12-03')
    expect(readTypedDay('25/12/2026', 'en')).toBe('2026-12-25')
    const held = readTypedDay('3/12/2026', 'en')
    expect(held).toBeInstanceOf(Unread)
    expect(held).toMatchObject({ text: '3/12/2026', fault: { error: 'notDate', params: { said: 'ambiguous' } } })
    expect(JSON.stringify(held)).toBe('"? 3/12/2026"')
  })

  test('is refused with two digits of a year, where the calendar has none, and with a time', () => {
    for (const [text, why] of [
      ['03.12.26', 'shortYear'],
      ['31/06/2026', 'noSuchDay'],
      ['2026-12-03 14:30', 'read'],
      ['soon', 'read'],
    ] as const)
      expect(readTypedDay(text, 'fr'), text).toMatchObject({ text, fault: { params: { said: why } } })
  })
})

describe('a moment as people type it', () => {
  test('is read by the clock of the zone, or by the offset that the text names', () => {
    expect(readTypedMoment('3 déc. 2026 14h30', 'fr', 'Europe/Paris')).toBe('2026-12-03T13:30:00.000Z')
    expect(readTypedMoment('2026年12月3日 下午2:30', 'zh', 'Asia/Shanghai')).toBe('2026-12-03T06:30:00.000Z')
    expect(readTypedMoment('2026-12-03 14:30 +01:00', 'en', 'Asia/Shanghai')).toBe('2026-12-03T13:30:00.000Z')
    expect(readTypedMoment('2026-12-03', 'en', 'Asia/Shanghai')).toBe('2026-12-02T16:00:00.000Z')
  })

  test('is refused at a time that the clocks skip', () => {
    expect(readTypedMoment('2026-03-29 02:30', 'en', 'Europe/Paris')).toMatchObject({
      fault: { params: { said: 'skipped' } },
    })
  })
})
