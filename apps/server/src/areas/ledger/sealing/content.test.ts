import { describe, expect, test } from 'vitest'
import { type Fields, fieldsText, isTextOf } from './content.ts'

const said: Fields = {
  kind: 'record',
  at: 'é',
  values: [1, 2.5, { unit: 'm³', label: { fr: 'Diamètre' } }],
  none: null,
}

/** Each differs from what was said in one place. */
const others: Fields[] = [
  { ...said, kind: 'mention' },
  { ...said, more: true },
  { ...said, none: 0 },
  { ...said, values: [1, 2.5] },
  { ...said, values: [1, '2.5', { unit: 'm³', label: { fr: 'Diamètre' } }] },
  { ...said, values: [1, 2.5, { unit: 'm³', label: { fr: 'Diametre' } }] },
  { kind: 'record', at: 'é' },
]

describe('whether fields are what a kept text says', () => {
  test('the same values in any order are', () => {
    expect(isTextOf(fieldsText(said), Object.fromEntries(Object.entries(said).reverse()) as Fields)).toBe(true)
  })

  test('values that only a composed text makes equal are: a decomposed accent, a minus before nothing', () => {
    expect(isTextOf(fieldsText(said), { ...said, at: 'e\u0301' })).toBe(true)
    expect(isTextOf(fieldsText({ n: 0 }), { n: -0 })).toBe(true)
  })

  test.each(others)('%j are not', other => {
    expect(isTextOf(fieldsText(said), other)).toBe(false)
    expect(isTextOf(fieldsText(other), said)).toBe(false)
  })
})
