import { beforeAll, describe, expect, it } from 'vitest'
import { readXlsx } from '../../src/platform/workbook/xlsx.ts'
import { makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeScene, type Scene } from './scene.ts'

let scene: Scene
let other: Caller
let otherCode: string

beforeAll(async () => {
  scene = await makeScene('LOGS')
  const tenant = await scene.world.makeTenant('OTHERLOGS')
  other = await scene.world.signIn(tenant, ['enterpriseAdmin'])
  otherCode = (await makeGoods(scene.world, other)).codes[0]!
  const { anonymous } = scene.world
  for (let n = 0; n < 7; n++)
    await anonymous.post('/trace/scan', {
      code: scene.goods.codes[n % 3],
      ...(n === 0 ? { longitude: 113.3245, latitude: 23.1064 } : {}),
      device: `CANARY-A-${n}`,
    })
  await anonymous.post('/trace/scan', { code: otherCode })
  const opened = await scene.world.services.directory.open(scene.goods.codes[0]!)
  if (!opened.known) throw new Error('known')
  await anonymous.post('/trace/check', {
    code: scene.goods.codes[0],
    securityCode: opened.codes.security(opened.serial, 'alnum', 8),
  })
  await anonymous.post('/trace/check', { code: scene.goods.codes[0], securityCode: 'ZZZZZZZZ' })
})

describe('SCR-14, ENT-16: the scan log', () => {
  it('shows code, product, place and time of the own codes, newest first', async () => {
    const list = await scene.admin.get('/trace/scan-log/list')
    expect(list).toMatchObject({ code: 200, total: 7 })
    expect(list.rows[0]).toMatchObject({ code: scene.goods.codes[0], device: 'CANARY-A-6', longitude: null })
    expect(list.rows[6]).toMatchObject({
      code: scene.goods.codes[0],
      longitude: 113.3245,
      latitude: 23.1064,
      country: 'CN',
      province: '广东省',
      city: '广州市',
      district: '海珠区',
      productName: expect.any(String),
      scanTime: expect.stringMatching(/Z$/),
    })
  })

  it('filters by code in any spelling, product, city and time', async () => {
    const total = async (query: string) => (await scene.admin.get(`/trace/scan-log/list?${query}`)).total
    const { productId } = (await scene.admin.get('/trace/scan-log/list')).rows[0]!
    expect(await total(`code=${scene.goods.codes[1]!.toLowerCase()}`)).toBe(2)
    expect(await total(`productId=${productId}`)).toBe(7)
    expect(await total('productId=999999')).toBe(0)
    expect(await total(`city=${encodeURIComponent('广州')}`)).toBe(1)
    expect(await total('city=%25')).toBe(0)
    expect(await total('beginTime=2020-01-01&endTime=2020-12-31')).toBe(0)
    expect(await total('params[beginTime]=2020-01-01')).toBe(7)
    for (const bad of ['productId=x', 'after=x', 'limit=1000', 'beginTime=never'])
      expect(await scene.admin.get(`/trace/scan-log/list?${bad}`), bad).toMatchObject({ code: 500, error: 'invalid' })
  })

  it('pages by key: every row once, also while new ones arrive', async () => {
    const seen: unknown[] = []
    let after = ''
    for (let n = 0; n < 4; n++) {
      const { rows } = await scene.admin.get(`/trace/scan-log/list?limit=2${after}`)
      seen.push(...rows.map(row => row.id))
      if (n === 0) await scene.world.anonymous.post('/trace/scan', { code: scene.goods.codes[9] })
      if (rows.length > 0) after = `&after=${rows.at(-1)!.cursor}`
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it('shows nothing of another enterprise, not even by its code (I4)', async () => {
    const list = await other.get('/trace/scan-log/list')
    expect(list.rows.map(row => row.code)).toEqual([otherCode])
    expect((await other.get(`/trace/scan-log/list?code=${scene.goods.codes[0]}`)).total).toBe(0)
    for (const path of ['/trace/scan-log/list', '/trace/check-log/list', '/trace/scan-log/export'])
      expect((await other.get(path)).raw.toString()).not.toContain('CANARY')
  })

  it('needs its permission', async () => {
    const printer = await scene.world.signIn(scene.tenant, ['codePrinter'])
    for (const path of ['scan-log/list', 'scan-log/export', 'check-log/list', 'check-log/export']) {
      expect((await printer.get(`/trace/${path}`)).code, path).toBe(403)
      expect((await scene.world.anonymous.get(`/trace/${path}`)).code, path).toBe(401)
      expect((await scene.field.get(`/trace/${path}`)).code, path).toBe(403)
    }
  })

  it('is exported with headings in the reader’s language and the same filters', async () => {
    const file = await scene.admin.get(`/trace/scan-log/export?code=${scene.goods.codes[1]}`)
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const sheet = await readXlsx(file.raw)
    expect(sheet.header).toEqual([
      'QR value',
      'Product',
      'Longitude',
      'Latitude',
      'Country',
      'Province',
      'City',
      'District',
      'Scan time',
    ])
    expect(sheet.rows.map(row => row[0])).toEqual([scene.goods.codes[1], scene.goods.codes[1]])
  })
})

describe('SCR-15, ENT-17: the anti-counterfeit query log', () => {
  it('shows the code in full only when it was right and to whoever may see such codes', async () => {
    const list = await scene.admin.get('/trace/check-log/list')
    expect(list.rows).toMatchObject([
      { genuine: false, securityCode: 'Z…Z' },
      { genuine: true, securityCode: expect.stringMatching(/^[0-9A-Z]{8}$/) },
    ])
    const clerk = await scene.world.signIn(scene.tenant, ['enterpriseClerk'])
    expect((await clerk.get('/trace/check-log/list')).rows[1]!.securityCode).toMatch(/^.….$/)
    expect((await scene.admin.get('/trace/check-log/list?genuine=true')).total).toBe(1)
  })

  it('is exported too', async () => {
    const sheet = await readXlsx((await scene.admin.get('/trace/check-log/export')).raw)
    expect(sheet.header).toContain('Anti-counterfeit code')
    expect(sheet.rows.map(row => row[2])).toEqual(['No', 'Yes'])
  })
})
