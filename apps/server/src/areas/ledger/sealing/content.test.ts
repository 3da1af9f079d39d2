import { describe, expect, test } from 'vitest'
import { type Fields, fieldsText, isCanonicalTextOf } from './content.ts'

const fields: Fields = {
  kind: 'record',
  at: 'é',
  values: [1, 2.5, { unit: 'm³', label: { fr: 'Diamètre' } }],
  none: null,
}

/** Each differs from what was said in one place. */
const others: Fields[] = [
  { ...fields, kind: 'mention' },
  { ...fields, more: true },
  { ...fields, none: 0 },
  { ...fields, values: [1, 2.5] },
  { ...fields, values: [1, '2.5', { unit: 'm³', label: { fr: 'Diamètre' } }] },
  { ...fields, values: [1, 2.5, { unit: 'm³', label: { fr: 'Diametre' } }] },
  { kind: 'record', at: 'é' },
]

describe('whether fields are what a kept text says', () => {
  test('the same values in any order are', () => {
    expect(isCanonicalTextOf(fieldsText(fields), Object.fromEntries(Object.entries(fields).reverse()) as Fields)).toBe(true)
  })

  test('values that only a composed text makes equal are: a decomposed accent, a minus before nothing', () => {
    expect(isCanonicalTextOf(fieldsText(fields), { ...fields, at: 'e\u0301' })).toBe(true)
    expect(isCanonicalTextOf(fieldsText({ n: 0 }), { n: -0 })).toBe(true)
  })

  test.each(others)('%j are not', other => {
    expect(isCanonicalTextOf(fieldsText(fields), other)).toBe(false)
    expect(isCanonicalTextOf(fieldsText(other), fields)).toBe(false)
  })
})
