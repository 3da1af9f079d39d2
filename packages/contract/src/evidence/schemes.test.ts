import { expect, test } from 'vitest'
import { fitsScheme, type Scheme } from './schemes.ts'

test.each([
  ['FSC', 'AB-COC-001234', true],
  ['FSC', 'ABCDE-FM/COC-001234', true],
  ['FSC', 'AB-CW-001234', true],
  ['FSC', 'FSC-C012345', true],
  ['FSC', 'C012345', true],
  ['FSC', 'AB-COC-01234', false],
  ['FSC', 'ab-coc-001234', false],
  ['FSC', 'AB-COC-001234 or so', false],
  ['FSC', '', false],
  ['PEFC', 'PEFC/01-00-01', true],
  ['PEFC', 'PEFC/10-21-1234', true],
  ['PEFC', 'PEFC/1021', false],
  ['PEFC', 'XX-PEFC-COC-000123', true],
  ['OLB', 'OLB-FC-12/2026', true],
  ['OLB', 'none', false],
  ['CFCC', '中CFCC-0012', true],
  ['CFCC', '<b>1</b>', false],
] as [Scheme, string, boolean][])('a number of %s: %s fits is %s', (scheme, number, fits) => {
  expect(fitsScheme(scheme, number)).toBe(fits)
})
