import { common } from '@timbermark/phrases/en/common'
import { describe, expect, test } from 'vitest'
import { dictionaryByType } from '../src/dictionaries.ts'
import { stageKeys } from '../src/stage/keys.ts'
import { isWithheld, stageByKey, stages, valueFields } from '../src/stage/stages.ts'
import type { Stage, StageField } from '../src/stage/types.ts'

test('STG-01: 18 stages, numbered 1 to 18 in the order of the specification', () => {
  expect(stages.map(stage => stage.order)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
  expect(stages.map(stage => stage.key)).toEqual([...stageKeys])
  for (const key of stageKeys) expect(stageByKey(key).key).toBe(key)
  expect(() => stageByKey('sawmill' as never)).toThrow(RangeError)
})

describe.each(stages.map(stage => [stage.key, stage] as const))('stage %s', (_key, stage) => {
  const fields = new Map(stage.fields.map(field => [field.key, field]))

  test('has no key twice', () => {
    expect(fields.size).toBe(stage.fields.length)
  })

  test('asks little: 2 to 6 required fields', () => {
    const required = stage.fields.filter(field => field.required)
    expect(required.length).toBeGreaterThanOrEqual(2)
    expect(required.length).toBeLessThanOrEqual(6)
    for (const field of required) expect(field.from, field.key).toBeUndefined()
  })

  test('shows 2 to 4 highlights, none of them a person or a secret of the trade', () => {
    const highlights = stage.fields.filter(field => field.highlight)
    expect(highlights.length).toBeGreaterThanOrEqual(2)
    expect(highlights.length).toBeLessThanOrEqual(4)
    expect(highlights.filter(isWithheld)).toEqual([])
  })

  test('only uses dictionaries, units, options and neighbours that exist', () => {
    for (const field of stage.fields) {
      expect(field.type === 'dict', field.key).toBe(field.dict !== undefined)
      expect(field.type === 'choice', field.key).toBe(field.options !== undefined)
      if (field.dict) expect(dictionaryByType(field.dict), field.dict).toBeDefined()
      if (field.unit) expect(common).toHaveProperty([`unit.${field.unit}`])
      if (field.notAbove) expect(fields.get(field.notAbove)?.type).toBe(field.type)
      if (field.type === 'number' || field.type === 'integer') expect(field.min).toBeLessThan(field.max ?? Number.NaN)
    }
  })

  test('keeps people back: responsible person, legal persons, contacts, phones, staff', () => {
    const names = /^responsiblePerson$|(LegalPerson|Contact|Phone|Staff)$/
    for (const field of stage.fields) if (names.test(field.key)) expect(field.personal, field.key).toBe(true)
  })

  test('takes what the report itself carries from the report', () => {
    const outside = stage.fields.filter(field => field.from).map(field => [field.key, field.from])
    expect(outside).toEqual([
      ['qrCode', 'report'],
      ['parentCode', 'report'],
      ['coordinates', 'report'],
      ['chainTime', 'server'],
    ])
    expect(valueFields(stage)).toHaveLength(stage.fields.length - 4)
  })

  test('says volumes and species with fields of its own', () => {
    const { material } = stage
    const flows = !material ? [] : 'source' in material ? [material.source] : [material.input, material.output]
    for (const flow of flows) {
      expect(fields.get(flow.species)).toMatchObject({ type: 'dict', dict: 'tree_species' })
      expect(fields.get(flow.volume)).toMatchObject({ type: 'number', unit: 'm3' })
    }
  })

  test('maps to EPCIS 2.0 words, with an action exactly where the event has one', () => {
    const { event, action, bizStep, disposition } = stage.epcis
    expect(bizSteps).toContain(bizStep)
    expect(dispositions).toContain(disposition)
    expect(action === undefined).toBe(event === 'TransformationEvent')
    expect(event === 'TransformationEvent').toBe(stage.shape === 'transformation')
    expect(event === 'AggregationEvent').toBe(stage.shape === 'aggregation')
  })
})

test('a key means the same everywhere: one type, one dictionary, one unit', () => {
  const seen = new Map<string, StageField>()
  for (const field of stages.flatMap(stage => stage.fields)) {
    const first = seen.get(field.key) ?? field
    seen.set(field.key, first)
    const meaning = ({ type, dict, unit, personal, confidential, options }: StageField) => ({
      type,
      dict,
      unit,
      personal,
      confidential,
      options,
    })
    expect(meaning(field), field.key).toEqual(meaning(first))
  }
})

test('stages 5 and 16 transform, stage 9 packs, and 5 and 16 say what went in and came out', () => {
  const orders = (shape: Stage['shape']) => stages.filter(stage => stage.shape === shape).map(stage => stage.order)
  expect(orders('transformation')).toEqual([5, 16])
  expect(orders('aggregation')).toEqual([9])
  for (const order of [5, 16]) {
    const { material } = stages[order - 1] as Stage
    expect(Object.keys(material ?? {})).toEqual(['input', 'output', 'residues', 'lossReason'])
  }
})

test('what is told behind the port about a part of a batch does not hold for the rest of it', () => {
  expect(stages.filter(stage => stage.reach === 'codes').map(stage => stage.order)).toEqual([16, 17, 18])
})

test('containers are reported at the dock, at sea, at customs and on the road; their contents elsewhere', () => {
  expect(stages.filter(stage => stage.levels.includes(3)).map(stage => stage.order)).toEqual([10, 11, 12, 13, 14, 15])
  for (const stage of stages) expect(stage.levels.slice(0, 2)).toEqual([1, 2])
})

/** Standard values of the business vocabulary (CBV 2.0, section 7) that a stage may use. */
const bizSteps = (
  'accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting decommissioning ' +
  'departing destroying disassembling dispensing encoding entering_exiting holding inspecting installing killing loading other ' +
  'packing picking receiving removing repackaging repairing replacing reserving retail_selling sampling sensor_reporting shipping ' +
  'staging_outbound stock_taking stocking storing transporting unloading unpacking void_shipping'
).split(' ')
const dispositions = (
  'active available completeness_inferred completeness_verified conformant container_closed container_open damaged destroyed ' +
  'dispensed disposed encoded expired in_progress in_transit inactive mismatch_class mismatch_instance mismatch_quantity ' +
  'needs_replacement no_pedigree_match non_conformant non_sellable_other partially_dispensed recalled reserved retail_sold returned ' +
  'sellable_accessible sellable_not_accessible stolen unavailable unknown'
).split(' ')
