import { describe, expect, test } from 'vitest'
import { checkWithinReport } from '../src/stage/plausible/plausible.ts'
import type { StageKey } from '../src/stage/keys.ts'
import {
  checkMeasure,
  fieldsUnderRule,
  measuredVolume,
  measureOfStage,
  rowVolume,
  stageByKey,
  stages,
  tableOf,
  valueFields,
} from '../src/stage/stages.ts'

const log = { diameter1: '80', middleDiameter: '76', diameter2: '72', length: '6.2' }
const felling = measureOfStage('felling')!

const findings = (stage: StageKey, values: Record<string, unknown>, codes = 1) =>
  checkWithinReport({ stage: stageByKey(stage), values, codes, at: 0 }).map(({ rule, hard, field, params }) => ({
    rule,
    hard,
    field,
    params,
  }))

test('every measure names fields of its stage, in the units of its rules', () => {
  for (const { key } of stages) {
    const measure = measureOfStage(key)
    const fields = new Map(valueFields(stageByKey(key)).map(field => [field.key, field]))
    if (!measure) continue
    expect(fields.get(measure.rule)).toMatchObject({ type: 'choice' })
    expect(fields.get(measure.volume)).toMatchObject({ unit: 'm3' })
    const units = Object.entries(measure.inputs).map(([input, field]) => [input, fields.get(field)?.unit])
    expect(Object.fromEntries(units), key).toEqual(
      key === 'felling'
        ? { largeEnd: 'cm', smallEnd: 'cm', middle: 'cm', length: 'm' }
        : { length: 'mm', width: 'mm', thickness: 'mm', pieces: 'pieces' },
    )
  }
})

describe('a volume that names its rule', () => {
  test.each([
    ['meanDiameter', '2.813'],
    ['huber', '2.813'],
    ['smalian', '2.82'],
    ['newton', '2.815'],
    ['gbt4814', '2.979'],
  ])('%s makes %s m³ of the same log', (measureRule, volume) => {
    expect(findings('felling', { ...log, measureRule, volume })).toEqual([])
    expect(findings('felling', { ...log, measureRule, volume: '2.9' })).toEqual([
      { rule: 'measuredVolume', hard: true, field: 'volume', params: { rule: measureRule, right: Number(volume) } },
    ])
  })

  test('is refused when it is a litre off or missing; zeros at its end are no difference', () => {
    const right = { measureRule: 'smalian', ...log }
    expect(findings('felling', { ...right, volume: '2.8200' })).toEqual([])
    for (const volume of ['2.821', '2.819', '', undefined])
      expect(findings('felling', { ...right, volume })).toMatchObject([{ rule: 'measuredVolume', hard: true }])
  })

  test('counts for each log: by their number, else by their codes', () => {
    const right = { measureRule: 'gbt4814', diameter2: '72', length: '6' }
    expect(findings('felling', { ...right, volume: '28.79' }, 10)).toEqual([])
    expect(findings('felling', { ...right, volume: '8.637', quantity: '3' }, 1)).toEqual([])
    expect(findings('felling', { ...right, volume: '2.879' }, 10)).toMatchObject([{ rule: 'measuredVolume' }])
  })

  test('needs the measures of its rule, within its range', () => {
    const { middleDiameter: _, ...ends } = log
    expect(findings('felling', { ...ends, measureRule: 'newton', volume: '2.8' })).toEqual([
      { rule: 'measureMissing', hard: true, field: 'middleDiameter', params: { rule: 'newton' } },
    ])
    expect(findings('felling', { ...log, length: '20.1', measureRule: 'gbt4814', volume: '9' })).toEqual([
      { rule: 'measureAbove', hard: true, field: 'length', params: { rule: 'gbt4814', limit: 20 } },
    ])
    expect(findings('felling', { ...log, measureRule: 'gbt4814Long', volume: '9' })).toEqual([
      { rule: 'measureBelow', hard: true, field: 'length', params: { rule: 'gbt4814Long', limit: 10.1 } },
    ])
  })

  test('is not doubted by the rule of thumb for unnamed rules: a long thin pole by the Chinese table', () => {
    const pole = { diameter2: '4', length: '20' }
    expect(findings('felling', { ...pole, measureRule: 'gbt4814', volume: '0.2737' })).toEqual([])
    expect(findings('felling', { ...pole, volume: '0.2737' })).not.toEqual([])
  })

  test('of sawn timber is that of its pieces', () => {
    const boards = { productLength: '4000', productWidth: '100', productHeight: '25', productQuantity: '50' }
    const output = { inputVolume: '1', outputRule: 'sawnPieces', ...boards }
    expect(findings('processing', { ...output, outputVolume: '0.5' })).toEqual([])
    expect(findings('processing', { ...output, outputVolume: '0.51' })).toMatchObject([
      { rule: 'measuredVolume', field: 'outputVolume', params: { right: 0.5 } },
    ])
    expect(findings('processing', { ...output, productQuantity: '', outputVolume: '0.5' })).toMatchObject([
      { rule: 'measureMissing', field: 'productQuantity' },
    ])
  })

  test('of an unknown rule or of what is no number is left to the checks of values', () => {
    expect(checkMeasure(felling, { ...log, measureRule: 'doyle', volume: '1' }, 1)).toBeUndefined()
    expect(checkMeasure(felling, { ...log, diameter1: '1e2', measureRule: 'smalian' }, 1)).toBeUndefined()
    expect(measuredVolume(felling, { ...log, measureRule: 'huber', quantity: '0' }, 1)).toBeUndefined()
  })
})

test('a form has the measures that its rule needs, and without one no middle diameter', () => {
  const keys = (rule: unknown) => {
    const inputs = valueFields(stageByKey('felling')).filter(({ unit }) => unit === 'cm' || unit === 'm')
    return fieldsUnderRule(felling, inputs, rule).map(({ key }) => key)
  }
  expect(keys(undefined)).toEqual(['diameter1', 'diameter2', 'length'])
  expect(keys('huber')).toEqual(['middleDiameter', 'length'])
  expect(keys('gbt4814')).toEqual(['diameter2', 'length'])
  expect(keys('newton')).toEqual(['diameter1', 'diameter2', 'middleDiameter', 'length'])
  // A template insists on it.
  const required = [{ key: 'diameter1', required: true }, { key: 'middleDiameter' }]
  expect(fieldsUnderRule(felling, required, 'gbt4814')).toEqual([{ key: 'diameter1', required: true }])
  expect(fieldsUnderRule(measureOfStage('packing'), required, 'gbt4814')).toBe(required)
})

test('a row without a rule goes by the mean of its ends, with one by that', () => {
  const table = tableOf('felling')!
  expect(rowVolume(table, log)).toBe('2.813')
  expect(rowVolume(table, { ...log, measureRule: 'smalian' })).toBe('2.82')
  expect(rowVolume(table, { length: '6.2', diameter2: '72' })).toBeUndefined()
})
