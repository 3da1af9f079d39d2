import { stageKeys } from '@timbermark/contract'
import { describe, expect, test } from 'vitest'
import { toCirculationBody, circulationValues, checkDays, remainingStages } from './steps.ts'

const row = {
  id: 7,
  name: 'Full chain',
  status: '0',
  remark: null,
  steps: [
    { stage: 'felling' as const, required: true, days: 3 },
    { stage: 'processing' as const, required: false, responsible: 'Saw mill' },
  ],
}

describe('the form of a circulation', () => {
  test('sends nothing when nothing changed, and all steps when their order changed', () => {
    const values = circulationValues(row)
    expect(toCirculationBody(values, row)).toBeUndefined()
    const turned = { ...values, steps: [...row.steps].reverse() }
    expect(toCirculationBody(turned, row)).toEqual({ id: 7, steps: [row.steps[1], row.steps[0]] })
  })

  test('leaves out emptied fields', () => {
    const steps = [{ stage: 'felling', required: true, days: null, responsible: '  ' }]
    expect(toCirculationBody({ ...circulationValues(row), steps }, row)).toEqual({
      id: 7,
      steps: [{ stage: 'felling', required: true }],
    })
  })

  test.each([
    [null, undefined],
    [0, undefined],
    [3650, undefined],
    [3651, 'tooLarge'],
    [-1, 'tooSmall'],
    [1.5, 'notInteger'],
    ['soon', 'notNumber'],
  ])('days %j: %s', (days, error) => {
    expect(checkDays({ days })?.error).toBe(error)
  })

  test('a copy has the steps of its source, but not the name', () => {
    const values = circulationValues(undefined, row)
    expect(values).toMatchObject({ name: undefined, steps: row.steps })
  })

  test('offers the stages that it does not have, in their usual order', () => {
    expect(remainingStages(row.steps)).toEqual(stageKeys.filter(key => key !== 'felling' && key !== 'processing'))
  })
})
