import { describe, expect, it } from 'vitest'
import { countedQuantity, fillQuantity } from './counted.ts'
import { type CodeCheck, newReport, type ReportContent } from './report.ts'

const packing = (
  checks: readonly CodeCheck[],
  values: ReportContent['values'] = {},
  counted?: string,
): ReportContent => ({
  ...newReport({ id: 'r', owner: '7', stage: 'packing', operator: 'Demo', now: 0 }).content,
  codes: checks.map((check, n) => ({ code: `C${n}`, at: n, check })),
  values,
  counted,
})
const item: CodeCheck = { state: 'good', level: 1 }
const box: CodeCheck = { state: 'good', level: 2 }
const unknown: CodeCheck = { state: 'unchecked' }
const quantity = (content: ReportContent) => fillQuantity('packing', content).values.quantity

describe('the quantity of a packing report', () => {
  it('is counted from the codes, and follows them', () => {
    const two = fillQuantity('packing', packing([item, item]))
    expect(two).toMatchObject({ counted: '2', values: { quantity: '2' } })
    expect(quantity({ ...two, codes: packing([item, item, item]).codes })).toBe('3')
    expect(fillQuantity('packing', { ...two, codes: [] }).values).toEqual({})
  })

  it('counts every label of a row, once its number is known', () => {
    const row = packing([{ state: 'good', level: 1, count: 40 }, item])
    row.codes[0]!.last = 'C39'
    expect(countedQuantity('packing', row)).toEqual({ quantity: '41', isExact: true })
    const unchecked = packing([unknown])
    unchecked.codes[0]!.last = 'C39'
    expect(countedQuantity('packing', unchecked)?.isExact).toBe(false)
  })

  it('cannot be another number than that of the items, but may be of packages and of what is not checked yet', () => {
    expect(quantity(packing([item, item], { quantity: '9' }, '2'))).toBe('2')
    expect(quantity(packing([box, box], { quantity: '90' }, '2'))).toBe('90')
    expect(quantity(packing([item, unknown], { quantity: '9' }, '2'))).toBe('9')
    expect(quantity(packing([box, box, box], { quantity: '2' }, '2'))).toBe('3')
  })

  it('is nobody’s but the person’s at other stages', () => {
    expect(countedQuantity('felling', packing([item]))).toBeUndefined()
    const felled = packing([item], { quantity: '9' })
    expect(fillQuantity('felling', felled)).toBe(felled)
  })
})
