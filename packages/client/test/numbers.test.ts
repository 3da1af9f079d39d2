import { Unread } from '@timbermark/contract/reading'
import { describe, expect, test } from 'vitest'
import { readTypedNumber, localiseNumber } from '../src/index.ts'

describe('a number as people type it', () => {
  test('becomes its wire form by the language of the reader', () => {
    expect(readTypedNumber('24,500', 'fr')).toBe('24.500')
    expect(readTypedNumber('24,500', 'en')).toBe('24500')
    expect(readTypedNumber('24 500,5', 'zh')).toBe('24500.5')
  })

  test('is held with its reason while it is no number, and is never sent as one', () => {
    const held = readTypedNumber('24.500', 'fr')
    expect(held).toBeInstanceOf(Unread)
    expect(held).toMatchObject({ text: '24.500', fault: { error: 'notNumber', params: { said: 'ambiguous' } } })
    expect(String(held)).toBe('24.500')
    expect(JSON.stringify({ volume: held })).toBe('{"volume":"? 24.500"}')
  })

  test('has the meaning that is within the bounds of its field', () => {
    expect(readTypedNumber('24.500', 'fr', { kind: 'decimal', max: 1000 })).toBe('24.500')
  })

  test('localising a number and reading it again returns the number', () => {
    expect(localiseNumber('12.5', 'fr')).toBe('12,5')
    expect(localiseNumber('12.5', 'en')).toBe('12.5')
    expect(localiseNumber('1.a', 'fr')).toBe('1.a')
    for (const plain of ['12.345', '1234567', '-0.25', '0'])
      for (const language of ['zh', 'en', 'fr'] as const)
        expect(readTypedNumber(localiseNumber(plain, language), language)).toBe(plain)
  })
})
