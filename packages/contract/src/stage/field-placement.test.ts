import { expect, it } from 'vitest'
import { fieldsOf, formGroups, hasPlace, stageByKey, type StageAttribute } from './stages.ts'

const felling = stageByKey('felling')
const crew: StageAttribute = { key: 'crew', label: 'Crew', input: 'text' }
const keysOf = (attributes: readonly StageAttribute[], group: string) =>
  formGroups([...fieldsOf(felling, attributes).values()])
    .find(({ key }) => key === group)!
    .fields.map(({ key }) => key)

it('stands where its maker put it, on the form and in what is read', () => {
  const attributes: StageAttribute[] = [
    { ...crew, key: 'second', place: { group: 'felling', after: 'logNumber' } },
    { ...crew, key: 'third', required: true, place: { group: 'felling', after: 'logNumber' } },
    { ...crew, key: 'first', place: { group: 'felling' } },
  ]
  const keys = keysOf(attributes, 'felling')
  expect(keys[0]).toBe('first')
  expect(keys.slice(keys.indexOf('logNumber'), keys.indexOf('logNumber') + 3)).toEqual(['logNumber', 'second', 'third'])
  const read = [...fieldsOf(felling, attributes).keys()]
  expect(read[read.indexOf('logNumber') + 1]).toBe('second')
  expect(read).toHaveLength(fieldsOf(felling).size + 3)
})

it('is asked first in a group of its own where it has no place, and last in its group where its place is gone', () => {
  expect(keysOf([crew], 'template')).toEqual(['crew'])
  expect(keysOf([{ ...crew, place: { group: 'felling', after: 'gone' } }], 'felling').at(-1)).toBe('crew')
})

it('has no place behind what the stage does not ask for', () => {
  expect(hasPlace(felling, { place: { group: 'felling', after: 'logNumber' } })).toBe(true)
  expect(hasPlace(felling, { place: { group: 'felling', after: 'qrCode' } })).toBe(false)
  expect(hasPlace(felling, { place: { group: 'shipping' } })).toBe(false)
})
