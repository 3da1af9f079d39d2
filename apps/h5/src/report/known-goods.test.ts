import { expect, test } from 'vitest'
import { fillSpecies, nextLogNumber, speciesIn } from './known-goods.ts'
import { newReport, type ReportContent, type ScannedCode } from './report.ts'

const { content: empty } = newReport({ id: 'r', owner: 'o', stage: 'felling', operator: 'Mba', now: 0 })
const scanned = (code: string, species?: string): ScannedCode => ({ code, at: 0, check: { state: 'good', species } })
const report = (change: Partial<ReportContent>): ReportContent => ({ ...empty, ...change })

test('the species of the codes is filled in, follows them, and leaves alone what a person chose', () => {
  const filled = fillSpecies('felling', report({ codes: [scanned('A', 'OKO')] }))
  expect([filled.values, filled.fromBatch]).toEqual([{ treeSpecies: 'OKO' }, ['values.treeSpecies']])
  expect(fillSpecies('felling', { ...filled, codes: [scanned('B', 'SAP')] }).values).toEqual({ treeSpecies: 'SAP' })
  const chosen = report({ codes: [scanned('A', 'OKO')], values: { treeSpecies: 'IRO' } })
  expect(fillSpecies('felling', chosen)).toBe(chosen)
  // Codes of two species, and codes that were not checked, name none.
  for (const codes of [
    [scanned('A', 'OKO'), scanned('B', 'SAP')],
    [{ code: 'A', at: 0, check: { state: 'unchecked' as const } }],
  ])
    expect(fillSpecies('felling', report({ codes })).values).toEqual({})
})

test('each log of a table gets the species of its own code', () => {
  const row = (key: string, species: string, values = {}) => ({ ...scanned(key, species), key, values })
  const { rows, fromBatch } = fillSpecies(
    'felling',
    report({ rows: [row('a', 'OKO'), row('b', 'SAP', { treeSpecies: 'IRO' }), row('c', 'SAP')] }),
  )
  expect(rows?.map(({ values }) => values.treeSpecies)).toEqual(['OKO', 'IRO', 'SAP'])
  expect(fromBatch).toEqual(['rows.a.values.treeSpecies', 'rows.c.values.treeSpecies'])
})

test('the species of a report are those of its logs and of the report, the last one first', () => {
  const row = (treeSpecies: string) => ({ ...scanned('A'), key: treeSpecies, values: { treeSpecies } })
  expect(speciesIn('felling', { values: {}, rows: [row('OKO'), row('SAP'), row('OKO')] })).toEqual(['SAP', 'OKO'])
  expect(speciesIn('felling', { values: { treeSpecies: 'IRO' } })).toEqual(['IRO'])
  expect(speciesIn('packing', { values: {} })).toEqual([])
})

test('the next log has the next number, written as the last one', () => {
  expect(['L-009', '41', 'AAC 7/99', '000', 'L-9a', '', undefined].map(nextLogNumber)).toEqual([
    'L-010',
    '42',
    'AAC 7/100',
    '001',
    undefined,
    undefined,
    undefined,
  ])
})
