import { describe, expect, it } from 'vitest'
import type { Row } from '../../entity/types.ts'
import { templateBody, templateValues } from './template-body.ts'

const row: Row = {
  id: 19,
  name: 'felling',
  displayName: 'Felling',
  stage: 'felling',
  orderNum: 2,
  visible: '0',
  status: '0',
  category: 'forest',
  optional: false,
  version: 2,
  remark: null,
  attributes: [
    { key: 'attr1', label: 'Crew', input: 'text' },
    { key: 'attr2', label: 'Net weight', input: 'text', kind: 'number', unit: 'kg' },
  ],
}

describe('stage template form', () => {
  it('makes no new version when nothing was changed', () => {
    expect(templateBody(templateValues(row), row)).toBeUndefined()
  })

  it('sends the attributes as a whole and in their order', () => {
    const values = templateValues(row)
    const [crew, weight] = values.attributes as object[]
    expect(templateBody({ ...values, attributes: [weight, crew, { label: 'Photo', input: 'image' }] }, row)).toEqual({
      id: 19,
      attributes: [
        { key: 'attr2', label: 'Net weight', input: 'text', kind: 'number', unit: 'kg' },
        { key: 'attr1', label: 'Crew', input: 'text' },
        { label: 'Photo', input: 'image' },
      ],
    })
  })

  it('does not send a changed order of nothing else than the switch', () => {
    expect(templateBody({ ...templateValues(row), optional: true }, row)).toEqual({ id: 19, optional: true })
  })

  it('begins a copy with everything but the name', () => {
    const values = templateValues(undefined, row)
    expect(values.name).toBeUndefined()
    expect(templateBody({ ...values, name: 'felling-own' }, undefined)).toMatchObject({
      name: 'felling-own',
      displayName: 'Felling',
      stage: 'felling',
      optional: false,
      attributes: row.attributes,
    })
  })
})
