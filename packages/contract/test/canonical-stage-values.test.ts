import { describe, expect, test } from 'vitest'
import type { StageAttribute } from '../src/stage/attribute.ts'
import { stageByKey, canonicalStageValues, stages, valueFields } from '../src/stage/stages.ts'
import { sampleValues } from './stage-sample.ts'

test('numbers are text without superfluous zeros, texts are trimmed and composed, absent values are gone', () => {
  const leaf = canonicalStageValues(stageByKey('felling'), {
    treeSpecies: 'OKO',
    fellingTime: '2026-03-31T08:30:00+01:00',
    volume: '2.500',
    diameter1: 80,
    diameter2: '72.0',
    length: ' 6.20 ',
    quantity: '100',
    yardName: '  Parc de Kango é '.normalize('NFD'),
    logNumber: '',
    blockInfo: null,
    photos: [{ id: 'p1', url: '/p1' }, 'p2'],
    attachments: [],
  })
  expect(leaf).toEqual({
    public: {
      treeSpecies: 'OKO',
      fellingTime: '2026-03-31T08:30:00+01:00',
      volume: '2.5',
      diameter1: '80',
      diameter2: '72',
      length: '6.2',
      quantity: '100',
      yardName: 'Parc de Kango é',
      photos: ['p1', 'p2'],
    },
    personal: {},
  })
})

test('degrees keep seven places, and a zero has no sign', () => {
  const place = (plotCoordinates: unknown) =>
    canonicalStageValues(stageByKey('forestSurvey'), { plotCoordinates }).public.plotCoordinates
  expect(place([9.454312345678, -0.39])).toEqual(['9.4543123', '-0.39'])
  expect(place(['9.4543123', '-0.390'])).toEqual(['9.4543123', '-0.39'])
  expect(place([-1e-9, 100 / 3])).toEqual(['0', '33.3333333'])
})

test('people and secrets of the trade are kept apart', () => {
  const customs = stageByKey('exportCustoms')
  const { public: open, personal } = canonicalStageValues(customs, sampleValues(valueFields(customs)))
  expect(Object.keys(personal).sort()).toEqual(
    [
      'responsiblePerson',
      'consignor',
      'exporterAddress',
      'exporterPhone',
      'currency',
      'unitPrice',
      'totalPrice',
      'invoice',
      'tradeContract',
      'contractNumber',
    ].sort(),
  )
  expect(open).toMatchObject({ exporterName: 'exporterName é', originCountry: 'GA' })
})

describe.each(stages.map(stage => [stage.key, stage] as const))('leaf of %s', (_key, stage) => {
  const values = sampleValues(valueFields(stage))

  test('holds every value once, on one of the two sides', () => {
    const leaf = canonicalStageValues(stage, values)
    const keys = [...Object.keys(leaf.public), ...Object.keys(leaf.personal)]
    expect(keys.sort()).toEqual(Object.keys(values).sort())
  })

  test('is its own leaf, and does not depend on the order in which the form was filled in', () => {
    const leaf = canonicalStageValues(stage, values)
    const again = canonicalStageValues(stage, { ...leaf.personal, ...leaf.public })
    const backwards = canonicalStageValues(stage, Object.fromEntries(Object.entries(values).reverse()))
    expect(JSON.stringify(again)).toBe(JSON.stringify(leaf))
    expect(JSON.stringify(backwards)).toBe(JSON.stringify(leaf))
  })
})

test('a personal attribute of a template is kept apart too', () => {
  const attributes: StageAttribute[] = [
    { key: 'driver', label: 'Chauffeur', input: 'text', personal: true },
    { key: 'moisture', label: 'Humidité', input: 'text', kind: 'number' },
  ]
  expect(canonicalStageValues(stageByKey('packing'), { driver: ' A. B. ', moisture: 12.5 }, attributes)).toEqual({
    public: { moisture: '12.5' },
    personal: { driver: 'A. B.' },
  })
})

test('what was not checked is not hashed', () => {
  const packing = stageByKey('packing')
  expect(() => canonicalStageValues(packing, { colour: 'red' })).toThrow(RangeError)
  expect(() => canonicalStageValues(packing, { volume: 'much' })).toThrow(RangeError)
  expect(() => canonicalStageValues(packing, { photos: [7] })).toThrow(RangeError)
  expect(() => canonicalStageValues(packing, { sealNumber: 7 })).toThrow(RangeError)
})
