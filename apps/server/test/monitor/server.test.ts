import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnswerOf } from '@timbermark/contract'
import type { cacheState, serverHistory, serverState } from '@timbermark/contract/calls'
import { all } from '@timbermark/phrases/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHeartbeat } from '../../src/areas/monitor/state/heartbeat.ts'
import { tellAlarms } from '../../src/areas/monitor/state/alarm-notices.ts'
import { Alarms } from '../../src/platform/alarms/alarms.ts'
import { SlowStatements } from '../../src/platform/database/slow-statements.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

/** What the operator sees of processes, database, queues and caches; nobody else sees it. */
const token = 'a-token-of-more-than-sixteen'
let world: World
let root: Caller
let stranger: Caller
let pulse: { stop(): Promise<void> }

beforeAll(async () => {
  world = await makeWorld({ environment: { METRICS_TOKEN: token } })
  pulse = startHeartbeat(world.services, 50)
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  stranger = await world.signIn(await world.makeTenant('MONITORS'), ['enterpriseAdmin'])
  await until(async () => (await world.admin.query('select 1 from server_process')).rows.length === 1)
})

afterAll(() => pulse.stop())

const state = async () => (await root.get<AnswerOf<typeof serverState>>('/monitor/server')).data
const caches = async () => (await root.get<AnswerOf<typeof cacheState>>('/monitor/cache')).data
const metrics = (authorization?: string) =>
  world.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

/** The heartbeat of another process. */
async function another(seen: string): Promise<void> {
  await world.admin.query(
    `insert into server_process (id, machine, pid, web, worker, version, node, started_at, seen_at, figures)
     select gen_random_uuid(), 'elsewhere', 7, false, true, version, node, now(), now() - $1::interval, figures from server_process limit 1`,
    [seen],
  )
}

test('OPS-05: reports processor, memory, disk and event loop of every process, whichever answers', async () => {
  await another('1 s')
  await another('5 min')
  const { processes } = await state()
  expect(processes.map(({ machine, alive, own }) => ({ other: machine === 'elsewhere', alive, own }))).toEqual(
    expect.arrayContaining([
      { other: false, alive: true, own: true },
      { other: true, alive: true, own: false },
      { other: true, alive: false, own: false },
    ]),
  )
  const { figures, pid } = processes[0]!
  expect(pid).toBe(process.pid)
  expect(figures.rss).toBeGreaterThan(10_000_000)
  expect(figures.memoryTotal).toBeGreaterThan(figures.memoryFree)
  expect(figures.diskTotal).toBeGreaterThan(figures.diskFree)
  expect(figures.processors).toBeGreaterThan(0)
  await world.admin.query(`delete from server_process where machine = 'elsewhere'`)
})

test('OPS-05: reports the database and the queues', async () => {
  const open = await world.services.database.acrossTenants('monitor', async db => {
    await db.query(sql`select 1`)
    await new Promise(later => setTimeout(later, 60))
    return state()
  })
  expect(open.database.longestTransaction).toBeGreaterThan(0.05)
  expect(open.database.connections.inTransaction).toBeGreaterThan(0)
  expect(open.database.size).toBeGreaterThan(1_000_000)
  expect(open.database.tables.length).toBeGreaterThan(5)
  await world.admin.query(
    `insert into job_outbox (name, payload, key, max_attempts, queued_at) values ('nobody', '{}', 'n', 1, now() - interval '90 s')`,
  )
  const { queues } = await state()
  expect(queues.ordered).toBe(1)
  expect(queues.oldest).toBeGreaterThan(89)
  await world.admin.query(`delete from job_outbox where name = 'nobody'`)
})

test('a slow statement is reported with its text, never with a value', async () => {
  await world.services.database.acrossTenants('monitor', db =>
    db.query(sql`select pg_sleep(0.25), ${'a secret word'}::text`),
  )
  const worst = world.services.database.slow.worst(10)
  expect(worst.find(({ text }) => text.includes('pg_sleep'))).toMatchObject({ times: 1 })
  expect(JSON.stringify(worst)).not.toContain('secret word')
  const slow = new SlowStatements()
  for (let n = 0; n < 80; n++) slow.note(`select ${n}`, 200 + n)
  slow.note('select quick', 199)
  expect(slow.worst(100)).toHaveLength(50)
  expect(slow.worst(1)).toEqual([{ text: 'select 79', times: 1, totalMs: 279, longestMs: 279 }])
})

test('the history is stored for a day, each step with the highest value of all', async () => {
  await world.admin.query('delete from server_sample')
  await world.admin.query(
    `insert into server_sample (at, process, figures)
     select date_bin('10 minutes', now() - interval '1 hour', 'epoch') + make_interval(mins => m), gen_random_uuid(),
       jsonb_build_object('machineCpu', c, 'memoryFree', 25, 'memoryTotal', 100, 'loopMost', 3, 'connections', 9, 'jobs', 0)
     from (values (1, 0.2), (2, 0.7), (12, 0.4)) v (m, c)`,
  )
  await world.admin.query(
    `insert into server_sample (at, process, figures) values (now() - interval '25 hours 5 minutes', gen_random_uuid(), '{}')`,
  )
  const { points } = (await root.get<AnswerOf<typeof serverHistory>>('/monitor/server/history')).data
  // The newest is of this process.
  expect(points.slice(0, 2).map(({ machineCpu, memory }) => [machineCpu, memory])).toEqual([
    [0.7, 0.75],
    [0.4, 0.75],
  ])
  await until(
    async () =>
      (await world.admin.query(`select 1 from server_sample where at < now() - interval '25 hours'`)).rows.length === 0,
  )
})

test('OPS-06: caches show size and hit rate, never contents; emptied, they fill again', async () => {
  await root.get('/getInfo')
  const rights = async () => (await caches()).processes[0]!.caches.accountRights!
  await until(async () => (await rights()).hits > 0)
  expect(JSON.stringify(await caches())).not.toContain(String(root.token).slice(0, 12))
  const { misses } = await rights()
  for (let n = 0; n < 3; n++) await root.get('/getInfo')
  expect((await rights()).misses, 'known by now').toBe(misses)
  // Another process asks for it.
  await world.admin.query(`insert into cache_clear (name, cleared_at) values ('accountRights', now())`)
  await until(async () => (await rights()).misses > misses, 'the emptied cache')
  // Once, not at every beat (50 ms here) from then on.
  const { misses: then } = await rights()
  for (let n = 0; n < 5; n++) {
    await new Promise(later => setTimeout(later, 60))
    await root.get('/getInfo')
  }
  expect((await rights()).misses, 'filled again').toBe(then)
  expect(await root.delete('/monitor/cache/codeDirectory')).toMatchObject({ code: 200 })
  expect((await caches()).cleared.codeDirectory).toBeDefined()
  for (const name of ['constructor', 'toString', 'all', 'sessions', '..%2F..'])
    expect((await root.delete(`/monitor/cache/${name}`)).code, name).toBe(404)
})

test('A85, A86: an enterprise sees nothing of it, anonymous callers neither', async () => {
  for (const path of ['/monitor/server', '/monitor/server/history', '/monitor/cache']) {
    expect((await stranger.get(path)).code, path).toBe(403)
    expect((await world.anonymous.get(path)).code, path).toBe(401)
  }
  expect((await stranger.delete('/monitor/cache/accountRights')).code).toBe(403)
})

test('the monitor names no folder, no setting and no address of the database', async () => {
  const text = JSON.stringify([await state(), await caches()])
  for (const secret of [
    world.services.settings.dataDir,
    new URL(world.databaseUrl).pathname.slice(1),
    'postgres://',
    token,
  ])
    expect(text).not.toContain(secret)
})

test('/metrics opens only with its token, and does not exist without one', async () => {
  const { statusCode, body, headers } = await metrics(`Bearer ${token}`)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toMatch(/^timbermark_database_bytes \d+$/m)
  expect(body).toMatch(/^timbermark_process_resident_bytes\{process="[^"]+"\} \d+$/m)
  // Each line is a comment or a sample; each family is described before its samples.
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+0-9.e]+)$/)
  const dashboard = readFileSync(join(import.meta.dirname, '../../../../docs/grafana-dashboard.json'), 'utf8')
  const drawn = [...new Set(dashboard.match(/timbermark_[a-z_]+/g))]
  expect(
    drawn.filter(name => !body.includes(`# TYPE ${name} `)),
    'figures of the ready dashboard',
  ).toEqual([])
  for (const wrong of [
    undefined,
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Basic ${token}`,
    token,
  ])
    expect((await metrics(wrong)).statusCode, String(wrong)).toBe(401)
  const closed = await makeWorld()
  expect(
    (await closed.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body,
  ).not.toContain('timbermark_')
  await closed.close()
})

test('the operator’s administrators get one notice per active alarm', async () => {
  const notices = async () =>
    Number(
      (
        await world.admin.query(`select count(*) as n from message where kind = 'alarm' and account_id = $1`, [
          root.accountId,
        ])
      ).rows[0].n,
    )
  world.services.alarms.raise('proxyUndeclared')
  await tellAlarms(world.services)
  await tellAlarms(world.services)
  expect(await notices()).toBe(1)
  const listed = await root.get('/system/notice/listTop', { 'accept-language': 'fr' })
  expect(listed.raw.toString()).toContain(all.fr['alarm.proxyUndeclared'])
  world.services.alarms.clear('proxyUndeclared')
  await world.admin.query(`update alarm_told set told_at = now() - interval '11 minutes'`)
  await tellAlarms(world.services)
  world.services.alarms.raise('proxyUndeclared')
  await tellAlarms(world.services)
  expect(await notices()).toBe(2)
  world.services.alarms.clear('proxyUndeclared')
})

test('an alarm that was raised and cleared between two looks is told once, with how often, and counted from then on', async () => {
  const alarms = new Alarms()
  const look = () => tellAlarms({ alarms, database: world.services.database })
  const facts = async () =>
    (
      await world.admin.query(
        `select facts from message where kind = 'alarm' and account_id = $1 and facts ->> 'phrase' = 'alarm.databaseDown'`,
        [root.accountId],
      )
    ).rows.map(row => row.facts)
  for (let times = 0; times < 3; times++) {
    alarms.raise('databaseDown')
    alarms.clear('databaseDown')
  }
  await look()
  expect(await facts()).toMatchObject([{ times: 3, help: 'alarm.short' }])
  // Every minute again: the same story, told once.
  alarms.raise('databaseDown')
  alarms.clear('databaseDown')
  await look()
  await look()
  expect(await facts()).toHaveLength(1)
  const { rows } = await world.admin.query(`select times from alarm_told where key = 'databaseDown'`)
  expect(rows).toEqual([{ times: 4 }])
  // One that a look has seen was told as an active one.
  alarms.raise('databaseSilent')
  expect(alarms.takeShort()).toEqual([])
  alarms.clear('databaseSilent')
  expect(alarms.takeShort()).toEqual([])
})

test('alarms that only a process without jobs sees are reported too: an undeclared proxy, an unwritable disk', async () => {
  const notices = async () =>
    (
      await world.admin.query(
        `select count(*)::int as n from message where kind = 'alarm' and account_id = $1 and facts ->> 'phrase' = 'alarm.filesUnwritable'`,
        [root.accountId],
      )
    ).rows[0].n as number
  const alarms = new Alarms()
  alarms.raise('filesUnwritable')
  const web = startHeartbeat({ ...world.services, alarms, settings: { ...world.services.settings, worker: false } }, 50)
  await expect.poll(notices).toBe(1)
  await web.stop()
})
