import { beforeAll, describe, expect, test } from 'vitest'
import { rollUpDirtyDays } from '../../src/areas/stats/rollups/schedule-rollups.ts'
import { makeGoods, type Goods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole, makeUser } from '../system/people.ts'
import { sheetOf } from '../sheet.ts'
import { plainCount, plainPlaces } from './plain-count.ts'
import { countInUtc } from './count-in-utc.ts'

/** Roll-ups equal a slow count over the logs, whatever happened meanwhile. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let other: Caller
const goods: Goods[] = []
const requestNumbers: number[] = []
const productIds: number[] = []

interface Sums {
  scans: number
  checks: number
  wrongChecks: number
}
interface Trend {
  now: Sums
  before: Sums
  points: (Sums & { start: string })[]
  pointsBefore: (Sums & { start: string })[]
  waiting: number
  countedAt: string | null
}
interface Ranking {
  rows: (Sums & { id: number; name: string; scansBefore: number })[]
  total: number
  now: Sums
}
interface Places {
  rows: (Sums & { country: string; province: string; city: string })[]
  unplaced: Sums
  now: Sums
}

const today = () => new Date().toISOString().slice(0, 10)
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const count = () => rollUpDirtyDays(world.services, { resting: false })

const cities: [string | null, string | null, string | null, string | null, string | null][] = [
  ['120.1551', '30.2741', 'CN', '浙江省', '杭州市'],
  ['116.4074', '39.9042', 'CN', '北京市', '北京市'],
  ['9.4544', '0.3901', 'GA', null, null],
  [null, null, null, null, null],
]

/** Scans and checks through the writer that the public page uses. */
async function bout(tenantId: number, request: number, product: number, times: number, salt: number): Promise<void> {
  const visits = world.services.visits
  await Promise.all(
    Array.from({ length: times }, async (_, n) => {
      const [longitude, latitude, country, province, city] = cities[(n + salt) % cities.length]!
      const visit = {
        tenantId,
        requestNumber: request,
        serial: 1 + (n % 50),
        productId: product,
        longitude: longitude === null ? null : Number(longitude),
        latitude: latitude === null ? null : Number(latitude),
        country,
        province,
        city,
        district: null,
        ip: `198.51.100.${n % 200}`,
        mark: null,
      }
      await visits.scan({ ...visit, device: null })
      if (n % 3 === 0)
        await visits.check({
          ...visit,
          device: null,
          genuine: n % 2 === 0,
          hint: 'AB',
          origin: { client: `${salt}.${n}` } as never,
          solved: 'picture',
        })
    }),
  )
}

/** Entries of earlier days, as they stand in the logs of an old installation. */
async function history(tenantId: number, request: number, product: number): Promise<void> {
  for (const days of [1, 2, 29, 31, 45, 70, 400]) {
    await world.admin.query(`select ensure_log_partitions((current_date - $1::int)::date)`, [days])
    for (const [place, hours] of [
      [0, 1],
      [1, 5],
      [3, 23],
    ] as const) {
      const [, , country, province, city] = cities[place]!
      await world.admin.query(
        `insert into scan_log (tenant_id, request_number, serial, product_id, country, province, city, scanned_at)
         select $1, $2, n, $3, $4, $5, $6, (current_date - $7::int)::timestamptz + $8::int * interval '1 hour' from generate_series(1, $9::int) n`,
        [tenantId, request, product, country, province, city, days, hours, 3 + place + (days % 4)],
      )
      await world.admin.query(
        `insert into check_log (tenant_id, request_number, serial, product_id, genuine, country, province, city, checked_at)
         select $1, $2, n, $3, n % 3 > 0, $4, $5, $6, (current_date - $7::int)::timestamptz + $8::int * interval '1 hour' from generate_series(1, $9::int) n`,
        [tenantId, request, product, country, province, city, days, hours, 2 + (days % 3)],
      )
    }
    await world.admin.query(
      'insert into visit_day (tenant_id, day) values ($1, current_date - $2::int) on conflict do nothing',
      [tenantId, days],
    )
  }
}

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('SUMS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const second = await world.makeTenant('SUMSB')
  await countInUtc(world)
  other = await world.signIn(second, ['enterpriseAdmin'])
  await world.services.visits.start()
  for (const caller of [admin, admin, other]) {
    const item = await makeGoods(world, caller)
    goods.push(item)
    const { rows } = await world.admin.query(
      'select r.request_number, b.product_id from code_request r join batch b on b.id = r.batch_id where r.id = $1',
      [item.requestId],
    )
    requestNumbers.push(rows[0].request_number)
    productIds.push(Number(rows[0].product_id))
  }
  await history(tenant.id, requestNumbers[0]!, productIds[0]!)
  await history(tenant.id, requestNumbers[1]!, productIds[1]!)
  await history(second.id, requestNumbers[2]!, productIds[2]!)
  await bout(tenant.id, requestNumbers[0]!, productIds[0]!, 41, 0)
  await bout(tenant.id, requestNumbers[1]!, productIds[1]!, 20, 1)
  await bout(second.id, requestNumbers[2]!, productIds[2]!, 13, 2)
  expect(await count()).toBeGreaterThan(0)
})

const trend = async (query: string, caller = admin) => (await caller.get<Trend>(`/stats/trend?${query}`)).data

describe('the sums', () => {
  test.each([
    ['hour', 6, 0],
    ['day', 29, 0],
    ['day', 91, 40],
    ['month', 400, 0],
  ] as const)('by %s agree with a plain count of the logs, point by point (%i days to %i)', async (grain, from, to) => {
    const [begin, end] = [dayBefore(from), dayBefore(to)]
    const read = await trend(`grain=${grain}&from=${begin}&to=${end}`)
    expect(read.waiting).toBe(0)
    const plain = await plainCount(world, tenant.id, grain, read as never)
    const counted = [...read.pointsBefore, ...read.points]
      .filter(point => point.scans + point.checks > 0)
      .map(({ start, scans, checks, wrongChecks }) => ({ start, scans, checks, wrongChecks }))
    expect(counted).toEqual(plain)
    expect(read.points).toHaveLength(read.pointsBefore.length)
    expect(read.now.scans).toBe(read.points.reduce((sum, point) => sum + point.scans, 0))
  })

  test('of one product and one batch agree with the logs of that product', async () => {
    for (const [place, item] of goods.slice(0, 2).entries()) {
      const { rows } = await world.admin.query<{ n: string }>(
        'select count(*) as n from scan_log where tenant_id = $1 and product_id = $2 and scanned_at >= current_date - 29',
        [tenant.id, productIds[place]],
      )
      const wanted = Number(rows[0]!.n)
      expect((await trend(`productId=${productIds[place]}`)).now.scans).toBe(wanted)
      expect((await trend(`batchId=${item.batchId}`)).now.scans).toBe(wanted)
      const ranked = (await admin.get<Ranking>('/stats/product')).data
      expect(ranked.rows.find(row => row.id === productIds[place])?.scans).toBe(wanted)
      const batches = (await admin.get<Ranking>('/stats/product?by=batch')).data
      expect(batches.rows.find(row => row.id === item.batchId)?.scans).toBe(wanted)
    }
    const ranked = (await admin.get<Ranking>('/stats/product')).data
    expect(ranked.rows.map(row => row.scans)).toEqual(ranked.rows.map(row => row.scans).sort((a, b) => b - a))
    expect(ranked.now.scans).toBe((await trend('')).now.scans)
  })

  test.each(['country', 'province', 'city'] as const)('of places by %s agree with the logs', async level => {
    const read = (
      await admin.get<Places>(`/stats/place?level=${level}&from=${dayBefore(29)}&to=${today()}`, {
        'accept-language': 'zh',
      })
    ).data
    const plain = await plainPlaces(world, tenant.id, level, dayBefore(29))
    expect(Object.fromEntries(read.rows.map(row => [row[level], [row.scans, row.checks, row.wrongChecks]]))).toEqual(
      plain.placed,
    )
    expect(read.unplaced.scans).toBe(plain.unplaced)
    const sum = read.rows.reduce((all, row) => all + row.scans, read.unplaced.scans)
    expect(sum).toBe(read.now.scans)
  })

  test('are in the workbook as on the screen, with headings in the reader’s language', async () => {
    const query = `from=${dayBefore(2)}&to=${today()}`
    const { points, pointsBefore } = await trend(query)
    const answer = await admin.get(`/stats/trend/export?${query}`, { 'accept-language': 'fr' })
    const { header, rows } = await sheetOf(answer.raw)
    expect(header.slice(0, 3)).toEqual(['Jour', 'Scans', 'Scans avant'])
    expect(rows.map(row => row.slice(0, 4).map(String))).toEqual(
      points.map((point, place) => [point.start, point.scans, pointsBefore[place]!.scans, point.checks].map(String)),
    )
  })

  test('places are named in the reader’s language and ranked by the requested count', async () => {
    const named = async (language: string) =>
      (await admin.get<Places>('/stats/place?level=city', { 'accept-language': language })).data.rows.map(
        row => row.city,
      )
    expect(await named('zh')).toEqual(expect.arrayContaining(['杭州市', '北京市']))
    expect(await named('en')).toEqual(expect.arrayContaining(['Hangzhou', 'Beijing']))
    expect(await named('fr')).toEqual(expect.arrayContaining(['Hangzhou', 'Pékin']))
    const provinces = (await admin.get<Places>('/stats/place?level=province')).data.rows.map(row => row.province)
    expect(provinces).toEqual(expect.arrayContaining(['Zhejiang', 'Beijing']))
    const hot = (await admin.get<Places>('/stats/place?sortBy=wrongChecks')).data.rows.map(row => row.wrongChecks)
    expect(hot).toEqual([...hot].sort((a, b) => b - a))
    expect(hot[0]).toBeGreaterThan(0)
  })
})

describe('counting', () => {
  test('again changes nothing', async () => {
    const dump = async () =>
      (
        await world.admin.query(
          'select tenant_id, grain, start, request_number, product_id, scans, checks, wrong_checks from visit_count order by 1, 2, 3, 4, 5',
        )
      ).rows
    const before = await dump()
    expect((await admin.post('/stats/recount', { from: dayBefore(90), to: today() })).code).toBe(200)
    expect((await trend('')).waiting).toBeGreaterThan(0)
    expect(await count()).toBeGreaterThan(0)
    expect(await dump()).toEqual(before)
    expect((await trend('')).waiting).toBe(0)
  })

  test('repairs lost or falsified roll-ups, only for the requesting enterprise', async () => {
    const right = await trend('')
    const others = await trend('', other)
    await world.admin.query('delete from visit_count where start < current_date')
    await world.admin.query('update visit_count set scans = scans + 7')
    expect((await trend('')).now).not.toEqual(right.now)
    expect(
      (await admin.post<{ days: number }>('/stats/recount', { from: dayBefore(70), to: today() })).data.days,
    ).toBeGreaterThan(3)
    await count()
    const mended = await trend('')
    expect(mended.now).toEqual(right.now)
    expect(mended.points).toEqual(right.points)
    expect((await trend('', other)).now).not.toEqual(others.now)
    await other.post('/stats/recount', { from: dayBefore(500), to: today() })
    await admin.post('/stats/recount', { from: dayBefore(500), to: today() })
    await count()
    expect((await trend('', other)).now).toEqual(others.now)
  })

  test('continues where a process died that had claimed a day', async () => {
    await world.admin.query("update visit_day set state = 'counting' where tenant_id = $1 and day = current_date", [
      tenant.id,
    ])
    const before = (await trend('')).now.scans
    await world.admin.query('update visit_count set scans = 0 where tenant_id = $1 and start >= current_date', [
      tenant.id,
    ])
    expect((await trend('')).waiting).toBe(1)
    expect(await count()).toBeGreaterThan(0)
    expect((await trend('')).now.scans).toBe(before)
  })

  test('misses nothing that is scanned meanwhile', async () => {
    const before = (await trend('')).now.scans
    let scanned = 0
    let done = false
    const scanning = (async () => {
      for (let n = 0; n < 12; n++) {
        await bout(tenant.id, requestNumbers[0]!, productIds[0]!, 5, n)
        scanned += 5
      }
      done = true
    })()
    while (!done) await count()
    await scanning
    await count()
    expect((await trend('')).now.scans).toBe(before + scanned)
  })

  test('counts a single check, and reports the day as dirty until then', async () => {
    await count()
    const before = await trend('')
    expect(before.waiting).toBe(0)
    await world.services.visits.check({
      device: null,
      tenantId: tenant.id,
      requestNumber: requestNumbers[1]!,
      serial: 90,
      productId: productIds[1]!,
      longitude: null,
      latitude: null,
      country: null,
      province: null,
      city: null,
      district: null,
      ip: '198.51.100.251',
      mark: null,
      genuine: false,
      hint: 'AB',
      origin: { device: 'alone', address: 'alone', network: 'alone' },
      solved: 'picture',
    })
    expect((await trend('')).waiting).toBe(1)
    await count()
    const after = await trend('')
    expect([after.now.checks, after.now.wrongChecks, after.waiting]).toEqual([
      before.now.checks + 1,
      before.now.wrongChecks + 1,
      0,
    ])
  })

  test('moves a scan to its city when the position comes later', async () => {
    const cityOf = async (name: string) =>
      (await admin.get<Places>('/stats/place', { 'accept-language': 'zh' })).data.rows.find(row => row.city === name)
        ?.scans ?? 0
    const mark = Buffer.alloc(16, 7)
    const visit = {
      tenantId: tenant.id,
      requestNumber: requestNumbers[0]!,
      serial: 77,
      productId: productIds[0]!,
      district: null,
      ip: '198.51.100.250',
      device: null,
      mark,
    }
    const nowhere = { longitude: null, latitude: null, country: null, province: null, city: null }
    await world.services.visits.scan({ ...visit, ...nowhere })
    await count()
    const before = [await cityOf('宁波市'), (await trend('')).now.scans]
    await world.services.visits.scan({
      ...visit,
      longitude: 121.544,
      latitude: 29.868,
      country: 'CN',
      province: '浙江省',
      city: '宁波市',
    })
    await count()
    expect([await cityOf('宁波市'), (await trend('')).now.scans]).toEqual([before[0]! + 1, before[1]])
  })
})

describe('who reads them', () => {
  test('an enterprise its own, the platform all of them or one', async () => {
    const platform = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
    const [ownTrend, others] = [await trend(''), await trend('', other)]
    const all = await trend('', platform)
    expect(all.now.scans).toBe(ownTrend.now.scans + others.now.scans)
    expect(all.points.map(point => point.checks)).toEqual(
      ownTrend.points.map((point, place) => point.checks + others.points[place]!.checks),
    )
    expect((await trend(`enterpriseId=${tenant.id}`, platform)).now).toEqual(ownTrend.now)
    const ranked = (await platform.get<Ranking>('/stats/product')).data
    expect(ranked.rows.map(row => [row.id, row.scans])).toEqual([
      [tenant.id, ownTrend.now.scans],
      [other.tenantId, others.now.scans],
    ])
    const products = (await platform.get<Ranking>(`/stats/product?enterpriseId=${tenant.id}`)).data
    expect(products.rows.map(row => row.id).sort()).toEqual(productIds.slice(0, 2).sort())
    const places = (await platform.get<Places>('/stats/place')).data
    expect(places.now).toEqual(all.now)
    expect((await admin.get(`/stats/trend?enterpriseId=${other.tenantId}`)).error).toBe('forbidden')
    expect((await admin.get('/stats/product?by=enterprise')).error).toBe('forbidden')
  })

  test('a platform user who may not list enterprises reads the own tenant, and the workbook is titled so', async () => {
    const clerk = await world.signIn({ id: 1, deptId: null }, [])
    const platform = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
    const roleId = await makeRole(world, platform, ['stats:product:list', 'stats:product:export'], { dataScope: '1' })
    expect((await platform.put(`/system/user/authRole?userId=${clerk.accountId}&roleIds=${roleId}`)).code).toBe(200)
    expect((await clerk.get<Ranking>('/stats/product')).data.now.scans).toBe(0)
    const headed = async (caller: Caller) =>
      (await sheetOf((await caller.get('/stats/product/export', { 'accept-language': 'en' })).raw)).header[0]
    expect([await headed(platform), await headed(clerk)]).toEqual(['Enterprise', 'Product'])
  })

  test('a reader with a narrower scope counts only requests in scope', async () => {
    const { rows } = await world.admin.query(
      `insert into dept (tenant_id, dept_name, parent_id, ancestors) select tenant_id, 'Mill', id, array[id] from dept where id = $1 returning id`,
      [tenant.deptId],
    )
    const mill = Number(rows[0].id)
    const complete = await trend('')
    await world.admin.query('update code_request set dept_id = $2 where id = $1', [goods[1]!.requestId, mill])
    const user = await makeUser(admin, mill)
    const roleId = await makeRole(
      world,
      admin,
      ['stats:trend:list', 'stats:product:list', 'stats:place:list', 'stats:stage:list'],
      {
        dataScope: '4',
      },
    )
    await admin.put(`/system/user/authRole?userId=${user.id}&roleIds=${roleId}`)
    const narrow = await world.signIn({ id: tenant.id, deptId: mill }, [])
    await admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
    const seen = await trend('', narrow)
    const wanted = await trend(`productId=${productIds[1]}`)
    expect(seen.now).toEqual(wanted.now)
    expect(seen.now.scans).toBeGreaterThan(0)
    expect(seen.now.scans).toBeLessThan(complete.now.scans)
    expect((await narrow.get<Ranking>('/stats/product')).data.rows.map(row => row.id)).toEqual([productIds[1]])
    expect((await narrow.get<Places>('/stats/place')).data.now).toEqual(wanted.now)
    expect((await trend(`productId=${productIds[0]}`, narrow)).now.scans).toBe(0)
  })

  test.each([
    ['enterpriseAdmin', true, true, true],
    ['enterpriseClerk', true, true, false],
    ['codePrinter', true, true, false],
    ['auditor', true, false, false],
    ['trader', false, false, false],
    ['certifier', false, false, false],
  ] as const)('%s: reads %s, exports %s, counts again %s', async (role, reads, exports, recounts) => {
    const caller = await world.signIn(tenant, [role])
    const may = async (answer: Promise<{ error?: string }>) => (await answer).error !== 'forbidden'
    for (const screen of ['trend', 'product', 'place', 'stage']) {
      expect(await may(caller.get(`/stats/${screen}`)), screen).toBe(reads)
      expect(await may(caller.get(`/stats/${screen}/export`)), `${screen} export`).toBe(exports)
    }
    expect(await may(caller.post('/stats/recount', { from: today(), to: today() }))).toBe(recounts)
  })

  test.each([
    ['grain=year', 'grain'],
    [`from=${'2026-02-30'}&to=2026-03-01`, 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['grain=hour&from=2026-03-01&to=2026-03-08', 'to'],
    ['grain=day&from=2026-01-01&to=2026-04-03', 'to'],
    ['from=1999-12-31&to=2000-01-02', 'from'],
    ['productId=0', 'productId'],
  ])('refuses %s at its field', async (query, field) => {
    const answer = await admin.get<{ issues: { field: string }[] }>(`/stats/trend?${query}`)
    expect(answer.error).toBe('invalid')
    expect(answer.data.issues.map(issue => issue.field)).toContain(field)
  })
})
