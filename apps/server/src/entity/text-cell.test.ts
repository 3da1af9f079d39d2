import { expect, it } from 'vitest'
import { otherCell, textCell } from './text-cell.ts'

it('takes a cell of text at its word, and a number that a sheet keeps whole', () => {
  for (const [cell, text] of [
    [' AAC-7 ', 'AAC-7'],
    ['000123456789012345678', '000123456789012345678'],
    [13800138000, '13800138000'],
    [123456789012345, '123456789012345'],
    [0.1 + 0.2, '0.3'],
    ['1E5', '1E5'],
    ['3E2-7', '3E2-7'],
    ['#7', '#7'],
  ] as const)
    expect(textCell(cell)).toEqual({ text })
})

it('refuses what a spreadsheet has changed', () => {
  for (const cell of [
    Number('123456789012345678'),
    1.23e17,
    1e21,
    1e-9,
    '1.23457E+17',
    '1,23457E+17',
    '4E+20',
    new Date(0),
  ])
    expect(textCell(cell), String(cell)).toEqual({ error: 'cellChanged' })
  for (const cell of ['#N/A', ' #REF! ', '#DIV/0!']) {
    expect(textCell(cell)).toEqual({ error: 'cellFailed' })
    expect(otherCell(cell)).toEqual({ error: 'cellFailed' })
  }
})

it('reads a number without the last digits of its binary form', () => {
  expect(otherCell(0.1 + 0.2)).toEqual({ text: '0.3' })
  expect(otherCell(1.005 * 3)).toEqual({ text: '3.015' })
})
