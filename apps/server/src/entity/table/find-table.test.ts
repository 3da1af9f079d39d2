import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { readTable } from '../../platform/workbook/sheet-read.ts'
import { archive, type Parts, textRow, workbookParts } from '../../platform/workbook/xlsx/samples.ts'
import { findTable, type TableColumn } from './find-table.ts'
import { headingOf } from './heading.ts'
import { listLimits } from './read-import.ts'

const columns: TableColumn[] = [
  { key: 'code', title: 'Code', headings: ['码', 'Code'], needed: 'code' },
  { key: 'operator', title: 'Operator', headings: ['操作人', 'Operator', 'Opérateur'], needed: 'operator' },
  { key: 'volume', title: 'Volume (m³)', headings: ['材积（m³）', 'Volume (m³)', 'Volume'] },
]

async function find(content: Buffer, { wanted, language = 'en' }: { wanted?: string; language?: Language } = {}) {
  return findTable(await readTable(content, language, listLimits), columns, language, { wanted, limits: listLimits })
}

async function refusal(content: Buffer, options?: Parameters<typeof find>[1]): Promise<Refusal> {
  const error = await find(content, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error(`Expected a refusal, got ${error}`)
  return error
}

const path = 'xl/worksheets/sheet1.xml'

function workbook(rows: string, { before = '', after = '' } = {}): Buffer {
  const parts = workbookParts('')
  parts[path] = String(parts[path]).replace(
    '<sheetData></sheetData>',
    `${before}<sheetData>${rows}</sheetData>${after}`,
  )
  return archive(parts)
}

/** A workbook with these sheets. */
function sheets(...all: { name: string; rows: string; state?: string }[]): Buffer {
  const parts: Parts = workbookParts('')
  parts['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace(
    /<sheets>.*<\/sheets>/,
    `<sheets>${all.map(({ name, state }, n) => `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="s${n}"/>`).join('')}</sheets>`,
  )
  parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
    '</Relationships>',
    `${all.map((_, n) => `<Relationship Id="s${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}</Relationships>`,
  )
  for (const [n, { rows }] of all.entries())
    parts[`xl/worksheets/sheet${n + 1}.xml`] = String(workbookParts(rows)[path])
  return archive(parts)
}

const list = (from: number) => textRow(from, 'Code', 'Operator', 'Volume (m³)') + textRow(from + 1, 'A1', 'Mba', '2.5')

describe('the heading of a list', () => {
  it('is found under titles, blank rows and a merged title over two rows', async () => {
    const rows = textRow(1, 'Forest company, list of logs') + textRow(3, 'Operator:', 'Mba') + list(6)
    const table = await find(workbook(rows, { after: '<mergeCells><mergeCell ref="A1:C2"/></mergeCells>' }))
    expect(table.keys).toEqual(['code', 'operator', 'volume'])
    expect(table.rows).toEqual([{ row: 7, cells: ['A1', 'Mba', '2.5'] }])
    expect(table.source).toMatchObject({ sheet: 'Sheet1', headingRow: 6 })
  })

  it('is the same when it is wrapped, in capitals, with other signs around the unit', async () => {
    for (const volume of [
      'Volume\n(m³)',
      'VOLUME\u00a0[m3]',
      'Volume, m3',
      'ｖｏｌｕｍｅ（m³）',
      ' volume *',
      '材积 (m³)',
    ])
      expect((await find(workbook(textRow(1, 'Code *', '操作人', volume)))).keys, volume).toEqual([
        'code',
        'operator',
        'volume',
      ])
    // Another unit is another column.
    expect((await refusal(workbook(textRow(1, 'Code', 'Operator', 'Volume (l)')))).key).toBe('importColumns')
    expect(headingOf('x'.repeat(5000))).toBeUndefined()
  })

  it('that is wrong is named with its sheet, row and columns', async () => {
    const wrong = await refusal(workbook(textRow(1, 'A title') + textRow(2, 'Code', 'Colour', 'Volume', 'Volume (m³)')))
    expect(wrong.params.problem).toBe(
      'The headings were looked for in sheet “Sheet1”, row 2. Not in the template: “Colour” (column B). There twice: “Volume (m³)” (column D). Missing: Operator.',
    )
    const none = await refusal(workbook(textRow(1, 'Nothing', 'of it')), { language: 'fr' })
    expect(none.params.problem).toContain('Code, Operator')
    expect((await refusal(workbook(''))).key).toBe('importColumns')
  })
})

describe('the sheet of a list', () => {
  it('is the one with the headings, and the others are named', async () => {
    const summary = { name: 'Export Summary', rows: textRow(1, 'This document was exported from Numbers. Code') }
    const table = await find(sheets(summary, { name: 'Logs &amp; more', rows: list(1) }))
    expect(table.source).toMatchObject({
      sheet: 'Logs & more',
      otherSheets: [{ name: 'Export Summary', alike: false }],
    })
  })

  it('is the first of several with the same headings, or the one that a person chose; never a hidden one', async () => {
    const two = sheets(
      { name: 'Old', rows: list(1), state: 'hidden' },
      { name: 'January', rows: list(1) },
      { name: 'February', rows: list(4) },
    )
    expect((await find(two)).source).toMatchObject({
      sheet: 'January',
      otherSheets: [{ name: 'February', alike: true }],
    })
    expect((await find(two, { wanted: 'February' })).rows[0]!.row).toBe(5)
    expect((await refusal(two, { wanted: 'Old' })).key).toBe('importColumns')
  })

  it('may stand beside one that is larger than any list', async () => {
    const large = Array.from({ length: 300 }, (_, n) => `<row r="${n + 1}">${'<c><v>1</v></c>'.repeat(70)}</row>`)
    const table = await find(sheets({ name: 'Pivot', rows: large.join('') }, { name: 'Logs', rows: list(1) }))
    expect(table.source.sheet).toBe('Logs')
  })
})

describe('what its author does not show', () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (n: number, attributes: string, ...texts: string[]) =>
    textRow(n, ...texts).replace('<row ', `<row ${attributes} `)

  it('is left out and counted: rows hidden by hand, by a filter, by their height', async () => {
    const rows =
      list(1) +
      row(3, 'hidden="1"', 'A2', 'x') +
      row(4, 'hidden="true"', 'A3', 'x') +
      row(5, 'ht="0" customHeight="1"', 'A4', 'x') +
      row(6, 'hidden="0"', 'A5', 'Mba') +
      '<row r="7" hidden="1"/>'
    const table = await find(workbook(rows))
    expect(table.rows.map(one => one.row)).toEqual([2, 6])
    expect(table.source).toMatchObject({ hiddenRows: 3, hiddenColumns: 0 })
  })

  it('is left out and counted: columns, which cannot be needed ones', async () => {
    const hide = (min: number) => ({ before: `<cols><col min="${min}" max="${min}" width="9" hidden="1"/></cols>` })
    const table = await find(workbook(list(1), hide(3)))
    expect(table.keys).toEqual(['code', 'operator'])
    expect(table.source).toMatchObject({ hiddenColumns: 1, hiddenRows: 0 })
    const needed = await refusal(workbook(list(1), hide(2)))
    expect(needed.params.problem).toContain('Missing: Operator. 1 hidden column is not read.')
  })

  it('does not include notes beside the list, which are counted too', async () => {
    const rows = list(1)
      .replace('</row><row r="2">', `</row><row r="2">${''}`)
      .replace(/<\/row>$/, `${cell('F2', 'a note')}</row>`)
    expect((await find(workbook(rows))).source.outside).toBe(1)
  })
})

describe('cells that no import can read', () => {
  it('are refused with their place: merged over rows, and formulas without a result', async () => {
    const merged = await refusal(
      workbook(list(1) + textRow(3, '', 'x'), { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' }),
    )
    expect([merged.key, merged.params]).toEqual(['importMerged', { cell: 'Sheet1!A2' }])
    for (const empty of ['', '<v/>', '<v></v>']) {
      const formula = `<row r="3"><c r="A3"><f>A2&amp;"x"</f>${empty}</c></row>`
      const refused = await refusal(workbook(list(1) + formula))
      expect([refused.key, refused.params], empty).toEqual(['importUncomputed', { cell: 'Sheet1!A3' }])
    }
    const fine = '<row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3" t="str"><f>"a"</f><v>a</v></c></row>'
    expect((await find(workbook(list(1) + fine))).rows).toHaveLength(2)
  })

  it('are refused with their row: more cells than headings in a text', async () => {
    const refused = await refusal(Buffer.from('Code,Operator,Volume\nA1,Mba,3\nA2,Mba,2,5\n'))
    expect([refused.key, refused.params]).toEqual(['importRow', { row: 3 }])
    expect((await find(Buffer.from('Code,Operator,Volume\nA1,Mba,3,, \n'))).rows).toHaveLength(1)
  })
})

it('an encoding is decided by the headings where the letters leave a doubt', async () => {
  // In code page 850 and in Windows-1252, 0xe9 is a letter: only one makes the heading.
  const table = await find(Buffer.from('Code;Op\xe9rateur\nA1;Mba', 'latin1'), { language: 'fr' })
  expect(table.source).toMatchObject({ encoding: 'windows-1252', separator: ';' })
})

describe('files that people sent', () => {
  const folder = join(import.meta.dirname, '../../../test/real-inputs')
  const felling: TableColumn[] = [
    ...['Code', 'Document proof number', 'Operator', 'Happened at', 'Logging permit number'].map(title => ({
      key: title,
      title,
      headings: [title],
      needed: title,
    })),
    ...['Longitude', 'Latitude', 'Country or region', 'Tree species', 'Felling date and time', 'Log number'].map(
      title => ({ key: title, title, headings: [title] }),
    ),
    ...[
      'Diameter 1 (large end) (cm)',
      'Diameter 2 (small end) (cm)',
      'Length (m)',
      'Volume',
      'Quantity',
      'Yard name',
    ].map(title => ({ key: title, title, headings: [title] })),
  ]
  it.each([
    ['title-row.xlsx', { headingRow: 2, hiddenRows: 0 }],
    ['wrapped-headings.xlsx', { headingRow: 1 }],
    ['numbers-export-summary.xlsx', { sheet: 'Sheet1', otherSheets: [{ name: 'Export Summary', alike: false }] }],
    ['filtered-rows.xlsx', { headingRow: 1, hiddenRows: 1 }],
    ['utf16-excel-unicode.csv', { encoding: 'utf-16le', separator: '\t' }],
    ['cp850-fr.csv', { encoding: 'cp850', separator: ',' }],
  ])('%s', async (name, source) => {
    const content = await readFile(join(folder, name))
    for (const language of ['fr', 'en', 'zh'] as const) {
      const table = findTable(await readTable(content, language, listLimits), felling, language)
      expect(table.source).toMatchObject(source)
      if (name.endsWith('filtered-rows.xlsx')) expect(table.rows).toHaveLength(2)
      if (name === 'cp850-fr.csv') expect(table.rows[0]!.cells.at(-1)).toBe('Parc à grumes N°2')
    }
  })
})
