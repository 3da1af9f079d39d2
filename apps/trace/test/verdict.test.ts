import { describe, expect, test } from 'vitest'
import { item } from '../src/fixtures/journey.ts'
import { textsByLanguage } from '../src/all-texts.ts'
import { noPromises } from '../src/proof/kept-promises.ts'
import type { HeadAge, ProvenItem, RecordProof, WalkResult, WalkFault } from '../src/proof/proven.ts'
import { describeSteps } from '../src/proof/steps.ts'
import type { StatedFacts } from '../src/types.ts'
import { type ReaderChecks, noChecks, computeVerdict } from '../src/verdict.ts'

const facts = (change: Partial<StatedFacts> = {}): StatedFacts => ({
  code: '0',
  status: 'active',
  label: { state: 'inUse', since: null, reason: null },
  ledger: { state: 'recorded' },
  warnings: [],
  counts: { scans: 1, firstScanAt: null, checks: 0, wrongChecks: 0, firstCheckAt: null, firstRightAt: null },
  histories: [],
  papers: [],
  ...change,
})
const proven = (change: Partial<ProvenItem['answer']> = {}): ProvenItem => ({
  answer: { ...item(), ...change },
  records: new Map(),
  serialFrom: 'code',
  files: [],
  withdrawn: [],
  handover: null,
  invitations: [],
  hiddenWithdrawals: null,
  changes: [],
  closed: 0,
  forgotten: 0,
  pending: [],
})
const walked = (
  outcome: WalkResult['outcome'],
  faults: WalkResult['faults'] = [],
  its: ProvenItem | null = proven(),
): Partial<ReaderChecks> => ({
  proof: 'done',
  walk: { outcome, faults, item: its },
})
const verdict = (change: Partial<StatedFacts>, live: Partial<ReaderChecks> = {}) =>
  computeVerdict(facts(change), { ...noChecks, ...live }, textsByLanguage.en)
const kind = (change: Partial<StatedFacts>, live: Partial<ReaderChecks> = {}) => verdict(change, live).kind

describe('the verdict', () => {
  test('is only "stated" until the browser has checked', () => {
    expect(verdict({})).toMatchObject({ kind: 'stated', verdict: 'stated', seal: null })
    expect(verdict({}, { proof: 'running' })).toMatchObject({ kind: 'stated', seal: 'running' })
    expect(kind({}, { proof: 'held' })).toBe('stated')
    expect(kind({}, { check: 'genuine' })).toBe('stated')
  })

  test('is the result of the browser', () => {
    expect(kind({}, walked('proven'))).toBe('proven')
    expect(kind({}, walked('waiting'))).toBe('waiting')
    expect(kind({}, walked('asOf'))).toBe('asOf')
    expect(verdict({}, walked('stated', [], null))).toMatchObject({
      kind: 'stated',
      notices: ['The ledger holds no entry of this item yet, so nothing of it is proven.'],
    })
    expect(kind({}, walked('unavailable', [], null))).toBe('unavailable')
    expect(kind({}, { proof: 'unreachable' })).toBe('unavailable')
  })

  test('says when fewer than half of the configured witnesses have seen the log', () => {
    const seen = (n: number) => Array.from({ length: n }, (_, at) => ({ name: `w${at}`, at: '', size: 1 }))
    const noticesOf = (n: number, witnessCount: number) => {
      const log = { witnesses: seen(n), witnessCount } as unknown as WalkResult['log']
      return verdict({}, { walk: { outcome: 'proven', faults: [], item: proven(), log } }).notices
    }
    expect(noticesOf(1, 3)).toEqual([expect.stringContaining('Only 1 of 3 witnesses')])
    expect([noticesOf(2, 3), noticesOf(0, 0), noticesOf(1, 2)]).toEqual([[], [], []])
  })

  test('is suspicious, with the differing part, when the proof contradicts, even if the server did not say so', () => {
    const result = verdict({}, walked('suspicious', [{ fault: 'database', about: '4101' }]))
    expect(result.kind).toBe('suspicious')
    expect(result.headings).toEqual(['Product data suspicious'])
    expect(result.reasons).toContain('Record 4101: today’s database says something else than was sealed')
  })

  test('is suspicious when a picture is not the sealed one', () => {
    const result = verdict({}, { ...walked('proven'), differing: ['Felling · Photos'] })
    expect(result).toMatchObject({ kind: 'suspicious', verdict: 'suspicious' })
    expect(result.reasons.join()).toContain('Felling · Photos')
  })

  test('is suspicious after a wrong anti-counterfeit code, with that as headline unless more speaks against the item', () => {
    const wrong = { ...walked('proven'), check: 'fail' as const }
    expect(verdict({}, wrong)).toMatchObject({ kind: 'wrong', verdict: 'suspicious' })
    expect(kind({}, { ...wrong, differing: ['Felling · Photos'] })).toBe('suspicious')
    expect(kind({ ledger: { state: 'mismatch' } }, wrong)).toBe('suspicious')
  })

  test('is "genuine" after the first right check of a proven item only', () => {
    const checked = (outcome: WalkResult['outcome']) => ({ ...walked(outcome), check: 'genuine' as const })
    expect(verdict({}, checked('proven'))).toMatchObject({ kind: 'genuine', verdict: 'proven' })
    expect(verdict({}, checked('waiting'))).toMatchObject({ kind: 'genuine', verdict: 'waiting' })
    for (const outcome of ['asOf', 'stated', 'unavailable', 'suspicious'] as const)
      expect(kind({}, checked(outcome)), outcome).toBe(outcome)
    for (const status of ['recalled', 'voided', 'notActivated'] as const)
      expect(kind({ status }, checked('proven')), status).toBe(status)
    for (const state of ['notInUse', 'spoiled', 'lost'] as const) {
      const item = proven({ label: { state, since: null, reason: null } })
      expect(kind({}, { ...walked('proven', [], item), check: 'genuine' }), state).toBe(state)
    }
  })

  test('is "again" when somebody else entered the right code before, unless something worse is known', () => {
    const again = { ...walked('proven'), check: 'again' as const }
    expect(verdict({}, again)).toMatchObject({ kind: 'again', verdict: 'proven', reasons: [] })
    expect(kind({ status: 'recalled' }, again)).toBe('recalled')
    expect(kind({ status: 'voided' }, again)).toBe('voided')
    expect(kind({}, { ...again, differing: ['Felling · Photos'] })).toBe('suspicious')
  })

  test('does not let a failure of the platform hide evidence', () => {
    const broken = [{ kind: 'suspicious' as const, stage: null, reason: 'chainBroken' as const }]
    expect(kind({ warnings: broken }, { proof: 'unreachable' })).toBe('suspicious')
    expect(kind({ warnings: broken }, walked('proven'))).toBe('suspicious')
    expect(kind({ ledger: { state: 'mismatch' } }, walked('proven'))).toBe('suspicious')
  })

  test('is "unavailable" when the server cannot check, until the browser can', () => {
    const unsure = { ledger: { state: 'unavailable' as const } }
    expect(kind(unsure)).toBe('unavailable')
    expect(kind(unsure, walked('proven'))).toBe('proven')
  })

  test('does not change when strangers enter wrong codes: that is a notice', () => {
    const result = verdict({ warnings: [{ kind: 'manyWrongChecks' }] }, walked('proven'))
    expect(result.kind).toBe('proven')
    expect(result.notices).toEqual(['Many wrong anti-counterfeit codes were entered for this item.'])
  })

  test('does not change by scans in other places, whose positions anyone can invent: a headline warns until the first check', () => {
    const warnings = [{ kind: 'clone' as const, reason: 'impossibleSpeed' as const }]
    const stated = verdict({ warnings }, { ...walked('proven'), scanWarnings: warnings })
    expect(stated).toMatchObject({ kind: 'copied', verdict: 'proven' })
    expect(verdict({}, { ...walked('proven'), scanWarnings: warnings }).kind).toBe('copied')
    expect(kind({ warnings }, { ...walked('proven'), check: 'genuine' })).toBe('genuine')
    expect(kind({ warnings }, { ...walked('proven'), check: 'again' })).toBe('again')
    expect(kind({ warnings: [{ kind: 'clone', reason: 'channel' }] }, walked('proven'))).toBe('proven')
    expect(stated.notices).toHaveLength(1)
    expect(stated.notices[0]).toContain('copy')
    expect(verdict({}, { ...walked('proven'), scanWarnings: warnings }).notices).toEqual(stated.notices)
  })

  test('puts the status of an unusable code first; tools still get the verdict of the proof', () => {
    expect(verdict({ status: 'voided' }, walked('proven'))).toMatchObject({ kind: 'voided', verdict: 'proven' })
    const recalled = proven({ status: 'recalled' })
    expect(verdict({ status: 'voided' }, walked('proven', [], recalled))).toMatchObject({ kind: 'recalled' })
    expect(verdict({ status: 'recalled' }, walked('suspicious', [], recalled))).toMatchObject({
      kind: 'recalled',
      verdict: 'suspicious',
    })
    expect(verdict({}, walked('proven', [], proven({ status: 'voided' })))).toMatchObject({ kind: 'voided' })
    expect(verdict({ status: 'notActivated' }, walked('proven'))).toMatchObject({
      kind: 'notActivated',
      verdict: 'stated',
    })
    expect(verdict({ status: 'notActivated' }, walked('suspicious')).verdict).toBe('suspicious')
  })

  test('covers only the records that were checked', () => {
    const part = proven({ records: { total: 738, shown: 18 } })
    expect(verdict({}, walked('proven', [], part))).toMatchObject({ seal: 'part', part: { n: 18, total: 738 } })
    expect(verdict({}, walked('proven'))).toMatchObject({ seal: null, part: null })
  })

  test('has a sentence for every warning and every fault in every language', () => {
    const faults = Object.keys({
      unreadable: 0,
      key: 0,
      checkpoint: 0,
      index: 0,
      entry: 0,
      field: 0,
      binding: 0,
      subject: 0,
      serial: 0,
      missing: 0,
      count: 0,
      age: 0,
      database: 0,
      history: 0,
      promise: 0,
    } satisfies Record<WalkFault, 0>) as WalkFault[]
    const abouts = ['checkpoint', 'request', 'enterprise', 'product', 'batch', 'records', 'block', 'promise', '17']
    for (const texts of Object.values(textsByLanguage)) {
      const reasons = (
        ['impossibleSpeed', 'manyPlaces', 'beforePort', 'afterSale', 'checkedElsewhere', 'channel'] as const
      ).map(reason => ({ kind: 'clone' as const, reason }))
      const broken = (['fingerprintMismatch', 'chainBroken'] as const).flatMap(reason => [
        { kind: 'suspicious' as const, stage: null, reason },
        { kind: 'suspicious' as const, stage: 'packing' as const, reason },
      ])
      const stated = computeVerdict(facts({ warnings: [...reasons, ...broken] }), noChecks, texts)
      expect(new Set(stated.reasons).size).toBe(4)
      expect(new Set(stated.notices).size).toBe(6)
      const all = faults.flatMap(fault => abouts.map(about => ({ fault, about })))
      const result = computeVerdict(facts(), { ...noChecks, ...walked('suspicious', all) }, texts)
      expect(new Set(result.reasons).size).toBe(1 + all.length)
      expect([...stated.reasons, ...stated.notices, ...result.reasons].join()).not.toMatch(/trace\.|\{/)
    }
  })
})

describe('the steps of the check', () => {
  const states = (
    walk: Partial<ReaderChecks>,
    { differing = 0, opened = 3, seen = true, age = 'fresh' as HeadAge, fulfilled = ['promise'] } = {},
  ) =>
    Object.fromEntries(
      describeSteps(
        { ...walk.walk!, promises: { ...noPromises, fulfilled }, log: { age } as WalkResult['log'] },
        { openedFiles: opened, differingFiles: differing, hasPreviousHead: seen },
      ).map(({ key, state }) => [key, state]),
    )

  test('all pass when everything is proven; what only the platform knows stays stated', () => {
    const { database, ...others } = states(walked('proven'))
    expect(new Set(Object.values(others))).toEqual(new Set(['ok']))
    expect(database).toBe('stated')
    expect(states(walked('asOf'), { age: 'old' }).time).toBe('old')
  })

  test('fail where a fault is, also for a differing file', () => {
    expect(states(walked('suspicious', [{ fault: 'database', about: '1' }]))).toMatchObject({
      database: 'failed',
      signature: 'ok',
    })
    expect(states(walked('proven'), { differing: 1 }).files).toBe('failed')
    const since = '2025-07-02T11:59:00Z'
    const pending = { ...proven(), pending: [{ of: 'product' as const, since, isPromised: true }] }
    expect(states(walked('waiting', [], pending)).age).toBe('waiting')
    const unpromised = { ...proven(), pending: [{ of: 'product' as const, since, isPromised: false }] }
    expect(states(walked('waiting', [], unpromised)).age).toBe('stated')
    expect(states(walked('suspicious', [{ fault: 'promise', about: 'promise' }])).age).toBe('failed')
  })

  test('do not pass when there is nothing to compare with', () => {
    expect(states(walked('proven'), { seen: false }).history).toBe('first')
    expect(states(walked('proven'), { opened: 0 }).files).toBe('skipped')
    expect(states(walked('proven'), { fulfilled: [] }).age).toBe('none')
    const untold = { ...proven(), records: new Map([['1', { today: null } as RecordProof]]) }
    expect(states(walked('proven', [], untold)).database).toBe('skipped')
  })

  test('are skipped when nothing could be opened', () => {
    const none = states(walked('suspicious', [{ fault: 'key', about: 'checkpoint' }], null))
    expect(none).toMatchObject({ signature: 'failed', index: 'skipped', database: 'skipped' })
    expect(Object.values(none)).not.toContain('ok')
  })
})
