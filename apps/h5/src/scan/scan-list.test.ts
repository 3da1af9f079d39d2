import { describe, expect, it } from 'vitest'
import type { ScannedCode } from '../report/report.ts'
import { addCode, createRepeatFilter, applyCheckResult, removeCode, removeRefused } from './scan-list.ts'

const list = (...codes: string[]): ScannedCode[] => codes.map(code => ({ code, at: 1, check: { state: 'unchecked' } }))

describe('the list of scanned codes', () => {
  it('adds a code once, however often it is scanned (VAL-39, ERR-44)', () => {
    const first = addCode([], { code: 'A1', at: 1, max: 9 })
    const second = addCode(first.codes, { code: 'A1', at: 2, max: 9 })
    expect(first.result).toBe('added')
    expect(second.result).toBe('duplicate')
    expect(second.codes).toHaveLength(1)
  })

  it('keeps the order of scanning', () => {
    const codes = ['C', 'A', 'B'].reduce(
      (list, code) => addCode(list, { code, at: 1, max: 9 }).codes,
      [] as ScannedCode[],
    )
    expect(codes.map(entry => entry.code)).toEqual(['C', 'A', 'B'])
  })

  it('stops at the maximum number of codes of a report', () => {
    expect(addCode(list('A', 'B'), { code: 'C', at: 1, max: 2 })).toMatchObject({
      result: 'full',
      codes: { length: 2 },
    })
  })

  it('rejects the parent code of the report and an empty code', () => {
    expect(addCode([], { code: 'P', at: 1, max: 9, parent: 'P' }).result).toBe('parent')
    expect(addCode([], { code: '', at: 1, max: 9 }).result).toBe('empty')
  })

  it('removes exactly the refused codes, and does not restore a removed one when its check arrives late', () => {
    let codes = list('A', 'B')
    codes = applyCheckResult(codes, 'B', {
      check: { state: 'refused', error: 'stage.alreadyLinked', message: 'linked' },
    })
    expect(removeRefused(codes).map(entry => entry.code)).toEqual(['A'])
    expect(
      applyCheckResult(removeCode(codes, 'A'), 'A', { check: { state: 'good' } }).map(entry => entry.code),
    ).toEqual(['B'])
  })
})

describe('a label in front of the camera', () => {
  it('is one scan as long as it stays in view, and a second one when it comes back', () => {
    const isNewScan = createRepeatFilter(1500)
    expect([0, 100, 1200, 2600].map(now => isNewScan('A', now))).toEqual([true, false, false, false])
    expect(isNewScan('A', 4200)).toBe(true)
  })

  it('counts every change to another label', () => {
    const isNewScan = createRepeatFilter()
    expect([isNewScan('A', 0), isNewScan('B', 100), isNewScan('A', 200)]).toEqual([true, true, true])
  })
})

describe('a foreign code that stands for one of our codes', () => {
  const list = (...codes: string[]) => codes.map(code => ({ code, at: 0, check: { state: 'unchecked' as const } }))
  const good = { state: 'good' as const }

  it('is replaced by our code', () => {
    const noted = applyCheckResult(list('P.URL.CN/0A', 'B'), 'P.URL.CN/0A', { check: good, code: 'OURS' })
    expect(noted.map(entry => [entry.code, entry.check.state])).toEqual([
      ['OURS', 'good'],
      ['B', 'unchecked'],
    ])
  })

  it('is removed when our code is already in the list: one thing is reported once', () => {
    const noted = applyCheckResult(list('OURS', 'P.URL.CN/0A'), 'P.URL.CN/0A', { check: good, code: 'OURS' })
    expect(noted.map(entry => entry.code)).toEqual(['OURS'])
  })

  it('keeps the end of its range', () => {
    const range = [{ code: 'A', last: 'b', at: 0, check: { state: 'unchecked' as const } }]
    expect(applyCheckResult(range, 'A', { check: good, code: 'A', last: 'B' })).toMatchObject([
      { code: 'A', last: 'B' },
    ])
  })
})
