import { stageKeys } from '@timbermark/contract'
import { checkStageValue } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../entity/types.ts'
import { toParameterBody, parameterValues, presetFields } from './preset-fields.ts'

const row: Row = {
  id: 4,
  stage: 'felling',
  name: 'North block',
  values: { yardName: 'Yard 3' },
  status: '0',
  remark: null,
}

describe('stage parameter templates (VAL-45)', () => {
  it('offers at least one value for every stage, and nothing that belongs to a single report', () => {
    for (const stage of stageKeys) {
      const fields = presetFields(stage)
      expect(fields.length, stage).toBeGreaterThan(0)
      expect(fields.filter(field => ['images', 'files', 'code'].includes(field.type))).toEqual([])
      for (const field of fields) expect(checkStageValue(field, undefined), `${stage} ${field.key}`).toBeUndefined()
    }
  })

  it('offers the attributes that the templates of the stage add', () => {
    const fields = presetFields('felling', [{ key: 'attr1', label: 'Crew', input: 'text' }])
    expect(fields.at(-1)).toMatchObject({ key: 'attr1', type: 'text', group: 'template' })
  })

  it('sends the values as a whole, without the empty ones, and only when they changed', () => {
    const form = parameterValues(row)
    expect(toParameterBody(form, row)).toBeUndefined()
    expect(toParameterBody({ ...form, values: { yardName: 'Yard 3', crew: ' ' } }, row)).toBeUndefined()
    expect(toParameterBody({ ...form, values: { yardName: '', length: '12.5' } }, row)).toEqual({
      id: 4,
      values: { length: '12.5' },
    })
    expect(toParameterBody({ ...form, stage: 'felling', values: { yardName: 'A' } }, undefined)).toMatchObject({
      stage: 'felling',
      name: 'North block',
      values: { yardName: 'A' },
    })
  })
})
