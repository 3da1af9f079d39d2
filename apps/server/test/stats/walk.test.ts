import type { AnswerOf } from '@timbermark/contract'
import type { activity, overview, rankedGoods, rankedPlaces, scanTrend } from '@timbermark/contract/calls'
import { timeOfWallClock } from '@timbermark/contract/reading'
import { beforeAll, expect, test } from 'vitest'
import { rollUpDirtyDays } from '../../src/areas/stats/rollups/schedule-rollups.ts'
import { applyVisitRetention } from '../../src/areas/stats/rollups/visit-retention.ts'
import { makeGoods } from '../goods.ts'
import { makeDice } from '../dice.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeRole } from '../system/people.ts'

/**
 * A random history from a seed: current and old scans and checks, at the edges of days and years in two time zones, one of which
 * has summer time and changes, late positions,
 * roll-ups that are interrupted, run concurrently and repeated, and dropped months. Every figure on the home page, on
 * screens and in workbooks equals a plain count over everything that happened.
 */
let world: World
const tenants: { id: number; deptId: number }[] = []
/** Time zone of each enterprise, by its id. */
const zones = new Map<number, string>()
const platformTenant = 1
const readers: {
  name: string
  tenant: number
  caller: Caller
  sees: (visit: Happened) => boolean
  of: 'all' | 'one'
}[] = []
/** Requests that are scanned, by their place. */
const requests: { tenant: number; number: number; product: number }[] = []

interface Happened {
  tenant: number
  request: number
  product: number
  kind: 'scan' | 'check'
  genuine: boolean
  at: number
  country: string | null
  province: string | null
  city: string | null
}
const happened: Happened[] = []
let dropped = false

const dayMs = 86_400_000
const dayIn = (timeZone: string) => (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone })
const startIn = (timeZone: string, day: string) => timeOfWallClock(Date.parse(`${day}T00:00:00Z`), timeZone)!
const back = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
const seed = Number(process.env.WALK_SEED ?? 20_261_126)
const { random, any } = makeDice(seed)

const places = [
  { longitude: 120.1551, latitude: 30.2741, country: 'CN', province: '浙江省', city: '杭州市' },
  { longitude: 116.4074, latitude: 39.9042, country: 'CN', province: '北京市', city: '北京市' },
  { longitude: 9.4544, latitude: 0.3901, country: 'GA', province: null, city: null },
]
const nowhere = { longitude: null, latitude: null, country: null, province: null, city: null }

/** A scan or a check as the public page counts it, possibly with a later position. */
async function visit(): Promise<void> {
  const request = any(requests)
  const place = any([...places, nowhere])
  const late = place !== nowhere && random() < 0.3
  const kind = random() < 0.6 ? 'scan' : 'check'
  const genuine = random() < 0.7
  const mark = late ? Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256))) : null
  const visitAt = (where: typeof nowhere | (typeof places)[number]) => ({
    tenantId: request.tenant,
    requestNumber: request.number,
    serial: 1 + Math.floor(random() * 50),
    productId: request.product,
    ...where,
    district: null,
    ip: `198.51.100.${Math.floor(random() * 200)}`,
    device: null,
    mark,
  })
  const { visits } = world.services
  if (kind === 'scan') {
    const first = visitAt(late ? nowhere : place)
    await visits.scan(first)
    if (late) await visits.scan({ ...first, ...place })
  } else
    await visits.check({
      ...visitAt(place),
      mark: null,
      genuine,
      hint: 'AB',
      origin: { client: String(random()) } as never,
      solved: 'picture',
    })
  note(request, kind, genuine, Date.now(), place)
}

function note(
  { tenant, number, product }: (typeof requests)[number],
  kind: Happened['kind'],
  genuine: boolean,
  at: number,
  { country, province, city }: Pick<Happened, 'country' | 'province' | 'city'>,
): void {
  happened.push({ tenant, request: number, product, kind, genuine, at, country, province, city })
}

/** Log entries of an old installation, at the first and the last moment of days and years. */
async function longAgo(): Promise<void> {
  const request = any(requests)
  const place = any([...places, nowhere])
  const kind = any(['scan', 'check'] as const)
  const genuine = random() < 0.7
  const zone = zones.get(request.tenant)!
  const today = dayIn(zone)(Date.now())
  const newYear = `${today.slice(0, 4)}-01-01`
  const days = [back(today, 1), back(today, 7), back(today, 31), newYear, back(newYear, 1)]
  // Nothing is logged on a day that has left the logs.
  const day = any(dropped ? days : [...days, back(today, 500)])
  const [begin, end] = [startIn(zone, day), startIn(zone, back(day, -1))]
  const at = any([begin, begin + 1, begin + 3_600_000, end - 3_600_000, end - 1])
  const { country, province, city } = place
  const log = kind === 'scan' ? 'scan_log' : 'check_log'
  await world.admin.query('select ensure_log_partitions($1::date)', [new Date(at).toISOString()])
  await world.admin.query(
    `insert into ${log} (tenant_id, request_number, serial, product_id, country, province, city, ${kind === 'scan' ? 'scanned_at' : 'genuine, checked_at'})
     values ($1, $2, 1, $3, $4, $5, $6, ${kind === 'scan' ? '$7' : '$8, $7'})`,
    [
      request.tenant,
      request.number,
      request.product,
      country,
      province,
      city,
      new Date(at).toISOString(),
      ...(kind === 'scan' ? [] : [genuine]),
    ],
  )
  await world.admin.query(
    `insert into scan_day as d (tenant_id, day, product_id, city, scans, checks, wrong_checks) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, day, product_id, city) do update
       set scans = d.scans + excluded.scans, checks = d.checks + excluded.checks, wrong_checks = d.wrong_checks + excluded.wrong_checks`,
    [
      request.tenant,
      day,
      request.product,
      city ?? '',
      kind === 'scan' ? 1 : 0,
      kind === 'check' ? 1 : 0,
      kind === 'check' && !genuine ? 1 : 0,
    ],
  )
  await world.admin.query(
    `insert into visit_day (tenant_id, day) values ($1, $2) on conflict (tenant_id, day) do update set state = 'due'`,
    [request.tenant, day],
  )
  note(request, kind, genuine, at, place)
}

/** The operator gives an enterprise another time zone, and its days are counted anew. */
async function moveTo(id: number, timeZone: string): Promise<void> {
  const { caller } = readers.at(-1)!
  expect((await caller.put('/tenant/enterprise', { id, timeZone })).code).toBe(200)
  zones.set(id, timeZone)
  await count()
}

const count = () => rollUpDirtyDays(world.services, { resting: false })

/** None of this may change the figures. */
const troubles: readonly (() => Promise<unknown>)[] = [
  () => Promise.all([count(), count()]),
  async () => {
    const stop = new AbortController()
    const counting = rollUpDirtyDays(world.services, { resting: false, signal: stop.signal }).catch(() => {})
    await new Promise(done => setTimeout(done, Math.floor(random() * 20)))
    stop.abort()
    await counting
  },
  () => world.admin.query(`update visit_day set state = 'counting' where random() < 0.3`),
  async () => {
    const to = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.now() - 600 * dayMs).toISOString().slice(0, 10)
    expect((await readers[0]!.caller.post('/stats/recount', { from, to })).code).toBe(200)
  },
  () => Promise.all([visit(), count(), visit()]),
]

const sumOf = (list: readonly Happened[]) => ({
  scans: list.filter(({ kind }) => kind === 'scan').length,
  checks: list.filter(({ kind }) => kind === 'check').length,
  wrongChecks: list.filter(({ kind, genuine }) => kind === 'check' && !genuine).length,
})
type Sums = ReturnType<typeof sumOf>
const only = ({ scans, checks, wrongChecks }: Sums): Sums => ({ scans, checks, wrongChecks })
/** The day of a visit, as its enterprise counts it. */
const dayOf = ({ tenant, at }: Happened) => dayIn(zones.get(tenant)!)(at)
type DayOf = typeof dayOf
const between = (from: string, to: string, of: DayOf) => (one: Happened) => of(one) >= from && of(one) <= to
const stepOf = {
  hour: ({ at }: Happened) => new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString(),
  day: dayOf,
  month: (one: Happened) => `${dayOf(one).slice(0, 7)}-01`,
}

async function agree(reader: (typeof readers)[number], when: string): Promise<void> {
  const { caller, name, of, tenant } = reader
  const seen = happened.filter(reader.sees)
  // City names are those in the logs.
  const chinese = { 'accept-language': 'zh-CN' }
  const ask = async <T>(address: string) => (await caller.get<T>(address, chinese)).data
  const zone = zones.get(tenant)!
  const today = dayIn(zone)(Date.now())
  // Hours of all enterprises together follow one clock, the operator's.
  const dayOfHour: DayOf = of === 'all' ? ({ at }) => dayIn(zone)(at) : dayOf
  for (const [grain, from] of [
    ['hour', back(today, 6)],
    ['day', back(today, 60)],
    ['month', back(today, 600)],
  ] as const) {
    const label = `${when}, ${name}, ${grain}`
    const query = `grain=${grain}&from=${from}&to=${today}`
    const trend = await ask<AnswerOf<typeof scanTrend>>(`/stats/trend?${query}`)
    const onClock = grain === 'hour' ? dayOfHour : dayOf
    const counted = seen.filter(between(trend.from, trend.to, onClock))
    expect(trend.waiting, label).toBe(0)
    expect(trend.timeZone, label).toBe(of === 'all' ? null : zone)
    expect(trend.now, label).toEqual(sumOf(counted))
    expect(trend.before, label).toEqual(sumOf(seen.filter(between(trend.beforeFrom, trend.beforeTo, onClock))))
    for (const point of trend.points)
      expect(only(point), `${label} ${point.start}`).toEqual(
        sumOf(counted.filter(one => stepOf[grain](one) === point.start)),
      )
    expect(
      trend.points.reduce((sum, point) => sum + point.scans, 0),
      label,
    ).toBe(sumOf(counted).scans)
    const within = seen.filter(between(trend.from, trend.to, dayOf))
    const goods = await ask<AnswerOf<typeof rankedGoods>>(`/stats/product?${query}`)
    expect(goods.now, label).toEqual(sumOf(within))
    for (const row of goods.rows)
      expect(only(row), label).toEqual(
        sumOf(within.filter(one => (of === 'all' ? one.tenant : one.product) === row.id)),
      )
    expect(
      goods.rows.reduce((sum, row) => sum + row.scans + row.checks, 0),
      label,
    ).toBe(within.length)
    const { rows } = await sheetOf((await caller.get(`/stats/trend/export?${query}`)).raw)
    expect(
      rows.reduce((sum, row) => sum + Number(row[1]), 0),
      `${label}, workbook`,
    ).toBe(trend.now.scans)
    if (grain === 'hour') {
      // A workbook shows hours as the clocks of the enterprise do: the first begins the first day.
      const hours = [rows[0]!, rows.at(-1)!].map(([start]) => (start as Date).toISOString().slice(0, 13))
      expect(hours, label).toEqual([`${trend.from}T00`, `${trend.to}T23`])
      continue
    }
    for (const level of ['city', 'province', 'country'] as const) {
      const ranked = await ask<AnswerOf<typeof rankedPlaces>>(`/stats/place?level=${level}&${query}`)
      expect(ranked.now, label).toEqual(trend.now)
      expect(only(ranked.unplaced), `${label} ${level}`).toEqual(sumOf(within.filter(one => !one[level])))
      // A ranking by scans has only scanned goods.
      expect(
        ranked.rows.reduce((sum, row) => sum + row.scans, 0),
        `${label} ${level}`,
      ).toBe(sumOf(within.filter(one => one[level])).scans)
      for (const row of ranked.rows.filter(({ country }) => country === 'GA'))
        expect(only(row), label).toEqual(sumOf(within.filter(({ country }) => country === 'GA')))
    }
  }
  const home = await ask<AnswerOf<typeof overview>>('/stats/overview')
  expect({ scans: home.scans, checks: home.checks, wrongChecks: home.wrongChecks }, `${when}, ${name}`).toEqual(
    sumOf(seen),
  )
  for (const { name: city, scans } of home.cities)
    expect(scans, `${when}, ${name}, ${city}`).toBe(sumOf(seen.filter(one => one.city === city)).scans)
  for (const days of [7, 30, 90]) {
    const period = await ask<AnswerOf<typeof activity>>(`/stats/activity?days=${days}`)
    const { codes: _, ...now } = period.now
    const { codes: __, ...before } = period.before
    expect(now, `${when}, ${name}, ${days} days`).toEqual(
      sumOf(seen.filter(between(back(today, days - 1), today, dayOf))),
    )
    expect(before, `${when}, ${name}, ${days} days`).toEqual(
      sumOf(seen.filter(between(back(today, 2 * days - 1), back(today, days), dayOf))),
    )
  }
}

beforeAll(async () => {
  world = await makeWorld()
  await world.services.visits.start()
  for (const name of ['WALKA', 'WALKB']) tenants.push(await world.makeTenant(name))
  zones.set(platformTenant, 'Asia/Shanghai')
  for (const { id } of tenants) zones.set(id, 'Asia/Shanghai')
  const [first, second] = tenants as [(typeof tenants)[0], (typeof tenants)[0]]
  const one = await world.signIn(first, ['enterpriseAdmin'])
  const other = await world.signIn(second, ['enterpriseAdmin'])
  const { rows } = await world.admin.query(
    `insert into dept (tenant_id, dept_name, parent_id, ancestors) select tenant_id, 'Mill', id, array[id] from dept where id = $1 returning id`,
    [first.deptId],
  )
  const mill = Number(rows[0].id)
  for (const caller of [one, one, other]) {
    const goods = await makeGoods(world, caller)
    if (requests.length === 1)
      await world.admin.query('update code_request set dept_id = $2 where id = $1', [goods.requestId, mill])
    const { rows } = await world.admin.query(
      'select r.tenant_id, r.request_number, b.product_id from code_request r join batch b on b.id = r.batch_id where r.id = $1',
      [goods.requestId],
    )
    requests.push({
      tenant: Number(rows[0].tenant_id),
      number: rows[0].request_number,
      product: Number(rows[0].product_id),
    })
  }
  const narrow = await world.signIn({ id: first.id, deptId: mill }, [])
  const rights = ['stats:trend:list', 'stats:trend:export', 'stats:product:list', 'stats:place:list']
  const roleId = await makeRole(world, one, [...rights, 'trace:scan-log:list', 'trace:check-log:list'], {
    dataScope: '4',
  })
  expect((await one.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)).code).toBe(200)
  const platform = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const mine = requests[1]!.number
  readers.push(
    { name: 'an enterprise', tenant: first.id, caller: one, sees: ({ tenant }) => tenant === first.id, of: 'one' },
    { name: 'another', tenant: second.id, caller: other, sees: ({ tenant }) => tenant === second.id, of: 'one' },
    { name: 'a mill', tenant: first.id, caller: narrow, sees: ({ request }) => request === mine, of: 'one' },
    { name: 'the platform', tenant: platformTenant, caller: platform, sees: () => true, of: 'all' },
  )
})

test(`a random history (seed ${seed}) gives the same figures everywhere as a plain count`, async () => {
  // An hour that ends between a scan and its record would be in both.
  const left = 3_600_000 - (Date.now() % 3_600_000)
  if (left < 180_000) await new Promise(done => setTimeout(done, left))
  for (let round = 1; round <= 6; round++) {
    for (let step = 0; step < 25; step++) await (random() < 0.6 ? visit() : longAgo())
    await any(troubles)()
    await count()
    for (const reader of readers) await agree(reader, `round ${round}`)
    if (round === 1) {
      await moveTo(tenants[0]!.id, 'America/New_York')
      for (const reader of readers) await agree(reader, 'in another time zone')
    }
    if (round !== 3) continue
    await applyVisitRetention(world.services.database, { months: 12, preciseDays: 100 }, new AbortController().signal)
    for (const reader of readers) await agree(reader, 'after months were dropped')
    dropped = true
  }
})
