import { describe, expect, it } from 'vitest'
import { choice, date, datetime, decimal, dict, flag, images, integer, phone, ref, text } from '../src/field.ts'
import { kindOf } from '../src/stage/kind.ts'
import { checkStageValue, stages, valueFields } from '../src/stage/stages.ts'
import { sampleValue } from './stage-sample.ts'
import type { Kind } from '../src/kinds/kind.ts'
import { checkValue, canonicalValue } from '../src/kinds/kinds.ts'
import { rowShape, inputSchema } from '../src/kinds/shape.ts'

const stageFields = stages.flatMap(stage => valueFields(stage))
const every: [string, Kind, unknown, unknown][] = [
  ['text', text({ max: 10 }), '  e\u0301te\u0301 ', 'été'],
  ['richText', { kind: 'richText', max: 20 }, '<p>é</p>', '<p>é</p>'],
  ['integer', integer({}), ' 12.0', '12'],
  ['decimal', decimal({}), '-0.50', '-0.5'],
  ['date', date({}), '2024-02-29', '2024-02-29'],
  ['datetime', datetime({}), '2026-02-28T08:00+01:00', '2026-02-28T08:00+01:00'],
  ['choice', choice({ options: ['FSC'] }), 'FSC', 'FSC'],
  ['flag', flag({}), false, false],
  ['dict', dict({ dict: 'tree_species' }), ' OKO', 'OKO'],
  ['country', { kind: 'country' }, 'GA', 'GA'],
  ['coordinates', { kind: 'coordinates' }, [9.450000001, '-0.50'], ['9.45', '-0.5']],
  ['ref', ref({ entity: 'catalog/category' }), 7, '7'],
  ['images', images({}), [{ id: 'a', url: '/a' }, 'b'], ['a', 'b']],
  ['files', { kind: 'files', maxItems: 2 }, ['a'], ['a']],
  ['video', { kind: 'video', maxItems: 1 }, ['a'], ['a']],
]

describe.each(every)('a value of kind %s', (_name, kind, given, kept) => {
  it('has one form that is kept, which is its own form', () => {
    expect(checkValue(kind, true, given)).toBeUndefined()
    expect(canonicalValue(kind, given)).toEqual(kept)
    expect(canonicalValue(kind, kept)).toEqual(kept)
  })

  it('may be absent unless it is required, and is then kept as nothing', () => {
    expect(checkValue(kind, false, undefined)).toBeUndefined()
    expect(checkValue(kind, true, null)).toEqual({ error: 'required' })
    expect(canonicalValue(kind, null)).toBeUndefined()
  })

  it('is refused in the shape of another kind', () => {
    expect(checkValue(kind, false, { other: true })).toBeDefined()
    expect(rowShape(kind).safeParse({ other: true }).success).toBe(false)
  })

  it('is described as plain data', () => {
    expect(JSON.parse(JSON.stringify(kind))).toEqual(kind)
    expect(Object.keys(inputSchema(kind)).length).toBeGreaterThan(0)
  })
})

it('entities and stages judge a number, a day and a text alike', () => {
  const field = (type: 'number' | 'date' | 'text') => ({ key: 'x', type, group: 'product', max: 20 }) as const
  for (const value of ['12', ' 12 ', '012', '1e2', 12, 21, '2024-02-29', '2026-02-30', 'e\u0301'.repeat(20)]) {
    for (const [entity, stage] of [
      [decimal({ max: 20 }), field('number')],
      [date({}), field('date')],
      [text({ max: 20 }), field('text')],
    ] as const)
      expect(checkStageValue(stage, value)?.error).toBe(checkValue(entity, false, value)?.error)
  }
})

it('a number that only an exponent can write is out of bounds, or none', () => {
  const price = decimal({ min: 0.01, max: 1000 })
  expect(checkValue(price, false, 1e300)).toEqual({ error: 'tooLarge', params: { max: 1000 } })
  expect(checkValue(price, false, 1e-7)).toEqual({ error: 'tooSmall', params: { min: 0.01 } })
  for (const none of [1e21, 1e-7, Number.POSITIVE_INFINITY, '9'.repeat(400)])
    expect(checkValue(decimal({}), false, none)).toEqual({ error: 'notNumber' })
})

it('a time is on a day that the calendar has, within the 24 hours of it', () => {
  for (const wrong of ['2026-02-30T08:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T08:00:00'])
    expect(checkValue(datetime({}), false, wrong)).toEqual({ error: 'notDate' })
  // A date input of a phone makes it of a typed 26.
  expect(checkValue(datetime({}), false, '0026-09-12T08:00:00Z')).toEqual({
    error: 'notDate',
    params: { said: 'year', value: '0026-09-12' },
  })
})

it('a pattern is held against what is kept, and yes and no are nothing else', () => {
  expect(checkValue(phone({}), false, ' +241 011223344 ')).toBeUndefined()
  expect(checkValue(flag({}), false, 'true')).toEqual({ error: 'notOneOf' })
})

it('every field of every stage has a kind that takes its value', () => {
  for (const field of stageFields) {
    const sample = sampleValue(field)
    expect(checkValue(kindOf(field), field.required, sample), field.key).toBeUndefined()
    expect(canonicalValue(kindOf(field), sample), field.key).toBeDefined()
  }
})
