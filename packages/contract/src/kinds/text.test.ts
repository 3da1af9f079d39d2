import { expect, it } from 'vitest'
import { isAbsent } from './kinds.ts'
import { plainText } from './plain-text.ts'
import { checkText } from './text.ts'

it('keeps of a text what people see', () => {
  expect(plainText(' Green\u200b Tim\u00adber\ufeff ')).toBe('Green Timber')
  expect(plainText('Oak \u202egniht-yrev\u202c')).toBe('Oak gniht-yrev')
  expect(plainText('\u202a+24174123456\u202c')).toBe('+24174123456')
  expect(plainText('a\tb\r\nc')).toBe('a\tb\r\nc')
  expect(plainText('e\u200b\u0301')).toBe('é')
  for (const unchanged of ['木材 · Chêne', '👨‍👩‍👧', 'क्‍ष', '葛\u{e0100}']) expect(plainText(unchanged)).toBe(unchanged)
  expect(plainText(plainText('x\u200b \u200b'))).toBe('x')
})

it('takes nothing that is seen for nothing', () => {
  for (const blank of ['\u200b', '\u3164', ' \u2060 ', '\u202e\ufeff']) {
    expect(isAbsent(blank)).toBe(true)
    expect(checkText({ kind: 'text', max: 10, min: 1 }, blank)).toMatchObject({ error: 'tooShort' })
  }
})
