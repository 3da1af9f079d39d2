import { expect, it } from 'vitest'
import { readCsv } from './csv-read.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('reads commas, semicolons and tabs, quotes and line ends of every system', () => {
  expect(readCsv(bytes('\ufeffCode,Note\r\nA1,"two, ""quoted""\nlines"\r\n\r\nB2,\r\n\r\n'), 'en')).toEqual({
    header: ['Code', 'Note'],
    rows: [
      ['A1', 'two, "quoted"\nlines'],
      [null, null],
      ['B2', null],
    ],
  })
  expect(readCsv(bytes('Code;Volume\nA1;2,5'), 'fr').rows).toEqual([['A1', '2,5']])
  expect(readCsv(bytes('Code\tVolume\nA1\t2.5'), 'zh').rows).toEqual([['A1', '2.5']])
})

it('reads what a Chinese or French spreadsheet saves without UTF-8', () => {
  const header = (content: number[], language: 'zh' | 'fr') => readCsv(Uint8Array.from(content), language).header
  expect(header([0xb1, 0xb8, 0xd7, 0xa2], 'zh')).toEqual(['备注'])
  expect(header([0x4f, 0x70, 0xe9, 0x72, 0x61, 0x74, 0x65, 0x75, 0x72], 'fr')).toEqual(['Opérateur'])
})

it('refuses what is no text, and too many rows', () => {
  expect(() => readCsv(bytes('a\u0000b'), 'en')).toThrow()
  expect(() => readCsv(bytes(`a\n${'b\n'.repeat(10_001)}`), 'en')).toThrow()
})

it('drops no cell: a row with more of them than there are headings is refused, blank ones at its end are not', () => {
  expect(() => readCsv(bytes('Code,Volume\nA1,3\nA2,2,5\n'), 'en')).toThrow(
    expect.objectContaining({ key: 'importRow', params: { row: 3 } }),
  )
  expect(readCsv(bytes('Code,Volume\nA1,3,, \n'), 'en').rows).toEqual([['A1', '3']])
})

it('takes no rows into a cell by a quotation mark that is never closed', () => {
  expect(() => readCsv(bytes('Code,Note\nA1,b\nA2,"c\nA3,d\nA4,e'), 'en')).toThrow(
    expect.objectContaining({ key: 'importRow', params: { row: 3 } }),
  )
  expect(readCsv(bytes('Code,Note\nA1,5" plank\n'), 'en').rows).toEqual([['A1', '5" plank']])
})

it('refuses text of another encoding than the reader’s instead of guessing at its letters', () => {
  expect(() => readCsv(Uint8Array.from([0x4f, 0x70, 0xe9, 0x0a, 0x61]), 'zh')).toThrow()
})

it('takes off the apostrophe that disarms a formula, and the line that names the separator', () => {
  expect(readCsv(bytes("Code\n'=1+1\n'=A\nl'eau"), 'en').rows.flat()).toEqual(['=1+1', '=A', "l'eau"])
  expect(readCsv(bytes('sep=;\r\nCode;Volume\r\nA1;2,5'), 'fr')).toEqual({
    header: ['Code', 'Volume'],
    rows: [['A1', '2,5']],
  })
})
