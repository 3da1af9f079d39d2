import { expect, test } from 'vitest'
import { createFormSnapshot, availableForms } from './form-snapshot.ts'

const attributes = [{ key: 'attr1', label: 'Moisture', input: 'text' as const }]
const first = { id: 1, name: 'Felling', nameTexts: {}, version: 1, attributes, earlier: [] }
const second = { ...first, id: 2, version: 2, attributes: [], earlier: [1] }
const other = { ...first, id: 7, name: 'Other', attributes: [] }

test('a report keeps the form that it was started with when that template changes, and no other form', () => {
  const snapshot = createFormSnapshot(first)
  expect(availableForms([first, other], snapshot)).toEqual([first, other])
  expect(availableForms([second, other], snapshot)).toEqual([second, other, { ...snapshot, isSnapshot: true }])
  // A template that is hidden or removed is offered in none of its versions.
  expect(availableForms([other], snapshot)).toEqual([other])
  expect(availableForms([second], undefined)).toEqual([second])
  const { earlier: _, ...before } = second
  expect(availableForms([before], snapshot)).toEqual([before])
})
