import type { FormContent, FormField } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { freeKey, groupRemoved, insertedAt, linesOf, movedTo, newField, removedAt } from './form-lines.ts'
import { begun, changed, redone, undone } from './history.ts'

const titles = { zh: '', en: '', fr: '' }
const field = (key: string): FormField => ({ key, kind: 'text', labels: { zh: key, en: key, fr: key }, width: 12 })
const form = (...groups: string[][]): FormContent => ({
  groups: groups.map(keys => ({ titles, fields: keys.map(field) })),
})
const keysOf = ({ groups }: FormContent) => groups.map(group => group.fields.map(one => one.key))

test('a field is moved within its group, into another and into an empty one', () => {
  const three = form(['a', 'b'], ['c'], [])
  // Lines: group, a, b, group, c, group.
  expect(keysOf(movedTo(three, 1, 2))).toEqual([['b', 'a'], ['c'], []])
  expect(keysOf(movedTo(three, 1, 3))).toEqual([['b'], ['a', 'c'], []])
  expect(keysOf(movedTo(three, 1, 5))).toEqual([['b'], ['c'], ['a']])
  expect(keysOf(movedTo(three, 4, 1))).toEqual([['c', 'a', 'b'], [], []])
})

test('a heading is not moved, and nothing goes before the first', () => {
  const two = form(['a'], ['b'])
  expect(movedTo(two, 0, 2)).toBe(two)
  expect(movedTo(two, 1, 0)).toBe(two)
  expect(keysOf(insertedAt(two, field('x'), 0))).toEqual([['x', 'a'], ['b']])
  expect(keysOf(insertedAt(two, field('x'), 99))).toEqual([['a'], ['b', 'x']])
})

test('no field is lost with its group', () => {
  expect(keysOf(groupRemoved(form(['a'], ['b']), 0))).toEqual([['a', 'b']])
  expect(keysOf(groupRemoved(form(['a'], ['b']), 1))).toEqual([['a', 'b']])
  expect(keysOf(groupRemoved(form(['a']), 0))).toEqual([['a']])
  expect(keysOf(removedAt(form(['a', 'b']), 0, 0))).toEqual([['b']])
})

test('a new field has a key of its own', () => {
  const one = form(['text1'])
  expect(freeKey(one, 'text')).toBe('text2')
  expect(newField(one, 'text', { zh: '文本', en: 'Text', fr: 'Texte' })).toMatchObject({ key: 'text2', max: 200 })
  expect(linesOf(one).map(line => line.id)).toEqual(['group-0', 'field-text1'])
})

test('every step is taken back and done again; a word typed is one step', () => {
  let steps = begun('')
  for (const text of ['a', 'ab', 'abc']) steps = changed(steps, text, 'label')
  steps = changed(steps, 'abc!')
  expect(undone(steps).present).toBe('abc')
  expect(undone(undone(steps)).present).toBe('')
  expect(undone(undone(undone(steps))).present).toBe('')
  expect(redone(redone(undone(undone(steps)))).present).toBe('abc!')
  // What is changed after a step back takes the place of what came then.
  expect(redone(changed(undone(steps), 'x')).present).toBe('x')
  expect(changed(steps, steps.present)).toBe(steps)
})
