import { namesOfCountries, speciesNames } from '@timbermark/contract/reading'
import { expect, it } from 'vitest'
import { containsText, searchOptions } from './search-options.ts'

const finds = (typed: string, label: string, names: readonly string[] = []) =>
  searchOptions.filterOption(typed, { label, names })

it('finds a choice without accents, case and width', () => {
  expect(finds('okoume', 'Okoumé')).toBe(true)
  expect(finds('ＯＫＯＵ', 'Okoumé')).toBe(true)
  expect(finds("cote d'iv", 'Côte d’Ivoire')).toBe(true)
  expect(finds('iroko', 'Okoumé')).toBe(false)
})

it('finds a country by its codes and by its names in every language', () => {
  const names = namesOfCountries()
  for (const typed of ['GA', 'gab', 'gabon', '加蓬', 'République gab'])
    expect(containsText(typed, names.get('GA')!), typed).toBe(true)
  expect(containsText('ivory', names.get('CI')!)).toBe(true)
  expect(containsText('ivory', names.get('GA')!)).toBe(false)
})

it('finds a species by its trade, pilot and scientific names', () => {
  const names = speciesNames().flatMap(([value, name]) => (value === 'OKO' ? [name] : []))
  for (const typed of ['angouma', 'aucoumea', '加蓬榄']) expect(containsText(typed, names), typed).toBe(true)
})
