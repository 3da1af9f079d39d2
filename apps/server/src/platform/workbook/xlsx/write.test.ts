import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx as readAnywhere } from 'hucre/xlsx'
import { readMoment } from '@timbermark/contract/reading'
import { describe, expect, it } from 'vitest'
import { cellOf } from '../cell.ts'
import { type ColumnKind, readXlsx, writeXlsx, type XlsxColumn, type XlsxWriteOptions } from './xlsx.ts'
import { neutralise, restore } from './cells.ts'

function columns(...kinds: ColumnKind[]): XlsxColumn[] {
  return kinds.map((kind, index) => ({ title: `列 ${index + 1}`, width: 12, kind }))
}

async function write(
  kinds: ColumnKind[],
  rows: unknown[][],
  options: Partial<XlsxWriteOptions & { sheetName: string }> = {},
): Promise<Buffer> {
  return buffer(writeXlsx(columns(...kinds), rows, { sheetName: '导出', ...options }))
}

/** Row 2 of the sheet as it is stored. */
async function stored(
  kinds: ColumnKind[],
  row: unknown[],
  options?: Partial<XlsxWriteOptions & { sheetName: string }>,
): Promise<string> {
  const xml = strFromU8(unzipSync(await write(kinds, [row], options))['xl/worksheets/sheet1.xml']!)
  return /<row r="2"[^>]*>(.*?)<\/row>/s.exec(xml)![1]!
}

describe('a written workbook', () => {
  it('is read back value by value, by this project and by a foreign reader', async () => {
    const rows = [
      ['木材 Okoumé <&> "x"', 42, 1234.5, '2026-04-17', new Date('2026-04-17T08:30:15Z')],
      ['two\nlines', -7, '0.25', new Date('2000-02-29T00:00:00Z'), '1999-12-31 23:59:59'],
      [null, 10n, undefined, '', null],
    ]
    const file = await write(['text', 'integer', 'decimal', 'date', 'datetime'], rows)
    const expected = [
      ['木材 Okoumé <&> "x"', 42, 1234.5, new Date('2026-04-17T00:00:00Z'), new Date('2026-04-17T08:30:15Z')],
      ['two\nlines', -7, 0.25, new Date('2000-02-29T00:00:00Z'), new Date('1999-12-31T23:59:59Z')],
      [null, 10, null, null, null],
    ]
    const table = await readXlsx(file)
    expect(table.header).toEqual(['列 1', '列 2', '列 3', '列 4', '列 5'])
    expect(table.rows).toEqual(expected)
    const foreign = await readAnywhere(file)
    expect(foreign.sheets[0]!.name).toBe('导出')
    expect(foreign.sheets[0]!.rows.slice(1, 3)).toEqual(expected.slice(0, 2))
  })

  it('has a bold heading that stays in view, filters, widths, and text columns that stay text when somebody types', async () => {
    const file = await write(['text', 'date'], [['a', '2026-04-17']])
    const [sheet] = (await readAnywhere(file, { readStyles: true })).sheets
    expect(sheet!.cells!.get('0,0')!.style!.font!.bold).toBe(true)
    expect(sheet!.cells!.get('1,0')!.style!.font?.bold ?? false).toBe(false)
    expect(sheet!.cells!.get('1,0')!.style!.numFmt).toBe('@')
    const xml = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
    expect(xml).toMatch(/<pane ySplit="1" [^>]*state="frozen"\/>/)
    expect(xml).toContain('<autoFilter ref="A1:B2"/>')
    expect(xml).toContain('<col min="1" max="1" width="12" style="2" customWidth="1"/>')
  })

  it('prints on A4 lying down, one page wide, with its heading on every page and the page’s number', async () => {
    const parts = unzipSync(await write(['text', 'date'], [['a', '2026-04-17']], { sheetName: "L'an & Cie" }))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(sheet).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
    expect(sheet).toContain('&amp;P / &amp;N')
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'L''an &amp; Cie'!$1:$1</definedName>`,
    )
  })

  it('shows every number of a column with as many digits after the point', async () => {
    const columns = [{ title: 'm³', width: 10, kind: 'decimal', decimals: 3 } as const]
    const file = await buffer(writeXlsx(columns, [[92.75], ['120.3']], { sheetName: 'x' }))
    const [sheet] = (await readAnywhere(file, { readStyles: true })).sheets
    for (const row of [1, 2]) expect(sheet!.cells!.get(`${row},0`)!.style!.numFmt).toBe('#,##0.000')
    expect((await readXlsx(file)).rows).toEqual([[92.75], [120.3]])
  })

  it('shows moments on the clock of the zone asked for, summer time included', async () => {
    const rows = [
      ['2026-01-15T12:00:00Z'],
      ['2026-07-15T12:00:00Z'],
      [new Date('2026-07-15T12:00:00Z')],
      ['2026-07-15T12:00:00'],
      ['2026-07-15 12:00:00+00'],
    ]
    const { rows: read } = await readXlsx(await write(['datetime'], rows, { timeZone: 'Europe/Paris' }))
    expect(read.flat().map(value => (value as Date).toISOString().slice(0, 16))).toEqual([
      '2026-01-15T13:00',
      '2026-07-15T14:00',
      '2026-07-15T14:00',
      '2026-07-15T12:00',
      '2026-07-15T14:00',
    ])
  })

  it('keeps milliseconds, and names the offset of a time that the clocks show once more', async () => {
    const moments = ['2026-10-25T00:30:15.5Z', '2026-10-25T01:30:15.5Z', '2026-10-25T02:30:00Z', '2026-03-29T01:30:00Z']
    const { rows } = await readXlsx(
      await write(
        ['datetime'],
        moments.map(one => [one]),
        { timeZone: 'Europe/Paris' },
      ),
    )
    const by = { language: 'fr', timeZone: 'Europe/Paris' } as const
    expect(rows.flat().map(value => (value instanceof Date ? value.toISOString() : value))).toEqual([
      '2026-10-25T02:30:15.500Z',
      '2026-10-25 02:30:15.500 +01:00',
      '2026-10-25T03:30:00.000Z',
      '2026-03-29T03:30:00.000Z',
    ])
    expect(rows.flat().map(value => readMoment(cellOf(value), by))).toMatchObject(
      moments.map(one => ({ value: new Date(one).toISOString() })),
    )
  })

  it('never loses a digit or a value that does not fit its column', async () => {
    expect(await stored(['integer'], ['123456789012345'])).toContain('<v>123456789012345</v>')
    for (const value of ['1234567890123456', 12345678901234567890n, 'n/a', '007x']) {
      expect(await stored(['integer'], [value]), String(value)).toContain(`>${value}</t>`)
    }
    for (const value of ['2026-02-30', '1899-12-31', 'soon'])
      expect(await stored(['date'], [value])).toContain(`>${value}</t>`)
    expect(await stored(['decimal'], [Number.NaN])).toContain('>NaN</t>')
  })

  it('begins further sheets when one is full, each with the heading', async () => {
    const file = await write(['integer'], [[1], [2], [3], [4], [5]], { rowsPerSheet: 3, sheetName: 'S' })
    const { sheets } = await readAnywhere(file)
    expect(sheets.map(sheet => [sheet.name, sheet.rows])).toEqual([
      ['S', [['列 1'], [1], [2]]],
      ['S (2)', [['列 1'], [3], [4]]],
      ['S (3)', [['列 1'], [5]]],
    ])
    expect((await readAnywhere(await write(['integer'], [[1], [2]], { rowsPerSheet: 3 }))).sheets).toHaveLength(1)
  })

  it('takes any sheet name and makes it one that Excel opens', async () => {
    for (const name of [
      'a/b:c*?[x]\\',
      "'quoted'",
      '',
      'n'.repeat(60),
      '\u0000',
      `${'n'.repeat(30)}\u{1f332}`,
      'A & B "C" <D>',
    ]) {
      const [sheet] = (await readAnywhere(await write(['text'], [], { sheetName: name }))).sheets
      expect(sheet!.name, name).toMatch(/^(?!')[^[\]:*?/\\\p{Cc}]{1,31}(?<!')$/u)
      expect(sheet!.name.isWellFormed()).toBe(true)
    }
  })

  it('is the same, byte for byte, for the same rows', async () => {
    expect(await write(['text'], [['a']])).toEqual(await write(['text'], [['a']]))
  })
})

describe('text that looks like a formula (A74)', () => {
  it.each(['=cmd|"/c calc"!A0', '+1+1', '@SUM(A1)', '-2+3+cmd|x', '\t=1+1', '\r=1+1', ' =1', '＝1+1', '=', '@'])(
    'is stored as text and disarmed: %j',
    async text => {
      const cell = await stored(['text'], [text])
      expect(cell).toMatch(/^<c r="A2" s="2" t="inlineStr"><is><t xml:space="preserve">'/)
      expect(cell).not.toContain('<f')
      expect((await readXlsx(await write(['text'], [[text]]))).rows[0]![0]).toBe(
        text.replace('\t', ' ').replace('\r', '\n'),
      )
    },
  )

  it.each([
    '+241 06 12 34 56',
    '+24106123456',
    '+86 138-0013-8000',
    '-5',
    '-3.5',
    '+12%',
    '-',
    '––',
    'a=b',
    'n@example.com',
    "l'eau",
  ])('leaves phone numbers, signed numbers and plain text as they are: %s', async text => {
    expect(await stored(['text'], [text])).toContain(`t="inlineStr"><is><t xml:space="preserve">${text}</t>`)
  })

  it('comes back unchanged from an import, also when it began with an apostrophe', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '1', 'a', ' ', '＝') }), text => {
        expect(restore(neutralise(text))).toBe(text)
      }),
    )
  })

  it('covers headings too', async () => {
    const file = await buffer(writeXlsx([{ title: '=1+1', width: 5, kind: 'text' }], [], { sheetName: 'x' }))
    expect(strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)).toContain(">'=1+1</t>")
  })
})

describe('characters that a sheet cannot hold', () => {
  it('are removed, and the rest stays', async () => {
    const row = ['a\u0000b\u0008c\u001b\ud800d\uffffe', 'line\r\nline', 'x\u0085y', '_x0041_', 'y'.repeat(40_000)]
    const read = await readXlsx(await write(['text', 'text', 'text', 'text', 'text'], [row]))
    expect(read.rows[0]!.slice(0, 4)).toEqual(['abc\ufffdde', 'line\nline', 'xy', '_x0041_'])
    expect(String(read.rows[0]![4]).length).toBeLessThanOrEqual(32_767)
  })

  it('never make a file that cannot be read', async () => {
    const rows: string[][] = []
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 3 }),
        row => void rows.push(row),
      ),
      { numRuns: 300 },
    )
    const file = await write(['text', 'text', 'text'], rows)
    expect((await readXlsx(file)).rows.length).toBeGreaterThan(0)
  })
})

describe('a large export', () => {
  const wide: XlsxColumn[] = columns('text', 'integer', 'datetime')

  it('asks for rows only as fast as the reader takes the file, and stops asking when the reader leaves', async () => {
    let rowCount = 0
    let closed = false
    async function* rows() {
      try {
        while (rowCount < 1_000_000) yield [randomBytes(30).toString('base64'), rowCount++, '2026-04-17 08:00:00']
      } finally {
        closed = true
      }
    }
    const stream = writeXlsx(wide, rows(), { sheetName: 'x' })
    let taken = 0
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      taken += (chunk as Buffer).length
      if (taken > 50_000) break
    }
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(rowCount).toBeGreaterThan(0)
    expect(rowCount).toBeLessThan(30_000)
    stream.destroy()
    await new Promise(resolve => stream.once('close', resolve))
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(closed).toBe(true)
  })

  it('keeps no rows in memory', async () => {
    async function* rows() {
      for (let n = 0; n < 50_000; n++) yield [randomBytes(750).toString('base64'), n, '2026-04-17 08:00:00']
    }
    const before = process.memoryUsage().rss
    let peak = before
    let size = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        size += chunk.length
        peak = Math.max(peak, process.memoryUsage().rss)
        done()
      },
    })
    await pipeline(writeXlsx(wide, rows(), { sheetName: 'x' }), sink)
    const grown = (peak - before) / 1e6
    console.log(`50,000 rows, ${(size / 1e6).toFixed(0)} MB written, ${grown.toFixed(0)} MB more resident at most`)
    expect(size).toBeGreaterThan(35e6)
    expect(grown).toBeLessThan(120)
  })

  it('fails with the error of its rows, instead of ending like a whole file', async () => {
    async function* rows() {
      yield ['a', 1, null]
      throw new Error('the database went away')
    }
    await expect(buffer(writeXlsx(wide, rows(), { sheetName: 'x' }))).rejects.toThrow('the database went away')
  })
})
