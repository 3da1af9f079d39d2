import { randomUUID } from 'node:crypto'
import type { CodeHistory, ParsedCodes } from '@timbermark/contract/calls'
import { maxSelectedCodes } from '@timbermark/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeXlsx } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { buffer } from 'node:stream/consumers'
import { type Goods, makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeDept, makeHolder } from '../system/people.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** Code management: the lookup of one code, code lists at any depth, parsing of lists of codes. */
let scene: Scene
let admin: Caller
let goods: Goods
let many: Goods

/** The median of several durations, in milliseconds. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 15; n++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[7]!
}

const loadHistory = async (code: string, caller = admin) =>
  (await caller.get<CodeHistory>(`/code/qr/${code}/life`)).data

beforeAll(async () => {
  scene = await makeScene('CODELIFE')
  admin = scene.admin
  goods = scene.goods
  // 5,000 more requests, and one of 20 million codes.
  await scene.world.admin.query(
    `insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
       country_code, factory_code, batch_date, species, status, progress, manifest_sha256, completed_at)
     select r.tenant_id, 'Codes ' || n, r.batch_id, 10000, 'alnum', 8, 'item', 'regular', 'felling', 'GA', 'F1', '2026-11-01', 'OKO',
       'completed', 1, repeat('0', 64), now() from code_request r, generate_series(1, 5000) n where r.id = $1`,
    [goods.requestId],
  )
  many = await makeGoods(scene.world, admin, { count: 20_000_000, codeType: 'package' })
})
afterAll(() => scene.world.services.directory.stop())

describe('one code', () => {
  test('SCR-06, ENT-07: is found among 5,000 requests at once, however it is typed, with its history', async () => {
    const code = goods.codes[0]!
    const { data } = await admin.get<{ code: string; productName: string }>(`/code/qr/${code}`)
    expect(data).toMatchObject({ code, scanCount: 0, firstScanTime: null, parentCode: null })
    for (const typed of [code.toLowerCase(), `https://x.example/c/${code}`, `${code.slice(0, 5)}-${code.slice(5)}`])
      expect((await admin.get<{ code: string }>(`/code/qr/${encodeURIComponent(typed)}`)).data.code).toBe(code)
    // 2 to 5 ms on an idle machine; reading every request would take longer than this.
    expect(await median(() => admin.get(`/code/qr/${code}`))).toBeLessThan(300)
    expect(await median(() => admin.get(`/code/qr/${code}/life`))).toBeLessThan(300)
  })

  test('COD-05: shows the reports of it and of its batch, and where it was scanned and checked', async () => {
    const [code, other] = goods.codes as [string, string]
    const felling = await scene.report('felling', [other])
    const sale = await scene.report('productSales', [code])
    const { anonymous } = scene.world
    for (const _ of [1, 2])
      await anonymous.post('/trace/scan', { code, longitude: 9.4544, latitude: 0.3901, visit: randomUUID() })
    await anonymous.post('/trace/check', { code, securityCode: 'WRONG000' })
    await expect
      .poll(async () => (await admin.get<{ scanCount: number; checkCount: number }>(`/code/qr/${code}`)).data)
      .toMatchObject({ scanCount: 2, checkCount: 1, wrongCheckCount: 1 })
    const facts = await loadHistory(code)
    expect(facts.records).toMatchObject([
      { id: felling, stage: 'felling', named: false },
      { id: sale, stage: 'productSales', named: true },
    ])
    expect(facts.request).toMatchObject({ id: goods.requestId, updateStage: 'felling', stageType: 'regular' })
    expect(facts.batch.id).toBe(goods.batchId)
    expect(facts.scans).toHaveLength(2)
    expect(facts.scans![0]).toMatchObject({ country: 'GA' })
    expect(facts.checks).toMatchObject([{ genuine: false }])
    expect(facts.warnings).toEqual([])
    // A sale belongs only to the sold codes.
    expect((await loadHistory(other)).records).toMatchObject([{ id: felling, named: true }])
  })

  test('warns about a second correct check', async () => {
    const code = goods.codes[3]!
    const row = (await admin.get<{ securityCode: string }>(`/code/qr/list?requestId=${goods.requestId}&limit=10`))
      .rows[3]!
    for (const _ of [1, 2])
      await scene.world.anonymous.post('/trace/check', { code, securityCode: row.securityCode, visit: randomUUID() })
    await expect.poll(async () => (await loadHistory(code)).warnings).toEqual(['checkedAgain'])
  })

  test('is unknown to users without its request in scope, and to other enterprises', async () => {
    const stranger = await scene.world.signIn(await scene.world.makeTenant('ELSEWHERE'), ['enterpriseAdmin'])
    expect(await stranger.get(`/code/qr/${goods.codes[0]}/life`)).toMatchObject({ error: 'code.unknown' })
    const dept = await makeDept(admin, scene.tenant.deptId)
    const rights = ['code:qr:list', 'code:qr:query', 'code:request:list']
    const clerk = await makeHolder(scene.world, admin, dept, rights, { dataScope: '3' })
    expect(await clerk.get(`/code/qr/${goods.codes[0]}/life`)).toMatchObject({ error: 'notFound' })
    const read = await clerk.post<ParsedCodes>('/code/qr/read', { codes: [goods.codes[0]] })
    expect(read.data).toMatchObject({ requests: [], unread: 1 })
    const field = await scene.field.get(`/code/qr/${goods.codes[0]}/life`)
    expect(field).toMatchObject({ code: 403 })
  })
})

describe('the codes of a request', () => {
  const list = (query: string) => admin.get(`/code/qr/list?requestId=${many.requestId}&${query}`)

  test('are listed at any depth without being stored', async () => {
    const deep = await list('page=500000&limit=20')
    expect(deep.total).toBe(20_000_000)
    expect(deep.rows.map(row => row.serial)).toEqual(Array.from({ length: 20 }, (_, n) => 9_999_981 + n))
    expect((await list('page=1000000&limit=20')).rows.at(-1)).toMatchObject({ serial: 20_000_000 })
    // 3 to 6 ms on an idle machine.
    expect(await median(() => list('page=500000&limit=20'))).toBeLessThan(300)
  })

  test('can be filtered by activity', async () => {
    const known = async (what: string) => {
      const { rows, total } = await admin.get(`/code/qr/list?requestId=${goods.requestId}&known=${what}`)
      return { total, serials: rows.map(row => row.serial) }
    }
    expect(await known('scanned')).toEqual({ total: 1, serials: [1] })
    expect(await known('wronglyChecked')).toEqual({ total: 1, serials: [1] })
    expect(await known('checked')).toEqual({ total: 2, serials: [1, 4] })
    expect(await known('reported')).toEqual({ total: 2, serials: [1, 2] })
    expect(await known('packed')).toEqual({ total: 0, serials: [] })
    const packed = await admin.post('/code/packing/pack', {
      parentCode: many.codes[0],
      ranges: [{ first: goods.codes[10], last: goods.codes[40] }],
      operator: 'P. Example',
      time: '2026-11-02T08:00:00Z',
    })
    expect(packed.code).toBe(200)
    const page = await admin.get(`/code/qr/list?requestId=${goods.requestId}&known=packed&page=2&limit=10`)
    expect(page.total).toBe(31)
    expect(page.rows.map(row => row.serial)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    expect(new Set(page.rows.map(row => row.parentCode))).toEqual(new Set([many.codes[0]]))
    expect(await list('known=lost')).toMatchObject({ error: 'invalid' })
  })
})

describe('lists of codes', () => {
  test('are parsed by request, with duplicates and texts that are no codes', async () => {
    const [a, b, c] = goods.codes as [string, string, string]
    const { data } = await admin.post<ParsedCodes>('/code/qr/read', {
      codes: [c, a, 'NONSENSE', `https://x.example/c/${b}`, a.toLowerCase(), many.codes[5]],
    })
    expect(data).toMatchObject({ given: 6, twice: 1, unread: 1, refused: [{ row: 3, text: 'NONSENSE' }] })
    expect(data.refused[0]!.message).toContain('NONSENSE')
    expect(data.requests.map(({ id, spans }) => ({ id, spans }))).toEqual([
      { id: goods.requestId, spans: [{ from: 1, to: 3 }] },
      { id: many.requestId, spans: [{ from: 6, to: 6 }] },
    ])
    expect(await admin.post('/code/qr/read', { codes: Array(maxSelectedCodes + 1).fill('A') })).toMatchObject({
      code: 500,
    })
  })

  const workbook = (texts: readonly string[], title: string) =>
    buffer(
      writeXlsx(
        [{ title, width: 40, kind: 'text' }],
        texts.map(text => [text]),
        { sheetName: 'Codes' },
      ),
    )
  const send = (name: string, content: Buffer) => admin.upload<ParsedCodes>('/code/qr/readFile', { name, content })

  test('VAL-20, VAL-21, OPEN-18: are accepted as a workbook of at most 500 KB, with or without a heading', async () => {
    const texts = goods.codes.slice(0, 4)
    const { data } = await send('codes.xlsx', await workbook([...texts, 'NONE'], 'Code value'))
    expect(data).toMatchObject({
      given: 5,
      unread: 1,
      refused: [{ row: 6 }],
      requests: [{ spans: [{ from: 1, to: 4 }] }],
    })
    expect((await send('codes.xlsx', await workbook(texts.slice(1), texts[0]!))).data).toMatchObject({
      given: 4,
      unread: 0,
    })
    expect((await send('codes.csv', Buffer.from(`Code value\n${texts[0]}\n`))).code).not.toBe(200)
    expect((await send('codes.xlsx', Buffer.alloc(500 * 1024 + 1, 'PK\u0003\u0004'))).code).not.toBe(200)
    expect(await send('codes.xlsx', await workbook([], 'Code value'))).toMatchObject({ error: 'code.listEmpty' })
    const template = await admin.get('/code/qr/listTemplate')
    expect((await send('t.xlsx', template.raw)).error).toBe('code.listEmpty')
  })

  test('answers the codes of chosen numbers', async () => {
    const values = (spans: object[]) => admin.post<string[]>('/code/qr/values', { requestId: goods.requestId, spans })
    expect(
      (
        await values([
          { from: 3, to: 4 },
          { from: 1, to: 1 },
        ])
      ).data,
    ).toEqual([goods.codes[0], goods.codes[2], goods.codes[3]])
    expect(await values([{ from: 9_999, to: 10_001 }])).toMatchObject({ error: 'code.labelRange' })
    expect(await values([{ from: 4, to: 3 }])).toMatchObject({ error: 'code.labelRange' })
  })
})
