import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'

/** A workbook shows moments as the clock of whoever asks for it does: a cell knows no time zone. */
let world: World
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('SHEETS'), ['enterpriseAdmin'])
  await admin.post('/catalog/category', { name: 'Sawn wood', orderNum: 1, picture: [] })
  await world.admin.query(`update category set created_at = '2026-03-01T23:30:00Z' where name = 'Sawn wood'`)
})

async function made(path: string, zone: string | undefined): Promise<string> {
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
  ])('%s: %s', async (zone, shown) => {
    expect((await made('/catalog/category/export', zone)).replace('T', ' ')).toContain(shown)
  })

  test.each(['/system/user/export', '/system/role/export'])('%s takes it too', async path => {
    await world.admin.query(`update account set created_at = '2026-03-01T23:30:00Z'`)
    await world.admin.query(`update role set created_at = '2026-03-01T23:30:00Z'`)
    expect(await made(path, 'Asia/Shanghai')).toContain('2026-03-02')
    expect(await made(path, undefined)).not.toContain('2026-03-02')
  })
})

test('a column of a measure names its unit, and a sheet is taken back with it or without', async () => {
  const heading = async (language: string) =>
    (await sheetOf((await admin.get('/catalog/batch/export', { 'accept-language': language })).raw)).header
  expect(await heading('fr')).toContain('Volume (m³)')
  expect(await heading('zh')).toContain('总材积（立方米）')
  const template = await sheetOf((await admin.get('/catalog/batch/importTemplate')).raw)
  expect(template.header.some(title => title.startsWith('Volume'))).toBe(true)
  // Nothing is changed by an import, so nobody is asked why.
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
