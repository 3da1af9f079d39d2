import { isProposable } from '@timbermark/contract'
import { expect, it } from 'vitest'
import { checkProposed, proposableFields } from './proposed.ts'

const fields = proposableFields('felling', undefined, 'en')

it('proposes what is typed or chosen, and neither files nor places', () => {
  expect(fields.map(({ key }) => key)).toContain('logNumber')
  expect(fields.every(({ type }) => isProposable(type))).toBe(true)
  expect(fields.some(({ type }) => type === 'images' || type === 'coordinates' || type === 'document')).toBe(false)
})

it('finds what no report could have, and entries that were left empty', () => {
  const issues = (proposed: Parameters<typeof checkProposed>[0]['proposed']) =>
    [...checkProposed({ proposed }, fields, 'en')].map(([key, { error }]) => [key, error])
  expect(issues({ operator: 'Ondo', length: '11.8', logNumber: 'A-17' })).toEqual([])
  expect(issues({ operator: ' ', logNumber: '' })).toEqual([
    ['operator', 'required'],
    ['logNumber', 'required'],
  ])
  expect(issues({ length: { unread: 'long' } })).toEqual([['length', 'notNumber']])
  expect(issues({ length: '1000' })[0]?.[0]).toBe('length')
})
