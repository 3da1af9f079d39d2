import { describe, expect, test } from 'vitest'
import type { StageAttribute } from '../src/stage/attribute.ts'
import { countryCodes } from '../src/kinds/countries.ts'
import { checkStageValue, checkStageValues, stageByKey, stages, valueFields } from '../src/stage/stages.ts'
import type { StageField } from '../src/stage/types.ts'
import { sampleValues } from './stage-sample.ts'

const field = (type: StageField['type'], more: Partial<StageField> = {}): StageField => ({
  key: 'x',
  type,
  group: 'product',
  ...more,
})
const errorOf = (one: StageField, value: unknown) => checkStageValue(one, value)?.error

describe.each(stages.map(stage => [stage.key, stage] as const))('a report of %s', (_key, stage) => {
  test('passes with the required fields alone and with every field', () => {
    const required = valueFields(stage).filter(one => one.required)
    expect(checkStageValues(stage, sampleValues(required))).toEqual([])
    expect(checkStageValues(stage, sampleValues(valueFields(stage)))).toEqual([])
  })

  test('names each required field that is missing or blank', () => {
    const required = valueFields(stage).filter(one => one.required)
    const expected = required.map(one => ({ field: one.key, error: 'required' }))
    expect(checkStageValues(stage, {})).toEqual(expected)
    expect(checkStageValues(stage, Object.fromEntries(required.map(one => [one.key, '  '])))).toEqual(expected)
  })
})

test('unknown keys are refused, and so is what travels beside the values', () => {
  const values = {
    ...sampleValues(valueFields(stageByKey('packing'))),
    colour: 'red',
    qrCode: 'x',
    chainTime: '2026-01-01T00:00:00Z',
  }
  expect(checkStageValues(stageByKey('packing'), values)).toEqual(
    ['colour', 'qrCode', 'chainTime'].map(name => ({ field: name, error: 'unknownField', params: { name } })),
  )
})

test('names that every object has are unknown fields, not values', () => {
  const values = JSON.parse('{"__proto__": {"quantity": 1}, "constructor": "x", "toString": "y"}')
  const refused = checkStageValues(stageByKey('packing'), values).filter(issue => issue.error === 'unknownField')
  expect(refused.map(issue => issue.field)).toEqual(['__proto__', 'constructor', 'toString'])
})

test.each([
  ['12', undefined],
  [12, undefined],
  ['12.345678', undefined],
  [' 12 ', undefined],
  ['0', 'tooSmall'],
  [-3, 'tooSmall'],
  ['1000.1', 'tooLarge'],
  ['012', 'notNumber'],
  ['1e2', 'notNumber'],
  ['1,5', 'notNumber'],
  ['+5', 'notNumber'],
  ['12.', 'notNumber'],
  ['1.2345678', 'notNumber'],
  [Number.NaN, 'notNumber'],
  [Number.POSITIVE_INFINITY, 'notNumber'],
  [true, 'notNumber'],
  [['12'], 'notNumber'],
])('number %j: %s', (value, error) => {
  expect(errorOf(field('number', { min: 1, max: 1000 }), value)).toBe(error)
})

test('an integer has no fraction; a number without bounds still has some', () => {
  expect(errorOf(field('integer', { min: 1, max: 10 }), '1.5')).toBe('notInteger')
  expect(errorOf(field('integer', { min: 1, max: 10 }), 10)).toBeUndefined()
  expect(checkStageValue(field('number'), '1000000000001')).toEqual({
    field: 'x',
    error: 'tooLarge',
    params: { max: 1e12 },
  })
})

test.each([
  ['2024-02-29', undefined],
  ['2026-02-29', 'notDate'],
  ['2026-13-01', 'notDate'],
  ['2026-1-1', 'notDate'],
  ['2026-01-01T00:00:00Z', 'notDate'],
  [20260101, 'notDate'],
])('date %j: %s', (value, error) => {
  expect(errorOf(field('date'), value)).toBe(error)
})

test.each([
  ['2026-02-28T23:59:59Z', undefined],
  ['2026-02-28T08:00+01:00', undefined],
  ['2026-02-28T08:00:00.123-11:30', undefined],
  ['2026-02-30T08:00:00Z', 'notDate'],
  ['2026-02-28T24:00:00Z', 'notDate'],
  ['2026-02-28T08:60:00Z', 'notDate'],
  ['2026-02-28 08:00:00', 'notDate'],
  ['2026-02-28T08:00:00', 'notDate'],
])('time %j: %s', (value, error) => {
  expect(errorOf(field('datetime'), value)).toBe(error)
})

test('what has been done lies not ahead of the clock; a plan may', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const type of ['date', 'datetime'] as const) {
    const value = (days: number) => (type === 'date' ? inDays(days).slice(0, 10) : inDays(days))
    expect(errorOf(field(type, { happened: true }), value(0.9))).toBeUndefined()
    expect(errorOf(field(type, { happened: true }), value(2.1))).toBe('inFuture')
    expect(errorOf(field(type), value(365))).toBeUndefined()
  }
  const fellingTime = valueFields(stageByKey('felling')).find(one => one.key === 'fellingTime')!
  expect(errorOf(fellingTime, inDays(365))).toBe('inFuture')
})

test.each([
  [[9.45, 0.39], undefined],
  [['9.45', '-0.39'], undefined],
  [[5e-4, 0], undefined],
  [[5e-7, 0], 'noFix'],
  [[180, -90], undefined],
  [[180.1, 0], 'tooLarge'],
  [[0, 90.1], 'tooLarge'],
  [[0, -91], 'tooSmall'],
  [[9.45], 'notNumber'],
  [[9.45, null], 'notNumber'],
  [[9.45, '0x10'], 'notNumber'],
  [[1, 2, 3], 'notNumber'],
  ['9.45,0.39', 'notNumber'],
])('coordinates %j: %s', (value, error) => {
  expect(errorOf(field('coordinates'), value)).toBe(error)
})

test('texts are counted in characters, as they are stored', () => {
  const short = field('text', { max: 3 })
  expect(errorOf(short, '奥古曼')).toBeUndefined()
  expect(errorOf(short, '🌳🌳🌳')).toBeUndefined()
  expect(errorOf(short, '  abc  ')).toBeUndefined()
  expect(errorOf(short, 'éte'.normalize('NFD'))).toBeUndefined()
  expect(errorOf(short, 'abcd')).toBe('tooLong')
  expect(errorOf(short, 12)).toBe('notText')
  expect(errorOf(field('document'), 'x'.repeat(51))).toBe('tooLong')
})

test('choices, yes and no, countries and dictionaries take only what they offer', () => {
  expect(errorOf(field('choice', { options: ['FSC', 'OLB'] }), 'OLB')).toBeUndefined()
  expect(errorOf(field('choice', { options: ['FSC', 'OLB'] }), 'fsc')).toBe('notOneOf')
  expect(errorOf(field('choice', { options: ['FSC', 'OLB'] }), ['FSC'])).toBe('notOneOf')
  expect(errorOf(field('yesNo', { required: true }), false)).toBeUndefined()
  expect(errorOf(field('yesNo'), 'Y')).toBe('notOneOf')
  expect(errorOf(field('country'), 'CM')).toBeUndefined()
  expect(errorOf(field('country'), 'XX')).toBe('notOneOf')
  expect(errorOf(field('country'), 'cm')).toBe('notOneOf')
  expect(errorOf(field('dict', { dict: 'tree_species' }), { value: 'OKO' })).toBe('notText')
})

test('files are a list of ids, at most as many as the field takes', () => {
  expect(errorOf(field('images'), ['a', { id: 'b', url: '/b' }])).toBeUndefined()
  expect(errorOf(field('images'), 'a')).toBe('notList')
  expect(errorOf(field('images'), ['a', ' '])).toBe('fileMissing')
  expect(errorOf(field('images'), ['a', 7])).toBe('fileMissing')
  expect(errorOf(field('files', { max: 2 }), ['a', 'b', 'c'])).toBe('tooManyItems')
  expect(errorOf(field('files', { required: true }), [])).toBe('required')
})

test('the net weight is not above the gross weight, and nobody arrives before leaving', () => {
  const customs = stageByKey('exportCustoms')
  const goods = {
    ...sampleValues(valueFields(customs).filter(one => one.required)),
    grossWeight: '900',
    netWeight: '1000',
  }
  expect(checkStageValues(customs, goods)).toEqual([
    { field: 'netWeight', error: 'stage.above', params: { other: 'grossWeight' } },
  ])
  expect(checkStageValues(customs, { ...goods, netWeight: '900' })).toEqual([])

  const road = stageByKey('endTransport')
  const trip = {
    ...sampleValues(valueFields(road).filter(one => one.required)),
    departureTime: '2026-03-01T10:00:00+08:00',
    arrivalTime: '2026-03-01T01:59:00Z',
  }
  expect(checkStageValues(road, trip).map(issue => [issue.field, issue.error])).toEqual([
    ['departureTime', 'stage.after'],
  ])
  expect(checkStageValues(road, { ...trip, arrivalTime: '2026-03-01T02:00:00Z' })).toEqual([])
})

describe('STG-42: attributes of a template', () => {
  const sales = stageByKey('productSales')
  const attributes: StageAttribute[] = [
    { key: 'moisture', label: 'Humidité', input: 'text', kind: 'number', unit: 'percent', required: true },
    { key: 'stamp', label: 'Tampon', input: 'image' },
    { key: 'tag', label: 'Étiquette', input: 'code' },
    { key: 'quantity', label: 'Quantité', input: 'text', required: true },
  ]
  const values = sampleValues(valueFields(sales).filter(one => one.required))

  test('are asked for, insisted on and checked by their kind', () => {
    expect(checkStageValues(sales, values, attributes)).toEqual([
      { field: 'quantity', error: 'required', params: { label: 'Quantité' } },
      { field: 'moisture', error: 'required', params: { label: 'Humidité' } },
    ])
    const filled = { ...values, quantity: 3, moisture: '12.5', stamp: ['f1'], tag: 'ABC' }
    expect(checkStageValues(sales, filled, attributes)).toEqual([])
    expect(checkStageValues(sales, { ...filled, moisture: 'wet', stamp: 'f1' }, attributes)).toEqual([
      { field: 'moisture', error: 'notNumber', params: { label: 'Humidité' } },
      { field: 'stamp', error: 'notList', params: { label: 'Tampon' } },
    ])
  })

  test('cannot loosen a field of the stage, nor bring values without the template', () => {
    expect(checkStageValues(sales, { ...values, moisture: '12', quantity: 'many' }, attributes)[0]).toMatchObject({
      field: 'quantity',
      error: 'notNumber',
    })
    expect(checkStageValues(sales, { ...values, moisture: '12' })).toMatchObject([
      { field: 'moisture', error: 'unknownField' },
    ])
  })
})

test('the countries are those of ISO 3166-1, and every language can name them', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const language of ['zh', 'en', 'fr']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    expect(countryCodes.filter(code => names.of(code) === undefined)).toEqual([])
  }
})
