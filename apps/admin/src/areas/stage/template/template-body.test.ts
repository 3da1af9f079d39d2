import { stageTemplates } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { rowForForm } from '../../../entity/form/multilingual-fields.ts'
import type { Row } from '../../../entity/types.ts'
import { toTemplateBody, templateValues } from './template-body.ts'

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
  it('makes no new version when nothing changed', () => {
    expect(toTemplateBody(templateValues(row, 'en'), row, 'en')).toBeUndefined()
  })

  it('sends the attributes as a whole and in their order', () => {
    const values = templateValues(row, 'en')
    const [crew, weight] = values.attributes as object[]
    expect(
      toTemplateBody({ ...values, attributes: [weight, crew, { label: 'Photo', input: 'image' }] }, row, 'en'),
    ).toEqual({
      id: 19,
      attributes: [
        { key: 'attr2', label: 'Net weight', input: 'text', kind: 'number', unit: 'kg' },
        { key: 'attr1', label: 'Crew', input: 'text' },
        { label: 'Photo', input: 'image' },
      ],
    })
  })

  it('sends only the switch when only the switch changed', () => {
    expect(toTemplateBody({ ...templateValues(row, 'en'), optional: true }, row, 'en')).toEqual({
      id: 19,
      optional: true,
    })
  })

  it('starts with each name in the reader’s language, and sends only the changed language', () => {
    const named: Row = {
      ...row,
      displayName: 'Felling',
      displayNameTexts: { en: 'Felling', fr: 'Abattage' },
      attributes: [{ key: 'attr1', label: 'Crew', labelTexts: { en: 'Crew', fr: 'Équipe' }, input: 'text' }],
    }
    const read = rowForForm(stageTemplates, named, 'zh')
    const values = templateValues(read, 'zh')
    expect(values).toMatchObject({ displayName: '', displayNameTexts: { en: 'Felling', fr: 'Abattage' } })
    expect(values.attributes).toEqual([
      { key: 'attr1', label: '', labelTexts: { en: 'Crew', fr: 'Équipe' }, input: 'text', kind: 'text' },
    ])
    expect(toTemplateBody(values, read, 'zh')).toBeUndefined()
    expect(toTemplateBody({ ...values, displayName: '采伐' }, read, 'zh')).toEqual({ id: 19, displayName: '采伐' })
    const without = { ...values, displayNameTexts: { en: 'Felling', fr: '' } }
    expect(toTemplateBody(without, read, 'zh')).toEqual({ id: 19, displayNameTexts: { fr: '' } })
  })

  it('starts a copy with everything but the name', () => {
    const values = templateValues(undefined, 'en', row)
    expect(values.name).toBeUndefined()
    expect(toTemplateBody({ ...values, name: 'felling-own' }, undefined, 'en')).toMatchObject({
      name: 'felling-own',
      displayName: 'Felling',
      stage: 'felling',
      optional: false,
      attributes: row.attributes,
    })
  })
})
