import { stageKeys } from '@timbermark/contract'
import { describe, expect, test } from 'vitest'
import { circulationBody, circulationValues, daysIssue, stagesLeft } from './steps.ts'

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
  test('sends nothing when nothing was changed, and the steps as a whole when their order was', () => {
    const values = circulationValues(row)
    expect(circulationBody(values, row)).toBeUndefined()
    const turned = { ...values, steps: [...row.steps].reverse() }
    expect(circulationBody(turned, row)).toEqual({ id: 7, steps: [row.steps[1], row.steps[0]] })
  })

  test('leaves out what was emptied', () => {
    const steps = [{ stage: 'felling', required: true, days: null, responsible: '  ' }]
    expect(circulationBody({ ...circulationValues(row), steps }, row)).toEqual({
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
    expect(daysIssue({ days })?.error).toBe(error)
  })

  test('a copy begins with the steps, and without the name', () => {
    const values = circulationValues(undefined, row)
    expect(values).toMatchObject({ name: undefined, steps: row.steps })
  })

  test('offers the stages that are not in it, in their usual order', () => {
    expect(stagesLeft(row.steps)).toEqual(stageKeys.filter(key => key !== 'felling' && key !== 'processing'))
  })
})
