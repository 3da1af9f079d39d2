import { describe, expect, test } from 'vitest'
import { countriesOf, daysBetween, deedsOf, groupByHolder, unreportedStages } from '../src/companies.ts'
import { item } from '../src/fixtures/journey.ts'
import { isCertificationSealed, parseStatedCompanies, stateCompanies } from '../src/stated-companies.ts'

describe('companies of the same goods', () => {
  test('are grouped by holder, with partners at the holder that invited them and the time until the next one', () => {
    const part = (role: 'holder' | 'partner', company: string, since: string) => ({ role, company, since })
    const grouped = groupByHolder('A', [
      part('partner', 'P', '2026-01-02T00:00:00Z'),
      part('holder', 'B', '2026-01-05T00:00:00Z'),
      part('holder', 'A', '2026-02-01T00:00:00Z'),
      part('partner', 'Q', '2026-02-03T00:00:00Z'),
    ])
    expect(
      grouped.map(({ holder, partners, until }) => [holder.company, partners.map(one => one.company), until]),
    ).toEqual([
      ['A', ['P'], '2026-01-05T00:00:00Z'],
      ['B', [], '2026-02-01T00:00:00Z'],
      ['A', ['Q'], null],
    ])
  })

  test('are said to have done what the stages of their reports say', () => {
    expect(deedsOf('holder', [{ stage: 'productSales' }, { stage: 'felling' }])).toEqual(['felled', 'sold'])
    expect(deedsOf('holder', [{ stage: 'dockEntry' }])).toEqual(['reported'])
    expect(deedsOf('holder', [])).toEqual(['held'])
    expect(deedsOf('partner', [])).toEqual(['nothing'])
  })

  test('are in the countries that their own reports name, and in none otherwise', () => {
    expect(countriesOf(item().stages)).toEqual(['GA'])
    expect(countriesOf(item().stages.map(stage => ({ ...stage, values: [] })))).toEqual([])
  })

  test('leave the stages that none of them reported', () => {
    const { histories } = item()
    const missing = unreportedStages([{ histories: histories.slice(0, 3) }, { histories: histories.slice(3) }])
    expect(missing).toHaveLength(18 - histories.length)
  })

  test('had goods for whole days', () => {
    expect(daysBetween('2026-01-01T20:00:00Z', '2026-01-03T01:00:00Z')).toBe(1)
    expect(daysBetween('2026-01-01T20:00:00Z', '2026-01-02T01:00:00Z')).toBe(0)
  })
})

describe('what the page states of companies', () => {
  test('is read again from the page; anything else is dropped', () => {
    const rest = { since: '2025-04-01T08:00:00Z', role: 'holder' as const, name: '', batchNumber: '' }
    const stated = stateCompanies({ ...item(), later: [{ ...item(), ...rest }] }, new Date('2026-01-01T00:00:00Z'))!
    expect(parseStatedCompanies(JSON.parse(JSON.stringify(stated)))).toEqual(stated)
    expect(stated.list[0]!.certification).toEqual({ state: 'certified', step: 12 })
    expect(stateCompanies(item(), new Date())).toBeUndefined()
    const forged = { at: 'never', list: [{ code: '<b>' }, 7, { code: 'A'.repeat(20), papers: [{ sha256: 'x' }] }] }
    expect(parseStatedCompanies(forged).list).toEqual([
      { code: 'A'.repeat(20), certification: { state: 'notAuthorized', step: null }, papers: [] },
    ])
    expect(parseStatedCompanies(undefined).list).toEqual([])
  })

  test('is a certification that the ledger has, or that waits for it', () => {
    const answer = item()
    const at = '2026-01-01T00:00:00Z'
    const proven = { answer, pending: [] }
    const waiting = [{ of: 'certification' as const, since: at, isPromised: true }]
    const none = { ...answer, certification: { state: 'notAuthorized' as const, steps: [] } }
    expect(isCertificationSealed({ state: 'certified', step: 12 }, at, proven)).toBe(true)
    expect(isCertificationSealed({ state: 'failed', step: 12 }, at, proven)).toBe(false)
    expect(isCertificationSealed({ state: 'notAuthorized', step: null }, at, proven)).toBe(false)
    expect(isCertificationSealed({ state: 'certified', step: null }, at, { answer: none, pending: [] })).toBe(false)
    expect(isCertificationSealed({ state: 'certified', step: null }, at, { answer: none, pending: waiting })).toBe(true)
    // A page from between the two steps.
    const between = { state: 'authorizedNotCertified', step: 11 } as const
    expect(isCertificationSealed(between, '2025-04-05T00:00:00Z', proven)).toBe(true)
    expect(isCertificationSealed(between, '2025-04-12T00:00:00Z', proven)).toBe(false)
  })
})
