import { describe, expect, test } from 'vitest'
import { normaliseNumber, localiseNumber } from '../src/index.ts'

describe('a number as people type it', () => {
  test.each([
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['0,125', '0.125'],
    ['1 234,5', '1234.5'],
    ['1\u202f200,5', '1200.5'],
    ["1'234.5", '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['１２．５', '12.5'],
    ['.5', '0.5'],
    ['-0,25', '-0.25'],
    ['\u22123', '-3'],
    ['+3', '3'],
    [' 0 ', '0'],
    ['1.234', '1.234'],
  ])('%s is %s in every language', (typed, plain) => {
    for (const language of ['zh', 'en', 'fr'] as const) expect(normaliseNumber(typed, language)).toBe(plain)
  })

  test('the language decides whether a single comma separates groups or decimals', () => {
    expect(normaliseNumber('12,345', 'fr')).toBe('12.345')
    expect(normaliseNumber('12,345', 'en')).toBe('12345')
    expect(normaliseNumber('12,345', 'zh')).toBe('12345')
    expect(normaliseNumber('-12,345', 'en')).toBe('-12345')
  })

  test.each([
    'abc',
    '12abc',
    '1e3',
    '1.a',
    '1.',
    '12,',
    '-',
    ',',
    '1.234.5',
    '12 5',
    '1,2,3',
    '--1',
    '',
    '12m',
    '0x10',
  ])('returns %j unchanged, for validation to report (VAL-54)', typed => {
    for (const language of ['zh', 'en', 'fr'] as const) expect(normaliseNumber(typed, language)).toBe(typed)
  })

  test.each(['007', '05', '-01.2'])('keeps the leading zeros of %s, for validation to report (VAL-55)', typed => {
    expect(normaliseNumber(typed, 'en')).toBe(typed)
  })

  test('localising a number and normalising it again returns the number', () => {
    expect(localiseNumber('12.5', 'fr')).toBe('12,5')
    expect(localiseNumber('12.5', 'en')).toBe('12.5')
    expect(localiseNumber('1.a', 'fr')).toBe('1.a')
    for (const plain of ['12.345', '1234567', '-0.25', '0'])
      for (const language of ['zh', 'en', 'fr'] as const)
        expect(normaliseNumber(localiseNumber(plain, language), language)).toBe(plain)
  })
})
