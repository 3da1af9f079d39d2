import { Unread } from '@timbermark/contract/reading'
import { describe, expect, test } from 'vitest'
import { readTypedDay } from '../src/index.ts'

describe('a day as people type it', () => {
  test('becomes its wire form in any of its forms', () => {
    for (const text of ['2026-09-12', '2026/9/12', '2026年9月12日', '12 septembre 2026', 'Sat, 12 Sep 2026'])
      expect(readTypedDay(text, 'en'), text).toBe('2026-09-12')
    expect(readTypedDay('12/09/2026', 'fr')).toBe('2026-09-12')
  })

  test('with a time is a moment by the clock of the zone', () => {
    expect(readTypedDay('2026-09-12 14h30', 'fr', 'Africa/Libreville')).toBe('2026-09-12T13:30:00.000Z')
    expect(readTypedDay('2026-09-12 14:30', 'zh', 'Asia/Shanghai')).toBe('2026-09-12T06:30:00.000Z')
  })

  test('is held with its reason while it is none', () => {
    const held = readTypedDay('2026-06-31', 'en')
    expect(held).toBeInstanceOf(Unread)
    expect(held).toMatchObject({ text: '2026-06-31', fault: { error: 'notDate', params: { said: 'noSuchDay' } } })
    expect(readTypedDay('12/09/2026', 'en')).toMatchObject({ fault: { params: { said: 'ambiguous' } } })
  })
})
