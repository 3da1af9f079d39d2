import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Unzip, UnzipInflate } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeHolder, makeRole, makeUser, sessionOf } from '../system/people.ts'
import { until } from '../until.ts'
import { sheetOf } from '../sheet.ts'
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
    const list = await scene.admin.get('/trace/scan-log/list', { 'accept-language': 'zh' })
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

  it('filters by code in any spelling, by product, city and time', async () => {
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

  it('names Chinese towns in the reader’s language, and finds them by that name', async () => {
    const list = await scene.admin.get('/trace/scan-log/list', { 'accept-language': 'fr' })
    expect(list.rows[6]).toMatchObject({ province: 'Guangdong', city: 'Canton', district: '海珠区' })
    const checks = await scene.admin.get('/trace/check-log/list', { 'accept-language': 'en' })
    expect(checks).toMatchObject({ code: 200, total: 2 })
    for (const [city, count] of [
      ['Canton', 1],
      ['guangZHOU', 1],
      ['Ningbo', 0],
      ['%', 0],
    ] as const)
      expect((await scene.admin.get(`/trace/scan-log/list?city=${encodeURIComponent(city)}`)).total, city).toBe(count)
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
    const sheet = await sheetOf(file.raw)
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
  it('shows the security code in full only when it was correct and the reader may see such codes', async () => {
    const list = await scene.admin.get('/trace/check-log/list')
    expect(list.rows).toMatchObject([
      { genuine: false, securityCode: 'Z…Z' },
      { genuine: true, securityCode: expect.stringMatching(/^[0-9A-Z]{8}$/) },
    ])
    const clerk = await scene.world.signIn(scene.tenant, ['enterpriseClerk'])
    expect((await clerk.get('/trace/check-log/list')).rows[1]!.securityCode).toMatch(/^.….$/)
    expect((await scene.admin.get('/trace/check-log/list?genuine=true')).total).toBe(1)
    // Limited to the data scope of the role with that permission: here only its own requests, and it has none.
    const { world, admin, tenant } = scene
    const everywhere = await makeRole(world, admin, ['trace:check-log:list', 'trace:check-log:export'])
    const ofOwn = await makeRole(world, admin, ['code:request:security'], { dataScope: '5' })
    const { id } = await makeUser(admin, tenant.deptId, { roleIds: [everywhere, ofOwn] })
    const reader = await sessionOf(world, tenant.id, id)
    expect((await reader.get('/trace/check-log/list')).rows[1]!.securityCode).toMatch(/^.….$/)
    const { header, rows } = await sheetOf((await reader.get('/trace/check-log/export')).raw)
    expect(rows[1]![header.indexOf('Anti-counterfeit code')]).toMatch(/^.….$/)
  })

  it('is exported too', async () => {
    const sheet = await sheetOf((await scene.admin.get('/trace/check-log/export')).raw)
    expect(sheet.header).toContain('Anti-counterfeit code')
    expect(sheet.rows.map(row => row[2])).toEqual(['No', 'Yes'])
  })
})

interface Mapped {
  places: { name: string; longitude: number; latitude: number; entries: number; wrong: number }[]
  read: number
  more: boolean
  elsewhere: number
  unplaced: number
}

describe('the map of a log', () => {
  const mapOf = async (caller: Caller, path: string) => {
    const answer = await caller.get<Mapped>(`/trace/${path}`)
    expect(answer.code, path).toBe(200)
    return answer.data
  }

  it('answers the places of the entries that the list finds, and how many have none', async () => {
    const { total } = await scene.admin.get('/trace/scan-log/list')
    const fullMap = await mapOf(scene.admin, 'scan-log/map')
    expect(fullMap).toMatchObject({ read: total, more: false, elsewhere: 0, unplaced: total! - 1 })
    expect(fullMap.places).toEqual([
      { name: 'Guangzhou, Guangdong', longitude: 113.3245, latitude: 23.1064, entries: 1, wrong: 0 },
    ])
    expect((await mapOf(scene.admin, `scan-log/map?code=${scene.goods.codes[1]}`)).read).toBe(2)
    expect((await mapOf(scene.admin, `scan-log/map?city=${encodeURIComponent('广州')}`)).unplaced).toBe(0)
    expect((await mapOf(scene.admin, 'scan-log/map?params[endScanTime]=2020-12-31')).read).toBe(0)
    expect(await scene.admin.get('/trace/scan-log/map?productId=x')).toMatchObject({ code: 500, error: 'invalid' })
    expect((await mapOf(scene.admin, 'check-log/map')).unplaced).toBe(2)
  })

  it('groups a town whatever the decimals, counts failed checks, and stays within the enterprise', async () => {
    for (const [longitude, securityCode] of [
      [113.3301, 'WRONG123'],
      [113.3402, 'WRONG456'],
    ])
      await scene.world.anonymous.post('/trace/check', {
        code: scene.goods.codes[2],
        securityCode,
        longitude,
        latitude: 23.11,
      })
    const { places } = await mapOf(scene.admin, 'check-log/map')
    expect(places).toMatchObject([{ name: 'Guangzhou, Guangdong', entries: 2, wrong: 2 }])
    expect(places[0]!.longitude).toBeCloseTo(113.33515, 4)
    expect((await mapOf(scene.admin, 'check-log/map?genuine=true')).places).toEqual([])
    expect((await mapOf(other, 'check-log/map')).read).toBe(0)
    expect((await mapOf(other, 'scan-log/map')).read).toBe(1)
  })

  it('has the limits of the list: the data scope and the permission', async () => {
    const narrow = await makeHolder(scene.world, scene.admin, scene.tenant.deptId, ['trace:scan-log:list'], {
      dataScope: '5',
    })
    expect((await narrow.get('/trace/scan-log/list')).total).toBe(0)
    expect((await mapOf(narrow, 'scan-log/map')).read).toBe(0)
    const printer = await scene.world.signIn(scene.tenant, ['codePrinter'])
    for (const path of ['scan-log/map', 'check-log/map'])
      expect((await printer.get(`/trace/${path}`)).code, path).toBe(403)
  })
})

describe('an export of a long log', () => {
  const entries = 60_000

  it('is streamed in constant memory, and ends when the client stops reading', async () => {
    const { rows } = await scene.world.admin.query<{ n: number; p: string }>(
      'select request_number as n, product_id as p from scan_log where tenant_id = $1 limit 1',
      [scene.tenant.id],
    )
    await scene.world.admin.query(
      `insert into scan_log (tenant_id, request_number, serial, product_id, city, scanned_at)
       select $1, $2, g % 10, $3, 'Long log', date_trunc('month', now()) + g * interval '1 millisecond' from generate_series(1, ${entries}) g`,
      [scene.tenant.id, rows[0]!.n, rows[0]!.p],
    )
    const origin = await scene.world.app.listen({ port: 0, host: '127.0.0.1' })
    const ask = (signal?: AbortSignal) =>
      fetch(`${origin}/api/trace/scan-log/export?city=Long`, {
        headers: { authorization: `Bearer ${scene.admin.token}` },
        signal: signal ?? null,
      })
    const zip = new Unzip()
    zip.register(UnzipInflate)
    let rowsRead = 0
    zip.onfile = file => {
      let left = ''
      file.ondata = (_error, part) => {
        const text = left + Buffer.from(part).toString('latin1')
        rowsRead += text.split('<row ').length - 1
        // A chunk may end with the beginning of a row, never with a complete one.
        left = text.slice(-4)
      }
      file.start()
    }
    // Counts only reachable memory: uncollected garbage depends on the load of the machine.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const live: number[] = []
    let bytes = 0
    for await (const chunk of (await ask()).body!) {
      zip.push(chunk)
      bytes += chunk.length
      if (bytes > live.length * 200_000) {
        collect()
        live.push(process.memoryUsage().heapUsed / 1e6)
      }
    }
    zip.push(new Uint8Array(), true)
    // Including the heading.
    expect(rowsRead).toBe(entries + 1)
    expect(live.length).toBeGreaterThan(3)
    expect(Math.max(...live) - live[0]!, live.map(Math.round).join(' ')).toBeLessThan(8)

    const stop = new AbortController()
    const begun = await ask(stop.signal)
    await begun.body!.getReader().read()
    stop.abort()
    const reading = async () =>
      (
        await scene.world.admin.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and state = 'active' and query like '%scan_log%' and pid <> pg_backend_pid()`,
        )
      ).rows[0]!.n
    await until(async () => {
      for (let look = 0; look < 20; look++) {
        if ((await reading()) > 0) return false
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      return true
    })
  })
})
