import { describe, expect, it } from 'vitest'
import type { ScannedCode } from '../report/report.ts'
import { addCode, createRepeatFilter, applyCheckResult, removeCode, removeRefused } from './scan-list.ts'

const list = (...codes: string[]): ScannedCode[] => codes.map(code => ({ code, at: 1, check: { state: 'unchecked' } }))

describe('the list of scanned codes', () => {
  it('counts a code once however often it is scanned (VAL-39, ERR-44)', () => {
    const first = addCode([], { code: 'A1', at: 1, most: 9 })
    const second = addCode(first.codes, { code: 'A1', at: 2, most: 9 })
    expect(first.result).toBe('added')
    expect(second.result).toBe('duplicate')
    expect(second.codes).toHaveLength(1)
  })

  it('keeps the order of scanning', () => {
    const codes = ['C', 'A', 'B'].reduce(
      (held, code) => addCode(held, { code, at: 1, most: 9 }).codes,
      [] as ScannedCode[],
    )
    expect(codes.map(entry => entry.code)).toEqual(['C', 'A', 'B'])
  })

  it('stops at the most codes that one report may hold', () => {
    expect(addCode(list('A', 'B'), { code: 'C', at: 1, most: 2 })).toMatchObject({
      result: 'full',
      codes: { length: 2 },
    })
  })

  it('refuses the parent code among what it contains, and nothing at all', () => {
    expect(addCode([], { code: 'P', at: 1, most: 9, parent: 'P' }).result).toBe('parent')
    expect(addCode([], { code: '', at: 1, most: 9 }).result).toBe('empty')
  })

  it('drops exactly the refused codes, and does not bring a removed one back when its check comes late', () => {
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

describe('a label held before the camera', () => {
  it('is one scan as long as it stays in view, and a second one when it comes back', () => {
    const gaze = createRepeatFilter(1500)
    expect([0, 100, 1200, 2600].map(now => gaze('A', now))).toEqual([true, false, false, false])
    expect(gaze('A', 4200)).toBe(true)
  })

  it('counts every change to another label', () => {
    const gaze = createRepeatFilter()
    expect([gaze('A', 0), gaze('B', 100), gaze('A', 200)]).toEqual([true, true, true])
  })
})

describe('a code of another system that stands for one of ours', () => {
  const list = (...codes: string[]) => codes.map(code => ({ code, at: 0, check: { state: 'unchecked' as const } }))
  const good = { state: 'good' as const }

  it('is kept as ours', () => {
    const noted = applyCheckResult(list('P.URL.CN/0A', 'B'), 'P.URL.CN/0A', { check: good, code: 'OURS' })
    expect(noted.map(entry => [entry.code, entry.check.state])).toEqual([
      ['OURS', 'good'],
      ['B', 'unchecked'],
    ])
  })

  it('goes when ours is in the list already: one thing is reported once', () => {
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
