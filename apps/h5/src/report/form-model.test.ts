import type { Language } from '@timbermark/contract'
import { stageByKey, stages } from '@timbermark/contract/stages'
import { describe, expect, it } from 'vitest'
import { fillFromParameters, cleanValues, formFields, formGroups } from './form-model.ts'

const felling = stageByKey('felling')
const crew = { key: 'crew', label: 'Crew number', input: 'text', required: true } as const

describe('the form of a stage', () => {
  it.each(stages.map(stage => [stage.order, stage] as const))(
    '%i has every field of the stage once',
    (_order, stage) => {
      const requested = formGroups(formFields(stage)).flatMap(group => group.fields.map(field => field.key))
      const declared = stage.fields.filter(field => field.from === undefined).map(field => field.key)
      expect([...requested].sort()).toEqual([...declared].sort())
      expect(requested).not.toContain('chainTime')
      expect(requested).not.toContain('qrCode')
    },
  )

  it.each(stages.map(stage => [stage.order, stage] as const))('%i shows required fields first', (_order, stage) => {
    const groups = formGroups(formFields(stage))
    const needs = groups.map(group => group.required > 0)
    expect(needs).toEqual([...needs].sort((a, b) => Number(b) - Number(a)))
    for (const group of groups)
      expect(group.fields.findLastIndex(field => field.required) + 1).toBe(
        group.fields.filter(one => one.required).length,
      )
  })

  it('puts the template’s attributes first, with the label that the enterprise wrote (H5-04)', () => {
    const [first] = formGroups(formFields(felling, [crew]))
    expect(first).toMatchObject({
      key: 'template',
      required: 1,
      fields: [{ key: 'crew', label: 'Crew number', type: 'text' }],
    })
  })

  it('labels them in the reader’s language, and marks the language of a label that has no translation', () => {
    const named = { ...crew, labelTexts: { en: 'Crew number', fr: 'Numéro d’équipe' } }
    const label = (language: Language) => formGroups(formFields(felling, [named], language))[0]!.fields[0]!.label
    expect(label('fr')).toBe('Numéro d’équipe')
    expect(label('en')).toBe('Crew number')
    expect(label('zh')).toBe('Crew number (EN)')
  })

  it('lets a template make a field of the stage required without repeating it', () => {
    const fields = formFields(felling, [{ key: 'logNumber', label: 'x', input: 'text', required: true }])
    expect(fields.filter(field => field.key === 'logNumber')).toHaveLength(1)
    expect(fields.find(field => field.key === 'logNumber')).toMatchObject({ required: true, group: 'felling' })
  })
})

describe('the values that are sent', () => {
  it('are only those of the form, trimmed, with plain numbers and without empty ones', () => {
    const values = { volume: ' 12,50 ', yardName: '  North ', logNumber: '   ', crew: '4', photos: [], blockInfo: '' }
    expect(cleanValues(formFields(felling), values, 'fr')).toEqual({ volume: '12.50', yardName: 'North' })
  })
})

describe('usual values of a parameter template', () => {
  const fields = formFields(felling)

  it('fill only empty fields that the form has', () => {
    const result = fillFromParameters(
      fields,
      { yardName: 'mine' },
      { yardName: 'usual', countryOrRegion: 'GA', other: 'x' },
    )
    expect(result).toEqual({ values: { yardName: 'mine', countryOrRegion: 'GA' }, filled: 1 })
  })

  it('become exact text when they are numbers, and never include pictures of another report', () => {
    const result = fillFromParameters(fields, {}, { length: 6.2, photos: ['file-1'] })
    expect(result).toEqual({ values: { length: '6.2' }, filled: 1 })
  })
})
