import { languages } from '@timbermark/contract'
import { treeSpecies } from '@timbermark/contract/species'
import { phrase } from '@timbermark/phrases/all'
import { describe, expect, test } from 'vitest'
import { readPaperSpecies } from '../../src/areas/material/paper-species.ts'

describe('what a paper says about species', () => {
  test.each([
    ['Okoumé', ['OKO']],
    ['okoume', ['OKO']],
    ['Okoumé, Sapelli (Entandrophragma cylindricum)', ['OKO', 'SAP']],
    ['Aucoumea klaineana Pierre; Milicia excelsa', ['OKO', 'IRO']],
    ['Okoumé and Iroko', ['OKO', 'IRO']],
    ['Okoumé et Iroko', ['OKO', 'IRO']],
    ['OKO/SAP', ['OKO', 'SAP']],
    ['Okoumé, okoumé', ['OKO']],
    ['Okoumé and others', null],
    ['logs of Okoumé', null],
    ['Okoumé (and others)', null],
    ['Okoumé (Gabon)', null],
    ['Iroko (Aucoumea klaineana)', null],
    ['Aucoumea klaineana with other species', null],
    ['Aucoumea klaineana AND OTHERS', null],
    ['Milicia excelsa (Welw.) C.C.Berg', ['IRO']],
    ['Iroko (Milicia excelsa (Welw.) C.C.Berg)', ['IRO']],
    ['Sapelli（Entandrophragma cylindricum）', ['SAP']],
    ['all species of the concession', null],
    ['Swietenia', null],
    [' , ', null],
    ['', null],
    [null, null],
  ])('%s', (text, codes) => {
    expect(readPaperSpecies(text)).toEqual(codes)
  })

  test('in Chinese, as papers list them', () => {
    const labels = (['OKO', 'SAP'] as const).map(code => phrase('zh', `dict.tree_species.${code}`))
    expect(readPaperSpecies(labels.join('、'))).toEqual(['OKO', 'SAP'])
  })

  test('every delivered species is read by its code, its Latin name and its label in each language', () => {
    for (const { value, latin } of treeSpecies) {
      const labels = languages.map(language => phrase(language, `dict.tree_species.${value}`))
      for (const name of [value, latin.join(' '), ...labels])
        expect([name, readPaperSpecies(name)]).toEqual([name, [value]])
    }
  })
})
