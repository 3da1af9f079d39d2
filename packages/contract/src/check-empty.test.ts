import { expect, it } from 'vitest'
import { checkField } from './check.ts'
import { choice, date, images, text } from './field.ts'

it.each([
  ['a text', text({ max: 10 }), 'notText'],
  ['a choice', choice({ options: ['a'] }), 'notOneOf'],
  ['a date', date({}), 'notDate'],
] as const)('an empty list is no empty %s', (_title, field, error) => {
  expect(checkField('x', field, [])).toEqual({ field: 'x', error })
  for (const empty of [undefined, null, '']) expect(checkField('x', field, empty)).toBeUndefined()
})

it('no file is an empty list or nothing at all, but no empty text', () => {
  for (const empty of [undefined, null, []]) expect(checkField('x', images({}), empty)).toBeUndefined()
  expect(checkField('x', images({}), '')).toEqual({ field: 'x', error: 'notList' })
  for (const empty of [undefined, null, [], ''])
    expect(checkField('x', images({ required: true }), empty)).toEqual({ field: 'x', error: 'required' })
})
