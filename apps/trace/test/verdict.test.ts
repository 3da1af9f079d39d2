import { describe, expect, test } from 'vitest'
import { languages } from '../src/languages.ts'
import type { Facts } from '../src/types.ts'
import { type Live, nothingYet, verdictOf } from '../src/verdict.ts'

const facts = (change: Partial<Facts> = {}): Facts => ({
  code: '0',
  status: 'active',
  ledger: { state: 'recorded', anchored: false },
  warnings: [],
  counts: { scans: 1, firstScanAt: null, checks: 0, firstCheckAt: null },
  records: 3,
  total: 3,
  windows: [],
  ...change,
})
const kind = (change: Partial<Facts>, live: Partial<Live> = {}) =>
  verdictOf(facts(change), { ...nothingYet, ...live }, languages.en).kind

describe('the verdict', () => {
  test('is the server’s until the browser has its own', () => {
    expect(verdictOf(facts(), nothingYet, languages.en)).toMatchObject({ kind: 'genuine', seal: 'server' })
    expect(verdictOf(facts(), { ...nothingYet, proof: 'match' }, languages.en)).toMatchObject({
      kind: 'genuine',
      seal: 'match',
    })
  })

  test('turns suspicious when the browser finds a mismatch that the server did not tell', () => {
    const verdict = verdictOf(facts(), { ...nothingYet, proof: 'mismatch' }, languages.en)
    expect(verdict.kind).toBe('suspicious')
    expect(verdict.headings).toEqual(['Product data suspicious'])
    expect(verdict.seal).toBeNull()
  })

  test('turns suspicious after a wrong anti-counterfeit code and back after the right one', () => {
    expect(kind({}, { check: 'fail' })).toBe('suspicious')
    expect(kind({}, { check: 'genuine' })).toBe('genuine')
  })

  test('is open when a check of ours fails, whichever side fails (I5)', () => {
    expect(kind({ ledger: { state: 'unavailable', anchored: false } })).toBe('unavailable')
    expect(kind({}, { proof: 'unavailable' })).toBe('unavailable')
  })

  test('does not let a failure of ours hide evidence', () => {
    expect(kind({ warnings: [{ kind: 'clone', reason: 'afterSale' }] }, { proof: 'unavailable' })).toBe('suspicious')
    expect(kind({ ledger: { state: 'mismatch', anchored: false } }, { proof: 'unavailable' })).toBe('suspicious')
  })

  test('is not moved by what anybody can do from outside: wrong codes typed by strangers are a notice', () => {
    const verdict = verdictOf(facts({ warnings: [{ kind: 'manyWrongChecks' }] }), nothingYet, languages.en)
    expect(verdict.kind).toBe('genuine')
    expect(verdict.notices).toEqual(['Many wrong anti-counterfeit codes were entered for this item.'])
  })

  test('never calls a code genuine that is not in use', () => {
    expect(kind({ status: 'notActivated' }, { check: 'genuine', proof: 'match' })).toBe('notActivated')
    expect(kind({ status: 'voided' }, { check: 'genuine', proof: 'match' })).toBe('voided')
  })

  test('has a sentence for every warning in every language', () => {
    for (const texts of Object.values(languages)) {
      const reasons = (['impossibleSpeed', 'manyPlaces', 'beforePort', 'afterSale', 'channel'] as const).map(
        reason => ({ kind: 'clone' as const, reason }),
      )
      const broken = (['fingerprintMismatch', 'chainBroken'] as const).flatMap(reason => [
        { kind: 'suspicious' as const, stage: null, reason },
        { kind: 'suspicious' as const, stage: 'packing' as const, reason },
      ])
      const verdict = verdictOf(facts({ warnings: [...reasons, ...broken] }), nothingYet, texts)
      expect(new Set(verdict.reasons).size).toBe(9)
      expect(verdict.reasons.join()).not.toMatch(/trace\.|\{/)
    }
  })
})

describe('the verdict about a window of a long history', () => {
  const long = facts({ records: 18, total: 738, windows: ['felling'] })

  test('speaks of the records that were checked, never of more', () => {
    expect(verdictOf(long, nothingYet, languages.en)).toMatchObject({
      noteOf: { n: 18, total: 738 },
      sealOf: { n: 18, total: 738 },
    })
    expect(verdictOf(long, { check: 'none', proof: 'match', checked: 38, total: 740 }, languages.en)).toMatchObject({
      noteOf: { n: 38, total: 740 },
      sealOf: { n: 38, total: 740 },
    })
  })

  test('speaks of the whole when all of it was checked', () => {
    expect(verdictOf(long, { check: 'none', proof: 'match', checked: 738, total: 738 }, languages.en)).toMatchObject({
      noteOf: null,
      sealOf: null,
    })
    expect(verdictOf(facts(), nothingYet, languages.en)).toMatchObject({ noteOf: null, sealOf: null })
  })
})
