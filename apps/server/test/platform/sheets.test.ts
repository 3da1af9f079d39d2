import { buffer } from 'node:stream/consumers'
import { phrase } from '@timbermark/phrases/all'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'

/** A workbook shows times in the time zone of the user who asks for it: a cell has none. */
let world: World
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('SHEETS'), ['enterpriseAdmin'])
  await admin.post('/catalog/category', { name: 'Sawn wood', orderNum: 1, picture: [] })
  await world.admin.query(`update category set created_at = '2026-03-01T23:30:00Z' where name = 'Sawn wood'`)
})

async function exportText(path: string, zone: string | undefined): Promise<string> {
  const answer = await admin.get(path, zone === undefined ? {} : { 'x-time-zone': zone })
  expect(answer.raw.subarray(0, 2).toString()).toBe('PK')
  return JSON.stringify((await sheetOf(answer.raw)).rows)
}

describe('the moments of an export', () => {
  test.each([
    ['Asia/Shanghai', '2026-03-02 07:30:00'],
    ['Africa/Libreville', '2026-03-02 00:30:00'],
    [undefined, '2026-03-01 23:30:00'],
    ['Nowhere/At-All', '2026-03-01 23:30:00'],
    ['<script>', '2026-03-01 23:30:00'],
  ])('%s: %s', async (zone, expected) => {
    expect((await exportText('/catalog/category/export', zone)).replace('T', ' ')).toContain(expected)
  })

  test.each(['/system/user/export', '/system/role/export'])('%s takes it too', async path => {
    await world.admin.query(`update account set created_at = '2026-03-01T23:30:00Z'`)
    await world.admin.query(`update role set created_at = '2026-03-01T23:30:00Z'`)
    expect(await exportText(path, 'Asia/Shanghai')).toContain('2026-03-02')
    expect(await exportText(path, undefined)).not.toContain('2026-03-02')
  })
})

test('a column of a measure names its unit, and a sheet is taken back with it or without', async () => {
  const heading = async (language: string) =>
    (await sheetOf((await admin.get('/catalog/batch/export', { 'accept-language': language })).raw)).header
  expect(await heading('fr')).toContain('Volume (m³)')
  expect(await heading('zh')).toContain('总材积（立方米）')
  const template = await sheetOf((await admin.get('/catalog/batch/importTemplate')).raw)
  expect(template.header.some(title => title.startsWith('Volume'))).toBe(true)
  // An import of new rows changes nothing, so no reason is asked for.
  expect(template.header.filter(title => /reason/i.test(title))).toEqual([])
  for (const volume of ['Volume (m³)', 'Volume']) {
    const sheet = writeXlsx(
      ['Batch number', 'Product', volume].map(title => ({ title, width: 10, kind: 'text' })),
      [],
      { sheetName: 'x' },
    )
    const answer = await admin.upload('/catalog/batch/importData', { name: 'x.xlsx', content: await buffer(sheet) })
    expect(answer, volume).toMatchObject({ code: 200 })
  }
})

test('a delivered circulation is offered, and taken back from a sheet, in the reader’s language', async () => {
  const { rows } = await admin.get('/catalog/category/list')
  await admin.post('/catalog/product', {
    code: 'P-1',
    name: 'Planks',
    categoryId: rows[0]!.id,
    enterpriseName: 'Demo',
    foreignName: 'Okoumé',
    chineseName: 'Okoumé',
    latinGenus: 'Aucoumea',
    latinSpecies: 'klaineana',
  })
  const sheet = (circulation: string) =>
    buffer(
      writeXlsx(
        ['Numéro de lot', 'Produit', 'Circulation'].map(title => ({ title, width: 10, kind: 'text' })),
        [['L-1', 'Planks', circulation]],
        { sheetName: 'x' },
      ),
    )
  const commit = async (circulation: string) =>
    admin.upload<{ errors: { message: string }[] }>(
      '/catalog/batch/importData',
      { name: 'x.xlsx', content: await sheet(circulation) },
      { mode: 'commit' },
    )
  expect((await commit('Nothing')).data.errors[0]?.message).toContain('Full chain (18 stages)')
  expect(await commit('Ordre libre (aucune étape obligatoire)')).toMatchObject({ code: 200, data: { errors: [] } })
  expect((await admin.get('/catalog/batch/list')).rows[0]).toMatchObject({
    batchNumber: 'L-1',
    circulationName: 'Free order (no stage required)',
  })
})

/** The answer of a record list to these rows. */
async function listed(path: string, columns: readonly string[], rows: readonly unknown[][], mode = 'check') {
  const kinds = columns.map((title, place) => ({
    title,
    width: 10,
    kind: typeof rows[0]?.[place] === 'number' ? ('decimal' as const) : ('text' as const),
  }))
  return admin.upload<{ errors: { row: number; column: string; message: string }[] }>(
    `${path}/importData`,
    { name: 'x.xlsx', content: await buffer(writeXlsx(kinds, rows, { sheetName: 'x' })) },
    { mode },
  )
}

test('a code that a spreadsheet has rounded is not taken for the code', async () => {
  const columns = ['Batch number', 'Product']
  const errorsOf = async (number: unknown) =>
    (await listed('/catalog/batch', columns, [[number, 'Planks']])).data.errors
  expect(await errorsOf('20260000000000001234')).toEqual([])
  expect(await errorsOf(20261234)).toEqual([])
  for (const number of [Number('20260000000000001234'), 2.02612345678901e19, '2.02612E+19', '#REF!'])
    expect(await errorsOf(number), String(number)).toMatchObject([{ row: 2, column: 'Batch number' }])
})

test('a name that several records have is asked about, and its number is taken', async () => {
  const { rows } = await admin.get('/catalog/category/list')
  const product = (code: string, name: string) =>
    admin.post<{ id: number }>('/catalog/product', {
      ...{ code, name, categoryId: rows[0]!.id, enterpriseName: 'Demo', foreignName: 'Okoumé', chineseName: 'Okoumé' },
      ...{ latinGenus: 'Aucoumea', latinSpecies: 'klaineana' },
    })
  const first = (await product('S-1', 'Beams')).data.id
  const second = (await product('S-2', 'Beams')).data.id
  await product('S-3', 'BEAMS long')
  const send = (meant: string, mode?: string) =>
    listed('/catalog/batch', ['Batch number', 'Product'], [['B-several', meant]], mode)
  const { errors } = (await send('Beams')).data
  expect(errors).toHaveLength(1)
  expect(errors[0]!.message).toContain(`${first} (S-1), ${second} (S-2)`)
  expect((await send('BEAMS long')).data.errors).toEqual([])
  expect(await send(String(second), 'commit')).toMatchObject({ code: 200 })
  const { rows: batches } = await admin.get('/catalog/batch/list?batchNumber=B-several')
  expect(batches).toMatchObject([{ productId: second }])
})

test('two columns of one field are refused: the last would count in silence', async () => {
  const columns = ['Batch number', 'Product', '批次号']
  expect(await listed('/catalog/batch', columns, [['B-1', 'Planks', 'B-2']])).toMatchObject({
    msg: expect.stringContaining('columns do not match'),
  })
})

test('a choice of two is taken as the template offers it, in any language and as a spreadsheet keeps it', async () => {
  const send = async (word: string, columns: readonly string[]) =>
    admin.upload<{ errors: { message: string }[] }>(
      '/channel/customer/importData',
      {
        name: 'x.xlsx',
        content: await buffer(
          writeXlsx(
            columns.map(title => ({ title, width: 10, kind: 'text' })),
            [['Customer of sheets', word, 'Hangzhou']],
            { sheetName: 'x' },
          ),
        ),
      },
      { mode: 'check' },
    )
  const columns = (await sheetOf((await admin.get('/channel/customer/importTemplate')).raw)).header
  const heading = columns.find(title => /shown|show/i.test(title))!
  for (const word of ['Shown', 'not shown', phrase('zh', 'channel.customer.shown.true'), 'TRUE', 'false'])
    expect((await send(word, [columns[0]!, heading, 'Address'])).data.errors, word).toEqual([])
  expect((await send('Perhaps', [columns[0]!, heading, 'Address'])).data.errors).toMatchObject([
    { message: expect.stringContaining('Not shown') },
  ])
})

test('a word that stands for different things in two languages is taken in the reader’s', async () => {
  for (const [value, language] of [
    ['0', 'en'],
    ['1', 'fr'],
  ])
    await world.admin.query(
      `update dict_data set dict_label_texts = dict_label_texts || jsonb_build_object($2::text, 'Twofold') where dict_type = 'sys_normal_disable' and dict_value = $1`,
      [value, language],
    )
  const columns = (await sheetOf((await admin.get('/channel/customer/importTemplate')).raw)).header
  const heading = columns.find(title => title.startsWith('Status'))!
  expect(
    await listed('/channel/customer', [columns[0]!, heading], [['Twofold customer', 'Twofold']], 'commit'),
  ).toMatchObject({ code: 200 })
  expect((await admin.get('/channel/customer/list?name=Twofold')).rows).toMatchObject([{ status: '0' }])
})
