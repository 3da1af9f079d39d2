import type { FormContent, FormField } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { unusedKey, removeGroup, insertField, linesOf, moveField, createField, removeField } from './form-lines.ts'
import { startHistory, recordChange, redo, undo } from './history.ts'

const titles = { zh: '', en: '', fr: '' }
const field = (key: string): FormField => ({ key, kind: 'text', labels: { zh: key, en: key, fr: key }, width: 12 })
const form = (...groups: string[][]): FormContent => ({
  groups: groups.map(keys => ({ titles, fields: keys.map(field) })),
})
const keysOf = ({ groups }: FormContent) => groups.map(group => group.fields.map(one => one.key))

test('a field moves within its group, into another one and into an empty one', () => {
  const three = form(['a', 'b'], ['c'], [])
  // Lines: group, a, b, group, c, group.
  expect(keysOf(moveField(three, 1, 2))).toEqual([['b', 'a'], ['c'], []])
  expect(keysOf(moveField(three, 1, 3))).toEqual([['b'], ['a', 'c'], []])
  expect(keysOf(moveField(three, 1, 5))).toEqual([['b'], ['c'], ['a']])
  expect(keysOf(moveField(three, 4, 1))).toEqual([['c', 'a', 'b'], [], []])
})

test('a heading cannot be moved, and nothing goes before the first one', () => {
  const two = form(['a'], ['b'])
  expect(moveField(two, 0, 2)).toBe(two)
  expect(moveField(two, 1, 0)).toBe(two)
  expect(keysOf(insertField(two, field('x'), 0))).toEqual([['x', 'a'], ['b']])
  expect(keysOf(insertField(two, field('x'), 99))).toEqual([['a'], ['b', 'x']])
})

test('removing a group loses no field', () => {
  expect(keysOf(removeGroup(form(['a'], ['b']), 0))).toEqual([['a', 'b']])
  expect(keysOf(removeGroup(form(['a'], ['b']), 1))).toEqual([['a', 'b']])
  expect(keysOf(removeGroup(form(['a']), 0))).toEqual([['a']])
  expect(keysOf(removeField(form(['a', 'b']), 0, 0))).toEqual([['b']])
})

test('a new field has a key of its own', () => {
  const one = form(['text1'])
  expect(unusedKey(one, 'text')).toBe('text2')
  expect(createField(one, 'text', { zh: '文本', en: 'Text', fr: 'Texte' })).toMatchObject({ key: 'text2', max: 200 })
  expect(linesOf(one).map(line => line.id)).toEqual(['group-0', 'field-text1'])
})

test('every step can be undone and redone; a typed word is one step', () => {
  let steps = startHistory('')
  for (const text of ['a', 'ab', 'abc']) steps = recordChange(steps, text, 'label')
  steps = recordChange(steps, 'abc!')
  expect(undo(steps).present).toBe('abc')
  expect(undo(undo(steps)).present).toBe('')
  expect(undo(undo(undo(steps))).present).toBe('')
  expect(redo(redo(undo(undo(steps)))).present).toBe('abc!')
  // A change after an undo replaces the undone steps.
  expect(redo(recordChange(undo(steps), 'x')).present).toBe('x')
  expect(recordChange(steps, steps.present)).toBe(steps)
})
