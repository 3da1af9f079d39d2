import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-read.ts'
import type { Grid } from './grid.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const first = (...given: Parameters<typeof readCsv>): Grid => readCsv(...given)[0]!.complete()
const cells = (...given: Parameters<typeof readCsv>) => first(...given).rows.map(row => row.cells)

it('reads commas, semicolons and tabs, quotes and line ends of every system', () => {
  const { rows, text } = first(bytes('\ufeffCode,Note\r\nA1,"two, ""quoted""\nlines"\r\n\r\nB2,\r\n\r\n'), 'en')
  expect(rows).toEqual([
    { row: 1, cells: ['Code', 'Note'] },
    { row: 2, cells: ['A1', 'two, "quoted"\nlines'] },
    { row: 4, cells: ['B2'] },
  ])
  expect(text).toEqual({ encoding: 'utf-8', separator: ',' })
  expect(cells(bytes('Code;Volume\nA1;2,5'), 'fr')).toEqual([
    ['Code', 'Volume'],
    ['A1', '2,5'],
  ])
  expect(cells(bytes('Code\tVolume\rA1\t2.5'), 'zh')[1]).toEqual(['A1', '2.5'])
  expect(cells(bytes('Code|Volume\nA1|2,5'), 'fr')[1]).toEqual(['A1', '2,5'])
})

it('finds the separator below titles that contain another one', () => {
  const text = 'Scierie du Moyen-Ogooué, Lambaréné\n\nCode;Volume;Essence\nA1;2,5;Okoumé\n'
  expect(cells(bytes(text), 'fr').at(-1)).toEqual(['A1', '2,5', 'Okoumé'])
  // A person may know better.
  expect(cells(bytes('a;b,c'), 'en', { separator: ',' })).toEqual([['a;b', 'c']])
})

describe('the encoding', () => {
  const heading = "Code;Numéro d'autorisation;Parc à grumes n°2;Opérateur"
  const cp850: Record<string, number> = { é: 0x82, à: 0x85, '°': 0xf8, ê: 0x88, ç: 0x87 }
  const mac: Record<string, number> = { é: 0x8e, à: 0x88, '°': 0xa1, ê: 0x90, ç: 0x8d }
  const in8 = (text: string, table: Record<string, number>) =>
    Uint8Array.from([...text].map(letter => table[letter] ?? letter.charCodeAt(0)))

  it.each([
    ['windows-1252', in8(heading, {})],
    ['cp850', in8(heading, cp850)],
    ['macintosh', in8(heading, mac)],
    ['utf-8', bytes(heading)],
    ['utf-16le', Buffer.from(`\ufeff${heading}`, 'utf16le')],
    ['utf-16le', Buffer.from(heading, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${heading}`, 'utf16le').swap16()],
    ['utf-16be', Buffer.from(heading, 'utf16le').swap16()],
  ])('is found to be %s, for readers of every language', (encoding, content) => {
    for (const language of ['fr', 'en', 'zh'] as const) {
      const grid = first(content, language)
      expect(grid.text?.encoding, language).toBe(encoding)
      expect(grid.rows[0]!.cells.join(';'), language).toBe(heading)
    }
  })

  it('is found to be Chinese, also when a French reader sends the file', () => {
    const content = Uint8Array.from([
      0xb1, 0xb8, 0xd7, 0xa2, 0x2c, 0xd0, 0xf2, 0xba, 0xc5, 0x0a, 0xb0, 0xc2, 0xb9, 0xc5, 0xc3, 0xba, 0x2c, 0x31,
    ])
    for (const language of ['zh', 'fr', 'en'] as const)
      expect(cells(content, language), language).toEqual([
        ['备注', '序号'],
        ['奥古煤', '1'],
      ])
  })

  it('is the one that a person chose', () => {
    expect(cells(in8('Parc à grumes', cp850), 'fr', { encoding: 'windows-1252' })).toEqual([['Parc … grumes']])
    expect(() => readCsv(Uint8Array.of(0x4f, 0xe9), 'fr', { encoding: 'utf-8' })).toThrow()
  })
})

it('refuses what is no text, and too much of it', () => {
  expect(() => readCsv(bytes('a\u0000b\u0000\u0000c'), 'en')).toThrow(expect.objectContaining({ key: 'fileType' }))
  expect(() => readCsv(bytes('a'.repeat(2000)), 'en', {}, { kilobytes: 1 })).toThrow(
    expect.objectContaining({ key: 'fileTooLarge' }),
  )
  expect(first(bytes(`a\n${'b\n'.repeat(10_100)}`), 'en').problem).toMatchObject({ reason: 'tooManyRows' })
  expect(
    first(bytes('a,'.repeat(70)), 'en').problem ?? first(bytes(`${'a,'.repeat(70)}a`), 'en').problem,
  ).toMatchObject({
    reason: 'tooManyColumns',
  })
})

it('takes no rows into a cell by a quotation mark that is never closed', () => {
  expect(first(bytes('Code,Note\nA1,b\nA2,"c\nA3,d\nA4,e'), 'en').problem).toEqual({
    reason: 'row',
    message: 'Row 3',
    cell: '3',
  })
  expect(cells(bytes('Code,Note\nA1,5" plank\n'), 'en')[1]).toEqual(['A1', '5" plank'])
})

it('takes off the apostrophe that disarms a formula, and the line that names the separator', () => {
  expect(cells(bytes("Code\n'=1+1\n'=A\nl'eau"), 'en').flat()).toEqual(['Code', '=1+1', '=A', "l'eau"])
  expect(first(bytes('sep=;\r\nCode;Volume\r\nA1;2,5'), 'fr').rows).toEqual([
    { row: 1, cells: ['Code', 'Volume'] },
    { row: 2, cells: ['A1', '2,5'] },
  ])
})
