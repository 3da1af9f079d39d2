import type { ErrorKey, languages } from '@timbermark/contract'
import { hardRules, softRules } from '@timbermark/contract/plausible'
import { describe, expect, test } from 'vitest'
import { all, words } from '../src/all.ts'
import { issueSentence, pathLabel } from '../src/issue.ts'

const rules = [...hardRules, ...softRules]
const say = (language: (typeof languages)[number], rule: string, params: Record<string, string | number>) => {
  const texts = words(language)
  const issue = { field: 'values.importDate', error: `plausible.${rule}` as ErrorKey, params }
  return issueSentence(texts, issue, pathLabel(texts, issue.field)).replace(/\s/g, ' ')
}
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(rules)('%s', rule => {
  test('tells the same numbers in every language', () => {
    const key = `error.plausible.${rule}` as const
    expect(holes(all.zh[key])).toEqual(holes(all.en[key]))
    expect(holes(all.fr[key])).toEqual(holes(all.en[key]))
    expect(holes(all.en[key])).not.toEqual([])
  })
})

test('stages, species, countries and days are called as the reader calls them', () => {
  const moment = { day: '2026-03-01', otherDay: '2026-03-04', stage: 'felling' }
  expect(say('en', 'beforeEarlierStage', moment)).toMatch(/^This happened on .*Mar.*, before the stage “Felling” of /)
  expect(say('zh', 'beforeEarlierStage', moment)).toContain('2026年3月4日')
  expect(say('zh', 'speciesOther', { species: 'IRO', expected: 'OKO,X9' })).toBe(
    `上报的树种是${all.zh['dict.tree_species.IRO']}，但这批货是${all.zh['dict.tree_species.OKO']}、X9`,
  )
  expect(say('fr', 'outsideCountry', { country: 'CN', found: 'GA' })).toBe(
    'La position se trouve dans ce pays : Gabon, mais la déclaration indique : Chine',
  )
  expect(say('en', 'datePlanned', { day: '2099-01-01' })).toMatch(/^“.+” lies in the future: .*2099/)
  expect(say('fr', 'outputAboveInput', { input: 1, output: 1000.5 })).toContain('1 000,5 m³')
})

test('a country or a day that nobody knows stands for itself', () => {
  expect(say('en', 'outsideCountry', { country: '??', found: 'GA' })).toContain('??')
  expect(say('en', 'datePlanned', { day: 'soon' })).toContain('soon')
})
