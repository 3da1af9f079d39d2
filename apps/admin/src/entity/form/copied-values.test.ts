import { labelLayout, product } from '@timbermark/contract'
import { expect, it } from 'vitest'
import { copiedValues } from './copied-values.ts'
import { copiedId } from './initial-values.ts'

it('a copy has the values of the record, another name in each language, and no code', () => {
  const image = { id: 'a' }
  const row = {
    id: 5,
    code: 'P-1',
    name: 'Beam',
    nameTexts: { en: 'Beam', zh: 'L' },
    publicDescriptionTexts: { en: 'Long' },
    publicDescription: 'Long',
    categoryId: 3,
    images: [image],
    remark: null,
    changeReason: 'Because',
  }
  expect(copiedValues(product, row)).toEqual({
    name: 'Beam (2)',
    nameTexts: { en: 'Beam (2)', zh: 'L (2)' },
    publicDescription: 'Long',
    publicDescriptionTexts: { en: 'Long' },
    categoryId: 3,
    images: [image],
  })
})

it('the name of a copy is not longer than names may be', () => {
  const field = labelLayout.fields.name
  const { name } = copiedValues(labelLayout, { id: 1, name: 'x'.repeat(field.max) })
  expect(String(name)).toHaveLength(field.max)
  expect(String(name)).toMatch(/x \(2\)$/)
})

it('the address names the copied record', () => {
  expect(copiedId('copy:12')).toBe('12')
  for (const other of ['1', 'productId:5', 'copy:x', undefined]) expect(copiedId(other)).toBeUndefined()
})
