import { unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { codeSheets } from '../../src/areas/code/request/code-sheets.ts'
import { readXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder, makeRole, makeUser, sessionOf } from '../system/people.ts'

/** Files of codes: workbooks with text cells for people, files with security codes for printers by separate permission. */
let world: World
let admin: Caller
let goods: Goods
let deptId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('FILES')
  deptId = tenant.deptId
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
})

const sheetXml = (workbook: Uint8Array) =>
  Buffer.from(unzipSync(workbook)['xl/worksheets/sheet1.xml']!).toString('utf8')

test('codes come in text cells: no number, no formula, every leading zero', async () => {
  const file = await admin.get(`/code/request/${goods.requestId}/download?format=xlsx`)
  const xml = sheetXml(file.raw)
  expect(xml).not.toContain('<f>')
  expect(xml).toContain(`t="inlineStr"><is><t xml:space="preserve">${goods.codes[0]}</t>`)
  expect([...xml.matchAll(/<c r="[BC]\d+" s="\d" t="inlineStr">/g)]).toHaveLength(2 * 10_001)
  const { header, rows } = await readXlsx(file.raw, { kilobytes: 20_000, rows: 20_000 })
  expect(header).toEqual(['No.', 'Code value', 'Anti-counterfeit code'])
  expect(rows).toHaveLength(10_000)
  expect(rows[0]).toEqual([1, goods.codes[0], expect.stringMatching(/^[0-9A-Z]{8}$/)])
  expect((await admin.get<{ status: string }>(`/code/request/${goods.requestId}`)).data.status).toBe('downloaded')
})

test('plain anti-counterfeit codes need their own permission, in every file, and each download is logged', async () => {
  const rights = ['code:request:list', 'code:request:query', 'code:request:download']
  const without = await makeHolder(world, admin, deptId, rights)
  const path = `/code/request/${goods.requestId}`
  for (const format of ['csv', 'txt']) {
    expect(await without.get(`${path}/download?format=${format}`)).toMatchObject({ error: 'forbidden' })
    expect(await without.post(`${path}/downloadLink`, { format })).toMatchObject({ error: 'forbidden' })
  }
  const xml = sheetXml((await without.get(`${path}/download?format=xlsx`)).raw)
  expect(xml).toContain(goods.codes[0])
  expect(xml).not.toMatch(/<c r="C\d/)
  const withIt = await makeHolder(world, admin, deptId, [...rights, 'code:request:security'])
  expect((await withIt.get(`${path}/download?format=csv`)).status).toBe(200)
  const { data } = await withIt.post<{ url: string }>(`${path}/downloadLink`, { format: 'xlsx' })
  const linked = await world.app.inject({ method: 'GET', url: data.url })
  expect(sheetXml(linked.rawPayload)).toMatch(/<c r="C2/)
  await world.services.audit.whenSettled()
  const { rows } = await world.admin.query(
    `select account_id, status from oper_log where business_type = 5 and account_id = any($1) and request_method = 'GET' order by id`,
    [[without.accountId, withIt.accountId]],
  )
  const entries = rows.map(row => `${Number(row.account_id) === without.accountId ? 'without' : 'with'} ${row.status}`)
  expect(entries).toEqual(['without 1', 'without 1', 'without 0', 'with 0', 'with 0'])
})

test('anti-counterfeit codes are visible in the scope of the role with that permission, not in the wider scope of another role', async () => {
  const reads = ['list', 'query', 'download', 'print'].map(verb => `code:request:${verb}`)
  const everywhere = await makeRole(world, admin, [...reads, 'code:qr:list', 'code:qr:query'])
  const ofOwn = await makeRole(world, admin, ['code:request:security'], { dataScope: '5' })
  const { id } = await makeUser(admin, deptId, { roleIds: [everywhere, ofOwn] })
  const clerk = await sessionOf(world, admin.tenantId, id)
  const path = `/code/request/${goods.requestId}`
  for (const format of ['csv', 'txt']) {
    expect(await clerk.get(`${path}/download?format=${format}`)).toMatchObject({ error: 'forbidden' })
    expect(await clerk.post(`${path}/downloadLink`, { format })).toMatchObject({ error: 'forbidden' })
  }
  expect(sheetXml((await clerk.get(`${path}/download?format=xlsx`)).raw)).not.toMatch(/<c r="C\d/)
  const codesSeenBy = async (caller: Caller) => {
    const list = await caller.get<unknown>(`/code/qr/list?requestId=${goods.requestId}&limit=1`)
    const one = await caller.get<{ securityCode?: string }>(`/code/qr/${goods.codes[0]}`)
    expect([list.code, one.code]).toEqual([200, 200])
    return [list.rows[0]!.securityCode, one.data.securityCode]
  }
  expect(await codesSeenBy(clerk)).toEqual([undefined, undefined])
  const securityCode = expect.stringMatching(/^[0-9A-Z]{8}$/)
  expect(await codesSeenBy(admin)).toEqual([securityCode, securityCode])
  // Labels too: the same labels without security codes.
  const label = async (caller: Caller) => (await caller.get(`${path}/labels?from=1&to=10&format=pdf`)).raw.length
  expect(await label(clerk)).toBeLessThan(await label(admin))
})

test('more codes than fit in one workbook come as several workbooks in a streamed zip', async () => {
  const opened = await world.services.directory.open(goods.codes[0]!)
  if (!opened.known) throw new Error('unknown')
  const { stream, name } = codeSheets({
    codes: opened.codes,
    count: 2500,
    rule: 'alnum',
    securityLength: 8,
    withSecurity: true,
    language: 'en',
    name: 'codes',
    perWorkbook: 1000,
  })
  expect(name).toBe('codes.zip')
  const files = unzipSync(await buffer(stream))
  expect(Object.keys(files)).toEqual(['codes-01.xlsx', 'codes-02.xlsx', 'codes-03.xlsx'])
  const last = await readXlsx(Buffer.from(files['codes-03.xlsx']!))
  expect(last.rows).toHaveLength(500)
  expect(last.rows.at(-1)).toEqual([2500, opened.codes.code(2499), opened.codes.security(2499, 'alnum', 8)])
})
