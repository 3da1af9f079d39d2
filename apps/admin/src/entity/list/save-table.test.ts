import { expect, test } from 'vitest'
import { tableText } from './save-table.ts'

test('a saved table opens in the user’s spreadsheet, and no cell of it is a formula', () => {
  const rows = [
    ['Row', 'What'],
    [2, 'say "no", please'],
    [3, '=1+1'],
  ]
  expect(tableText('en', rows)).toBe('\uFEFF"Row","What"\r\n"2","say ""no"", please"\r\n"3","\'=1+1"\r\n')
  expect(tableText('fr', rows)).toContain('"Row";"What"')
})
