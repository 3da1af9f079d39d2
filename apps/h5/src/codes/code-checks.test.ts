import { createTranslator } from '@timbermark/client'
import { languages } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it } from 'vitest'
import { warningTexts } from '../app/texts.ts'
import { labelCheckOf } from './label-check.ts'
import type { CodeAnswer, ScannedLabel } from '../report/wire.ts'
import { codeCheckOf, parentCheckOf } from './code-checks.ts'

const t = createTranslator(all.en, 'en')
const since = '2026-11-27T08:00:00.000Z'
const label = (state: ScannedLabel['state'], more: Partial<ScannedLabel> = {}): ScannedLabel => ({
  state,
  code: 'LABEL',
  codes: 1,
  since: null,
  reason: null,
  ...more,
})
const spoiled = label('spoiled', { since, reason: 'misprint' })
const lost = label('lost', { since, reason: 'stolen' })
const answer = (more: Partial<CodeAnswer> = {}): CodeAnswer => ({
  code: 'LABEL',
  known: true,
  refusal: null,
  level: 1,
  ...more,
})
const message = (check: { state: string; message?: string }) => check.message ?? ''

describe('the first answer to a scanned code', () => {
  it('says why and since when a label cannot be reported', () => {
    const check = codeCheckOf(t, 'felling', answer({ refusal: 'code.labelSpoiled', label: spoiled }), 'LABEL')
    expect(check.state).toBe('refused')
    expect(message(check)).toContain('LABEL was reported as spoiled')
    expect(message(check)).toMatch(/Misprint, .*2026/)
  })

  it('names the label of a row that is in the way, not the first one', () => {
    const inRow = { refusal: 'code.labelLost', label: { ...lost, code: 'FIFTH' }, last: 'TENTH', count: 10 }
    expect(message(codeCheckOf(t, 'felling', answer(inRow), 'LABEL'))).toContain('FIFTH')
  })

  it('warns of a recall that does not forbid the report, and of a label that is not in use, in three languages', () => {
    const check = codeCheckOf(t, 'felling', answer({ recalled: 'Cracked', label: label('notInUse') }), 'LABEL')
    expect(check.state).toBe('good')
    for (const language of languages) {
      const texts = warningTexts(createTranslator(all[language], language), check)
      expect(texts).toHaveLength(2)
      expect(texts[0]).toContain('Cracked')
    }
    expect(warningTexts(t, codeCheckOf(t, 'felling', answer({ label: label('inUse') }), 'LABEL'))).toEqual([])
  })

  it('says of a package that it is an item, spoiled, or fit', () => {
    expect(parentCheckOf(t, answer(), 'LABEL')).toMatchObject({ state: 'refused', error: 'stage.parentLevel' })
    expect(parentCheckOf(t, answer({ level: 2, label: spoiled }), 'LABEL')).toMatchObject({
      error: 'code.labelSpoiled',
    })
    expect(parentCheckOf(t, answer({ level: 2, label: label('inUse') }), 'LABEL').state).toBe('good')
  })
})

describe('the first answer to a label that is attached', () => {
  const states = (verb: 'activate' | 'spoil' | 'lose') =>
    [label('notInUse'), label('inUse'), spoiled, lost].map(one =>
      labelCheckOf(t, verb, answer({ label: one }), 'LABEL'),
    )

  it('refuses what does not follow from its state, and says what is so already', () => {
    expect(states('activate').map(({ state }) => state)).toEqual(['good', 'good', 'refused', 'refused'])
    expect(states('activate')[1]).toMatchObject({ already: true })
    expect(states('spoil').map(({ state }) => state)).toEqual(['good', 'good', 'good', 'refused'])
    expect(states('spoil')[2]).toMatchObject({ already: true })
    expect(states('lose').map(({ state }) => state)).toEqual(['good', 'good', 'refused', 'good'])
    expect(message(states('activate')[3]!)).toMatch(/LABEL is “Lost”.*Stolen, .*2026/)
  })

  it('does not care that goods cannot be reported, but that the code is unknown', () => {
    expect(
      labelCheckOf(t, 'activate', answer({ refusal: 'stage.notCertified', label: label('notInUse') }), 'X').state,
    ).toBe('good')
    expect(labelCheckOf(t, 'activate', { code: null, known: false, refusal: 'stage.foreignCode' }, 'X')).toMatchObject({
      state: 'refused',
      error: 'stage.foreignCode',
    })
  })

  it('says of a row that all have the state already only when all have it', () => {
    const row = { count: 10, last: 'TENTH' }
    expect(labelCheckOf(t, 'activate', answer({ ...row, label: label('inUse', { codes: 10 }) }), 'X')).toMatchObject({
      already: true,
      count: 10,
    })
    expect(labelCheckOf(t, 'spoil', answer({ ...row, label: { ...spoiled, codes: 3 } }), 'X')).not.toMatchObject({
      already: true,
    })
  })
})
