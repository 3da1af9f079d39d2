import { stageByKey } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { formFields, formGroups } from './form-model.ts'
import { formSteps, stepOf } from './steps.ts'

const stepsOf = (key: Parameters<typeof stageByKey>[0]) => formSteps(formGroups(formFields(stageByKey(key))))

describe('a long form', () => {
  it('has the codes first, then the groups with required fields, then the papers, the rest last', () => {
    expect(stepsOf('exportCustoms')?.map(step => step.key)).toEqual([
      'codes',
      'customsGoods',
      'exporter',
      'papers',
      'more',
    ])
  })

  it('has every field in exactly one step, and finds it', () => {
    const steps = stepsOf('exportCustoms')!
    const fields = formFields(stageByKey('exportCustoms'))
    const keysInSteps = steps.flatMap(step => step.groups.flatMap(group => group.fields.map(field => field.key)))
    expect([...keysInSteps].sort()).toEqual(fields.map(field => field.key).sort())
    for (const { key } of fields)
      expect(
        steps[stepOf(steps, `values.${key}`)]!.groups.some(group => group.fields.some(one => one.key === key)),
      ).toBe(true)
    expect([stepOf(steps, 'codes'), stepOf(steps, 'documentCode'), stepOf(steps, 'position')]).toEqual([0, 3, 3])
  })

  it('is one page when it is short', () => {
    expect(stepsOf('felling')).toBeUndefined()
  })
})
