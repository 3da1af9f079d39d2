import { checkStageValues, stageByKey, type StageAttribute } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { toAttributeBody, isOwnField, moveEntry, ownFields, requireField } from './attributes.ts'

describe('attributes of a stage template', () => {
  it('sends only properties that fit the chosen input, none left over from an earlier choice', () => {
    expect(
      toAttributeBody({ label: ' Photo ', input: 'image', kind: 'number', unit: 'kg', dict: 'log_grade' }),
    ).toEqual({
      label: 'Photo',
      input: 'image',
    })
    expect(toAttributeBody({ label: 'Weight', input: 'text', kind: 'number', unit: 'kg', dict: 'log_grade' })).toEqual({
      label: 'Weight',
      input: 'text',
      kind: 'number',
      unit: 'kg',
    })
  })

  it('sends the key of an attribute back unchanged, so that recorded values still belong to it', () => {
    expect(toAttributeBody({ key: 'attr3', label: 'Note', input: 'text', required: true })).toEqual({
      key: 'attr3',
      label: 'Note',
      input: 'text',
      required: true,
    })
  })

  it('makes a field of the stage required', () => {
    const field = ownFields('felling').find(one => !one.required && one.type === 'text')!
    expect(isOwnField('felling', field.key)).toBe(true)
    const attribute = toAttributeBody(requireField(field, 'Label')) as StageAttribute
    const issues = checkStageValues(stageByKey('felling'), {}, [attribute])
    expect(issues.map(({ field, error }) => ({ field, error }))).toContainEqual({ field: field.key, error: 'required' })
  })

  it('moves an entry up and down', () => {
    expect(moveEntry(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moveEntry(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  })
})
