import { randomUUID } from 'node:crypto'
import type { CheckAnswer, ScanAnswer } from '@timbermark/contract/trace'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Visits } from '../../src/areas/trace/visits/visits.ts'
import type { Visit } from '../../src/areas/trace/visits/visit-counter.ts'
import { makeScene, type Scene } from './scene.ts'

let scene: Scene
let next = 0
let code: string

beforeAll(async () => {
  scene = await makeScene('ONCE')
})
beforeEach(async () => {
  code = scene.goods.codes[next++]!
  await scene.world.admin.query('truncate check_limit')
})

const scan = async (visit: string | undefined, text = code) =>
  (await scene.world.anonymous.post<ScanAnswer>('/trace/scan', { code: text, visit })).data
const check = async (visit: string | undefined, securityCode: string, more: object = {}) =>
  (await scene.world.anonymous.post<CheckAnswer>('/trace/check', { code, securityCode, visit, ...more })).data

async function right(): Promise<string> {
  const opened = await scene.world.services.directory.open(code)
  if (!opened.known) throw new Error('a code of ours')
  return opened.codes.security(opened.serial, opened.entry.codeRule, opened.entry.securityLength)
}

/** Counts of the code in the database. */
async function held() {
  const opened = await scene.world.services.directory.open(code)
  if (!opened.known) throw new Error('a code of ours')
  const { rows } = await scene.world.admin.query(
    `select s.scans, s.checks, s.wrong_checks,
            (select count(*)::int from scan_log l where l.request_number = s.request_number and l.serial = s.serial) as scans_logged,
            (select count(*)::int from check_log l where l.request_number = s.request_number and l.serial = s.serial) as checks_logged
     from code_stat s where request_number = $1 and serial = $2`,
    [opened.entry.requestNumber, opened.serial],
  )
  return rows[0]
}

test('a repeated scan of a visit is counted once and gets the same answer', async () => {
  const visit = randomUUID()
  const first = await scan(visit)
  expect(first).toMatchObject({ scans: 1, first: true })
  await scan(undefined)
  await scan(randomUUID())
  expect(await scan(visit)).toEqual(first)
  expect(await held()).toMatchObject({ scans: 3, scans_logged: 3 })
})

test('a visit to another code is another scan', async () => {
  const visit = randomUUID()
  await scan(visit)
  expect(await scan(visit, scene.goods.codes[next++]!)).toMatchObject({ scans: 1, first: true })
})

test('repetitions in any order, among others, count once per visit', async () => {
  const visits = Array.from({ length: 30 }, () => randomUUID())
  const sent = [...visits, ...visits, ...visits, ...Array.from({ length: 20 }, () => undefined)].sort(
    () => Math.random() - 0.5,
  )
  const answers = await Promise.all(
    sent.map(async visit => {
      await new Promise(done => setTimeout(done, Math.random() * 30))
      return { visit, answer: await scan(visit) }
    }),
  )
  expect(await held()).toMatchObject({ scans: 50, scans_logged: 50 })
  for (const visit of visits)
    expect(new Set(answers.filter(one => one.visit === visit).map(one => JSON.stringify(one.answer))).size).toBe(1)
  const scansByVisit = new Map(answers.map(({ visit, answer }, n) => [visit ?? n, answer.scans]))
  expect([...scansByVisit.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const { rows } = await scene.world.admin.query('select sum(scans)::int as n from scan_day')
  expect(rows[0].n).toBe((await scene.world.admin.query('select count(*)::int as n from scan_log')).rows[0].n)
})

test('two processes that get the same visit at the same moment count it once', async () => {
  const { database, log } = scene.world.services
  const writers = [1, 2, 3].map(() => new Visits(database, log))
  const visit = (n: number): Visit => ({
    tenantId: scene.tenant.id,
    requestNumber: 6_000_000,
    serial: n,
    productId: 1,
    longitude: null,
    latitude: null,
    country: null,
    province: null,
    city: null,
    district: null,
    ip: null,
    device: null,
    mark: Buffer.alloc(32, n + 1),
  })
  for (let n = 0; n < 40; n++) {
    const answers = await Promise.all(writers.map(writer => writer.scan(visit(n))))
    expect(answers.every(answer => answer.scans === 1 && answer.first)).toBe(true)
  }
  const { rows } = await scene.world.admin.query(
    'select sum(scans)::int as n from code_stat where request_number = 6000000',
  )
  expect(rows[0].n).toBe(40)
})

describe('a visit is one device, one code, half an hour', () => {
  const by = async (device: string, more: object = {}) =>
    (await scene.world.anonymous.post<ScanAnswer>('/trace/scan', { code, device, visit: randomUUID(), ...more })).data
  /** As if the visits so far had been some minutes earlier: their keys hold the half hour in which they began. */
  async function pass(minutes: number) {
    const now = Date.now
    const ahead = (Date as { now: () => number }).now
    restore = () => (Date.now = now)
    Date.now = () => ahead() + minutes * 60_000
    // On the first day of a month that was in the month before.
    await scene.world.admin.query(`select ensure_log_partitions((current_date - interval '1 day')::date)`)
    for (const [table, moment] of [
      ['visit_answer', 'told_at'],
      ['scan_log', 'scanned_at'],
    ])
      await scene.world.admin.query(`update ${table} set ${moment} = ${moment} - ${minutes} * interval '1 minute'`)
  }
  let restore = () => {}
  afterEach(() => restore())

  test('pages that are loaded again, restored or opened twice are the same visit', async () => {
    const first = await by('phone-a')
    for (let n = 0; n < 5; n++) expect(await by('phone-a')).toEqual(first)
    await Promise.all(Array.from({ length: 20 }, () => by('phone-a')))
    expect(await held()).toMatchObject({ scans: 1, scans_logged: 1 })
    expect(await by('phone-b')).toMatchObject({ scans: 2, first: false })
    expect(await by('phone-a', { code: scene.goods.codes[next++]! })).toMatchObject({ scans: 1, first: true })
  })

  test.each([1, 14, 29])('%i minutes later it is still the visit, over the full and half hours too', async minutes => {
    const first = await by('phone-a')
    await pass(minutes)
    expect(await by('phone-a')).toEqual(first)
    expect(await held()).toMatchObject({ scans: 1, scans_logged: 1 })
  })

  test.each([31, 45, 61, 600])('%i minutes later it is another', async minutes => {
    await by('phone-a')
    await pass(minutes)
    expect(await by('phone-a')).toMatchObject({ scans: 2, first: false })
    expect(await by('phone-a')).toMatchObject({ scans: 2, first: false })
    expect(await held()).toMatchObject({ scans: 2, scans_logged: 2 })
  })

  test('takes a position that comes later, once', async () => {
    const here = { longitude: 113.3245, latitude: 23.1064 }
    await by('phone-a')
    await pass(20)
    await by('phone-a', here)
    await by('phone-a', { longitude: 121.4737, latitude: 31.2304 })
    const { rows } = await scene.world.admin.query(
      'select city from scan_log where serial = $1 and request_number < 6000000',
      [next - 1],
    )
    expect(rows).toEqual([{ city: '\u5e7f\u5dde\u5e02' }])
  })

  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ])('a page that is loaded in advance is none: %j', async headers => {
    const answer = await scene.world.app.inject({
      method: 'POST',
      url: '/api/trace/scan',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: { code, device: 'phone-a' },
    })
    expect(answer.json()).toMatchObject({ error: 'trace.prefetch' })
    expect(await held()).toBeUndefined()
  })
})

test('a repeated check is counted once; another attempt of the visit is another check', async () => {
  const visit = randomUUID()
  const wrong = await check(visit, 'WRONG-CODE')
  expect(wrong).toMatchObject({ outcome: 'notGenuine', checks: 1, first: false })
  const first = await check(visit, await right())
  expect(first).toMatchObject({ outcome: 'genuine', checks: 2, first: true })
  expect(await check(undefined, await right())).toMatchObject({ checks: 3, first: false })
  expect(await check(visit, await right())).toEqual(first)
  expect(await check(visit, ` ${(await right()).toLowerCase()} `)).toEqual(first)
  expect(await check(visit, 'WRONG-CODE')).toEqual(wrong)
  expect(await held()).toMatchObject({ checks: 2, wrong_checks: 1, checks_logged: 3 })
})

test('a repeated wrong attempt does not use up attempts', async () => {
  const visit = randomUUID()
  for (let n = 0; n < 15; n++) expect((await check(visit, 'WRONG-CODE')).challenge).toBeUndefined()
  expect((await check(randomUUID(), await right())).outcome).toBe('genuine')
})

test('the stored row of a visit contains neither the code nor the typed text', async () => {
  const visit = randomUUID()
  const typed = await right()
  await check(visit, typed)
  const { rows } = await scene.world.admin.query('select v::text as row from visit_answer v')
  for (const { row } of rows) {
    expect(row).not.toContain(Buffer.from(typed).toString('hex'))
    expect(row).not.toContain(typed)
  }
})

describe('a position that comes after the scan was counted (TRC-08)', () => {
  const here = { longitude: 113.3245, latitude: 23.1064 }
  const there = { longitude: 121.4737, latitude: 31.2304 }
  const place = async (visit: string | undefined, position: object) =>
    (await scene.world.anonymous.post<ScanAnswer>('/trace/scan', { code, visit, ...position })).data
  const entries = async () =>
    (
      await scene.world.admin.query(
        'select longitude::float8, city from scan_log where serial = $1 and request_number < 6000000 order by id',
        [next - 1],
      )
    ).rows
  const ofDay = async () =>
    (await scene.world.admin.query('select city, sum(scans)::int as n from scan_day group by 1 order by 1')).rows
  const fromLog = async () =>
    (
      await scene.world.admin.query(
        "select coalesce(city, '') as city, count(*)::int as n from scan_log group by 1 order by 1",
      )
    ).rows

  test('is added to the same scan and to the sum of its city, once', async () => {
    const visit = randomUUID()
    const firstAnswer = await scan(visit)
    await scan(undefined)
    expect(await place(visit, here)).toEqual(firstAnswer)
    expect(await place(visit, there)).toEqual(firstAnswer)
    expect(await entries()).toMatchObject([{ longitude: 113.3245, city: '广州市' }, { longitude: null }])
    expect((await ofDay()).filter(({ n }) => n > 0)).toEqual(await fromLog())
  })

  test('changes no scan that has a position, and no other visit', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    await place(one, here)
    await place(two, {})
    await place(one, there)
    expect(await entries()).toMatchObject([{ city: '广州市' }, { city: null }])
  })

  test('is not lost when both arrive together, among many others', async () => {
    const visits = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(visits.flatMap((visit, n) => [place(visit, {}), ...(n % 2 ? [place(visit, here)] : [])]))
    const rows = await entries()
    expect(rows).toHaveLength(20)
    expect(rows.filter(({ city }) => city === '广州市')).toHaveLength(10)
    expect((await ofDay()).filter(({ n }) => n > 0)).toEqual(await fromLog())
  })
})

test('visits are deleted after a day', async () => {
  const visit = randomUUID()
  await scan(visit)
  await scene.world.admin.query(`update visit_answer set told_at = now() - interval '25 hours'`)
  await new Visits(scene.world.services.database, scene.world.services.log).upkeep()
  expect(await scan(visit)).toMatchObject({ scans: 2, first: false })
})

test('a visit id is a UUID', async () => {
  const answer = await scene.world.anonymous.post('/trace/scan', { code, visit: 'x' })
  expect(answer.error).toBe('invalid')
})
