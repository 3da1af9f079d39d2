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
