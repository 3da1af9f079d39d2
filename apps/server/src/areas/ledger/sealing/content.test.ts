import { describe, expect, test } from 'vitest'
import { type Fields, fieldsText, isCanonicalTextOf } from './content.ts'

const fields: Fields = {
  kind: 'record',
  at: 'é',
  values: [1, 2.5, { unit: 'm³', label: { fr: 'Diamètre' } }],
  none: null,
}

/** Each differs from `fields` in one place. */
const others: Fields[] = [
  { ...fields, kind: 'mention' },
  { ...fields, more: true },
  { ...fields, none: 0 },
  { ...fields, values: [1, 2.5] },
  { ...fields, values: [1, '2.5', { unit: 'm³', label: { fr: 'Diamètre' } }] },
  { ...fields, values: [1, 2.5, { unit: 'm³', label: { fr: 'Diametre' } }] },
  { kind: 'record', at: 'é' },
]

describe('whether a stored text is the canonical text of fields', () => {
  test('is true for the same values in any order', () => {
    expect(isCanonicalTextOf(fieldsText(fields), Object.fromEntries(Object.entries(fields).reverse()) as Fields)).toBe(
      true,
    )
  })

  test('is true for values that only the canonical text makes equal: a decomposed accent, a negative zero', () => {
    expect(isCanonicalTextOf(fieldsText(fields), { ...fields, at: 'e\u0301' })).toBe(true)
    expect(isCanonicalTextOf(fieldsText({ n: 0 }), { n: -0 })).toBe(true)
  })

  test.each(others)('is false for %j', other => {
    expect(isCanonicalTextOf(fieldsText(fields), other)).toBe(false)
    expect(isCanonicalTextOf(fieldsText(other), fields)).toBe(false)
  })
})
