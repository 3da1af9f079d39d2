import { expect, test } from 'vitest'
import { takeFormSnapshot, availableForms } from './form-snapshot.ts'

const attributes = [{ key: 'attr1', label: 'Moisture', input: 'text' as const }]
const first = { id: 1, name: 'Felling', nameTexts: {}, version: 1, attributes, earlier: [] }
const second = { ...first, id: 2, version: 2, attributes: [], earlier: [1] }
const other = { ...first, id: 7, name: 'Other', attributes: [] }

test('a report keeps the form that it began with when that is changed, and no other', () => {
  const begun = takeFormSnapshot(first)
  expect(availableForms([first, other], begun)).toEqual([first, other])
  expect(availableForms([second, other], begun)).toEqual([second, other, { ...begun, isSnapshot: true }])
  // Hidden or removed, it is taken in none of its versions.
  expect(availableForms([other], begun)).toEqual([other])
  expect(availableForms([second], undefined)).toEqual([second])
  const { earlier: _, ...before } = second
  expect(availableForms([before], begun)).toEqual([before])
})
