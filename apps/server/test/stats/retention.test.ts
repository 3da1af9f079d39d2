import type { Overview } from '@timbermark/contract/calls'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { rollUpDirtyDays } from '../../src/areas/stats/rollups/schedule-rollups.ts'
import { applyVisitRetention } from '../../src/areas/stats/rollups/visit-retention.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole } from '../system/people.ts'
import { countInUtc } from './count-in-utc.ts'

/** Scans and checks are retained and coarsened as configured; their roll-ups stay. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let goods: Goods
let request: number

const bounds = { months: 12, preciseDays: 100 }
const keep = (some = bounds) => applyVisitRetention(world.services.database, some, new AbortController().signal)
const count = () => rollUpDirtyDays(world.services, { resting: false })

interface Entry {
  longitude: string
  latitude: string
  ip: string | null
  device: string | null
}
const entries = async (days: number): Promise<Entry[]> =>
  (
    await world.admin.query<Entry>(
      `select longitude, latitude, ip, device from scan_log where tenant_id = $1 and scanned_at::date = current_date - $2::int order by id`,
      [tenant.id, days],
    )
  ).rows
const months = async (): Promise<string[]> =>
  (
    await world.admin.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent in ('scan_log'::regclass, 'check_log'::regclass) order by 1`,
    )
  ).rows.map(({ name }) => name)
const precise = { longitude: '120.155123', latitude: '30.274177', ip: '198.51.100.7', device: 'sample' }
const coarse = { longitude: '120.160000', latitude: '30.270000', ip: null, device: null }

async function logged(days: number): Promise<void> {
  await world.admin.query('select ensure_log_partitions((current_date - $1::int)::date)', [days])
  await world.admin.query(
    `insert into scan_log (tenant_id, request_number, serial, longitude, latitude, country, province, city, ip, device, scanned_at)
     select $1, $2, n, 120.155123, 30.274177, 'CN', '浙江省', '杭州市', '198.51.100.7', 'sample', (current_date - $3::int)::timestamptz + interval '12 hours'
     from generate_series(0, 1) n`,
    [tenant.id, request, days],
  )
  await world.admin.query(
    `insert into check_log (tenant_id, request_number, serial, genuine, longitude, latitude, ip, checked_at)
     values ($1, $2, 0, true, 120.155123, 30.274177, '198.51.100.7', (current_date - $3::int)::timestamptz + interval '13 hours')`,
    [tenant.id, request, days],
  )
  await world.admin.query('insert into visit_day (tenant_id, day) values ($1, current_date - $2::int)', [
    tenant.id,
    days,
  ])
}

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('RETENTION')
  await countInUtc(world)
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  const opened = await world.services.directory.open(goods.codes[0]!)
  if (!opened.known) throw new Error('known')
  request = opened.entry.requestNumber
})
beforeEach(async () => {
  for (const table of ['case_visit', 'scan_log', 'check_log', 'visit_day'])
    await world.admin.query(`delete from ${table}`)
  for (const days of [3, 150, 500]) await logged(days)
})

test('old entries lose exact position, network and device; new ones and evidence of cases keep them', async () => {
  const evidence = await world.admin.query<{ id: string }>(
    `insert into channel_case (tenant_id, kind, subject, request_number, serial, codes, visits, confidence, first_at, last_at)
     values ($1, 'speed', gen_random_uuid()::text, $2, 0, 1, 1, 50, now(), now()) returning id`,
    [tenant.id, request],
  )
  await world.admin.query(
    `insert into case_visit (tenant_id, case_id, log, entry, at, request_number, serial, weight)
     select tenant_id, $2, 'scan', id, scanned_at, request_number, serial, 1 from scan_log
     where tenant_id = $1 and serial = 0 and scanned_at::date = current_date - 150`,
    [tenant.id, evidence.rows[0]!.id],
  )
  expect(await keep()).toMatchObject({ coarse: 5 })
  expect(await entries(3)).toEqual([precise, precise])
  expect(await entries(150)).toEqual([precise, coarse])
  const { rows } = await world.admin.query(
    'select longitude, ip from check_log where tenant_id = $1 order by checked_at',
    [tenant.id],
  )
  expect(rows).toEqual([
    { longitude: coarse.longitude, ip: null },
    { longitude: coarse.longitude, ip: null },
    { longitude: precise.longitude, ip: precise.ip },
  ])
  expect(await keep(), 'a day once').toMatchObject({ coarse: 0 })
})

test('too old months are dropped once rolled up; their roll-ups stay, even when marked dirty', async () => {
  const before = await months()
  expect(await keep(), 'not before the sums have them').toMatchObject({ months: 0, waiting: 1 })
  expect(await months()).toEqual(before)
  await count()
  const counted = async () =>
    (
      await world.admin.query<{ grain: string; n: number }>(
        `select grain, sum(scans)::int as n from visit_count where tenant_id = $1 and request_number = 0 and start < current_date - 400 group by 1 order by 1`,
        [tenant.id],
      )
    ).rows
  const sums = await counted()
  expect(sums).toEqual(['day', 'hour', 'month'].map(grain => ({ grain, n: 2 })))
  expect(await keep()).toMatchObject({ months: 1, waiting: 0 })
  expect(await months()).toHaveLength(before.length - 2)
  expect(await entries(500)).toEqual([])
  expect(await entries(150)).toHaveLength(2)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  expect((await admin.post('/stats/recount', { from: day(520), to: day(1) })).code).toBe(200)
  await count()
  expect(await counted()).toEqual(sums)
})

test('the home page of a reader with a narrower scope still counts what has left the logs', async () => {
  const narrow = await world.signIn(tenant, [])
  const roleId = await makeRole(world, admin, ['trace:scan-log:list', 'trace:check-log:list'], { dataScope: '3' })
  expect((await admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)).code).toBe(200)
  const home = async () => {
    const { scans, checks, wrongChecks, cities } = (await narrow.get<Overview>('/stats/overview')).data
    return { scans, checks, wrongChecks, cities }
  }
  const expected = { scans: 6, checks: 3, wrongChecks: 0, cities: [{ name: 'Hangzhou', scans: 6 }] }
  expect(await home()).toEqual(expected)
  await count()
  expect(await home(), 'nothing twice').toEqual(expected)
  expect(await keep()).toMatchObject({ months: 1 })
  expect(await home()).toEqual(expected)
  // Entries logged since the roll-up count at once.
  await logged(2)
  expect(await home()).toEqual({ ...expected, scans: 8, checks: 4, cities: [{ name: 'Hangzhou', scans: 8 }] })
})

test('the newest three months stay, and a log in use is not waited for', async () => {
  await expect(
    world.services.database.acrossTenants('statistics', db => db.query(sql`select drop_log_partitions(current_date)`)),
  ).rejects.toThrow(/newest three months/)
  await count()
  await world.admin.query('begin')
  await world.admin.query('select count(*) from scan_log')
  await expect(keep()).rejects.toMatchObject({ code: '55P03' })
  await world.admin.query('commit')
  expect(await keep(), 'nothing was half done').toMatchObject({ months: 1 })
})
