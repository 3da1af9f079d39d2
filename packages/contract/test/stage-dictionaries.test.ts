import { describe, expect, test } from 'vitest'
import { citesCover } from '../src/stage/cites-cover.ts'
import { citesSource } from '../src/stage/cites.ts'
import { dictionaries, dictionaryByType } from '../src/dictionaries.ts'

const valuesOf = (type: string) => dictionaryByType(type)?.entries.map(entry => entry.value)

test('the ten system dictionaries are delivered with 28 values; the gender has male and female only', () => {
  const system = dictionaries.filter(one => one.type.startsWith('sys_'))
  expect(system.map(one => one.type)).toEqual([
    'sys_user_sex',
    'sys_show_hide',
    'sys_normal_disable',
    'sys_job_status',
    'sys_job_group',
    'sys_yes_no',
    'sys_notice_type',
    'sys_notice_status',
    'sys_oper_type',
    'sys_common_status',
  ])
  expect(system.flatMap(one => one.entries)).toHaveLength(28)
  expect(valuesOf('sys_user_sex')).toEqual(['0', '1'])
  expect(valuesOf('sys_oper_type')?.at(-1)).toBe('0')
})

test('user types are 1 system, 2 H5, 3 mini-program, 4 supplier, 5 customer; documents are certificates or forms', () => {
  expect(valuesOf('user_type')).toEqual(['1', '2', '3', '4', '5'])
  expect(valuesOf('document_type')).toEqual(['certificate', 'form'])
})

describe.each(dictionaries.map(one => [one.type, one] as const))('dictionary %s', (type, one) => {
  test('has every value once, at most one default, and labels by type and value', () => {
    const values = one.entries.map(entry => entry.value)
    expect(new Set(values).size).toBe(values.length)
    expect(one.entries.filter(entry => entry.default).length).toBeLessThanOrEqual(1)
    expect(one.name).toBe(`dict.${type}`)
    for (const entry of one.entries) expect(entry.label).toBe(`dict.${type}.${entry.value}`)
  })
})

describe('tree species', () => {
  const species = dictionaryByType('tree_species')?.entries ?? []

  test('have three-letter codes and one Latin name each, of genus and species', () => {
    expect(species.length).toBeGreaterThanOrEqual(25)
    for (const { value, latin } of species) {
      expect(value).toMatch(/^[A-Z]{3}$/)
      expect(latin?.[0]).toMatch(/^[A-Z][a-z]+$/)
      expect(latin?.[1]).toMatch(/^[a-z]+$/)
    }
    const names = species.map(entry => entry.latin?.join(' '))
    expect(new Set(names).size).toBe(names.length)
  })

  test.each([
    ['OKO', 'Aucoumea klaineana'],
    ['SAP', 'Entandrophragma cylindricum'],
    ['PAD', 'Pterocarpus soyauxii'],
    ['IRO', 'Milicia excelsa'],
    ['AFR', 'Pericopsis elata'],
    ['AZO', 'Lophira alata'],
    ['WEN', 'Millettia laurentii'],
    ['TEA', 'Tectona grandis'],
  ])('%s is %s', (code, name) => {
    expect(species.find(entry => entry.value === code)?.latin?.join(' ')).toBe(name)
  })

  test('those of Gabon that CITES lists are of appendix II, with the annotation of their goods', () => {
    const listed = species.flatMap(({ value, latin }) => {
      const taxon = latin && citesCover(latin, 'GA', citesSource.asOf)
      return taxon ? [[value, taxon.appendix, taxon.annotation]] : []
    })
    expect(listed).toEqual([
      ['PAD', 'II', '#17'],
      ['AFR', 'II', '#17'],
      ['BUB', 'II', '#15'],
      ['DOU', 'II', '#17'],
      ['ACA', 'II', '#17'],
    ])
  })
})
