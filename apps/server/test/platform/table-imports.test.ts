import { buffer } from 'node:stream/consumers'
import { limits } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { writeXlsxSheets } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** What every import does with a table: finding it, saying how it was understood, adding its rows. */
let world: World
let admin: Caller
let tenantId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('TABLES')
  tenantId = tenant.id
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
})

interface Answer {
  rows: number
  errors: { row: number; column: string; message: string }[]
  notes: { row: number; column: string; message: string }[]
  source: Record<string, unknown>
  preview: {
    columns: { title: string; kind: string }[]
    rows: { row: number; values: unknown[]; written: unknown[] }[]
  }
}

const send = (path: string, content: Buffer | string, fields: Record<string, string> = {}) =>
  admin.upload<Answer>(
    `${path}/importData`,
    { name: 'list', content: Buffer.from(content as string) },
    { mode: 'check', ...fields },
  )

const suppliers = async () =>
  (
    await world.admin.query<{ name: string }>('select name from supplier where tenant_id = $1 order by id', [tenantId])
  ).rows.map(({ name }) => name)

test('a text as a French program saves it is understood, shown, and then stored', async () => {
  const text =
    'Liste des fournisseurs\n\nNom;Adresse;État\nScierie de l’Ogooué;Lambaréné, quai n°2;Normal\n;;\nSEFAC;;\n'
  const latin = Buffer.from(text.replace('’', "'"), 'latin1')
  const answer = await send('/channel/supplier', text.replace('Nom;Adresse;État', 'Name;Address;Status'))
  expect(answer).toMatchObject({ code: 200, data: { rows: 2, errors: [] } })
  expect(answer.data.source).toMatchObject({ sheet: null, headingRow: 3, encoding: 'utf-8', separator: ';' })
  const english = Buffer.from(latin.toString('latin1').replace('Nom;Adresse;État', 'Name;Address;Status'), 'latin1')
  const checked = await send('/channel/supplier', english)
  expect(checked.data.source).toMatchObject({ encoding: 'windows-1252' })
  expect(checked.data.preview).toEqual({
    columns: [
      { title: 'Name', kind: 'text' },
      { title: 'Address', kind: 'text' },
      { title: 'Status', kind: 'text' },
    ],
    rows: [
      { row: 4, values: ["Scierie de l'Ogooué", 'Lambaréné, quai n°2', 'Normal'], written: [null, null, null] },
      { row: 6, values: ['SEFAC', null, null], written: [null, null, null] },
    ],
  })
  expect(await suppliers()).toEqual([])
  expect(await send('/channel/supplier', english, { mode: 'commit' })).toMatchObject({ code: 200, data: { rows: 2 } })
  expect(await suppliers()).toEqual(["Scierie de l'Ogooué", 'SEFAC'])
})

test('what a person chooses about a file counts: sheet, encoding, separator', async () => {
  const column = { title: 'Name', width: 20, kind: 'text' as const }
  const book = await buffer(
    writeXlsxSheets([
      { sheetName: 'January', columns: [column], rows: [['A January firm']] },
      { sheetName: 'February', columns: [column], rows: [['A February firm']] },
    ]),
  )
  expect((await send('/channel/supplier', book)).data).toMatchObject({
    source: { sheet: 'January', otherSheets: [{ name: 'February', alike: true }] },
  })
  const other = await send('/channel/supplier', book, { sheet: 'February' })
  expect(other.data.preview.rows.map(({ values }) => values)).toEqual([['A February firm']])
  const cp850 = Buffer.from('Name\nScierie Lambar\x82n\x82', 'latin1')
  expect((await send('/channel/supplier', cp850)).data.preview.rows[0]!.values).toEqual(['Scierie Lambaréné'])
  const chosen = await send('/channel/supplier', cp850, { encoding: 'windows-1252' })
  expect(chosen.data.preview.rows[0]!.values).toEqual(['Scierie Lambar‚n‚'])
  expect(await send('/channel/supplier', cp850, { encoding: 'latin9' })).toMatchObject({ error: 'invalid' })
})

test('wrong rows among many good ones are named, and nothing is stored', async () => {
  const before = await suppliers()
  const names = Array.from({ length: 1200 }, (_, n) => `Firm ${n}`)
  names[699] = 'Firm 3'
  names[899] = 'x'.repeat(101)
  names[1100] = ''
  const text = ['Name;Address', ...names.map((name, n) => `${name};Road ${n}`)].join('\n')
  for (const mode of ['check', 'commit']) {
    const { data } = await send('/channel/supplier', text, { mode })
    expect(data.errors.map(({ row, column }) => [row, column])).toEqual([
      [701, 'Name'],
      [901, 'Name'],
      [1102, 'Name'],
    ])
    expect(data.errors[1]!.message.length).toBeLessThan(300)
  }
  expect(await suppliers()).toEqual(before)
})

test('a name that looks like another one, stored or listed, is named among many good ones', async () => {
  expect((await admin.post('/channel/supplier', { name: 'Parc à Okoumé' })).code).toBe(200)
  const names = Array.from({ length: 700 }, (_, n) => `Mill ${n}`)
  names[10] = 'PARC A\u0300 OKOUMÉ'
  names[650] = 'mill\u00a07'
  const { data } = await send('/channel/supplier', ['Name', ...names].join('\n'))
  expect(data.errors.map(({ row, column }) => [row, column])).toEqual([
    [12, 'Name'],
    [652, 'Name'],
  ])
})

test('the check says how a cell with several meanings was understood, beside the rows as they will be stored', async () => {
  const { data } = await send('/channel/dealer-level', 'Code;Name;Level;Order\nLN;Noted;1;1,200')
  expect(data.notes).toEqual([{ row: 2, column: 'Order', message: expect.stringMatching(/“1,200” .* understood as/) }])
  expect(data.preview.rows).toEqual([
    { row: 2, values: ['LN', 'Noted', expect.any(String), 1200], written: [null, null, null, '1,200'] },
  ])
})

test('a field that only some rows fill in has its default in the others, as when they are added one by one', async () => {
  const alone = await admin.post('/channel/dealer-level', { code: 'L0', name: 'Alone', level: '1', orderNum: 1 })
  expect(alone.code).toBe(200)
  const text = 'Code;Name;Level;Order;Remarks;Status\nL1;First;1;7;why;\nL2;Second;2;8;;\nL3;Third;2;9;;Disabled'
  const answer = await send('/channel/dealer-level', text, { mode: 'commit' })
  expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200, data: { errors: [] } })
  const { rows } = await world.admin.query<{ code: string; remark: string | null; status: string; known: boolean }>(
    'select code, remark, status, created_by is not null as known from dealer_level where tenant_id = $1 order by code',
    [tenantId],
  )
  const [single, ...listed] = rows
  expect(listed.map(({ code, remark, status, known }) => [code, remark, status, known])).toEqual([
    ['L1', 'why', single!.status, true],
    ['L2', single!.remark, single!.status, true],
    ['L3', single!.remark, '1', true],
  ])
})

test(`${limits.listRows} rows are checked and stored, with progress, in little more time than the same rows take alone`, async () => {
  const text = (count: number, start: string) =>
    ['Name;Contact;Address', ...Array.from({ length: count }, (_, n) => `${start} ${n};Person ${n};Road ${n}`)].join(
      '\n',
    )
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  // The plain alternative: one statement for each row, in one transaction, without any check.
  const plain = await timed(() =>
    world.services.database.withTenant(tenantId, async db => {
      for (let n = 0; n < limits.listRows / 10; n++)
        await db.query({
          text: 'insert into supplier (tenant_id, name, contact, address) values ($1, $2, $3, $4)',
          values: [tenantId, `Plain ${n}`, `Person ${n}`, `Road ${n}`],
        } as never)
    }),
  )
  const seen: number[] = []
  let ended = false
  const watch = (async () => {
    while (!ended) {
      const { data } = await admin.get<{ done: number; total: number } | null>('/common/importProgress/large')
      if (data) seen.push(data.done)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  const check = await timed(async () => {
    const answer = await send('/channel/supplier', text(limits.listRows, 'Firm'), { progress: 'large' })
    expect(answer).toMatchObject({ code: 200, data: { rows: limits.listRows, errors: [] } })
  })
  ended = true
  await watch
  const commit = await timed(async () => {
    const answer = await send('/channel/supplier', text(limits.listRows, 'Firm'), { mode: 'commit' })
    expect(answer).toMatchObject({ code: 200, data: { rows: limits.listRows, errors: [] } })
  })
  console.log(
    `${limits.listRows} rows: checked in ${Math.round(check)} ms, stored in ${Math.round(commit)} ms; plain inserts would take ${Math.round(plain * 10)} ms`,
  )
  expect(new Set(seen).size).toBeGreaterThan(2)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  // One statement per row alone takes longer than everything here.
  expect(check).toBeLessThan(plain * 10)
  expect(commit).toBeLessThan(plain * 10)
  const tooMany = await send('/channel/supplier', text(limits.listRows + 1, 'Other'))
  expect(tooMany).toMatchObject({ error: 'importRows' })
})
