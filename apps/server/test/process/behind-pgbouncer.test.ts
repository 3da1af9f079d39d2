import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueFields, stageByKey } from '@timbermark/contract/stages'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import type { RoleUrls } from '../../src/platform/database/migrate.ts'
import { assertConnections } from '../../src/start/assert-connections.ts'
import { limits } from '../../src/platform/database/limits.ts'
import { codeRequest } from '../code-request.ts'
import { authorize, circulationOf, type Goods, makeBatch, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { startPair } from './pair.ts'
import { findPgbouncer, type Pgbouncer, startPgbouncer, versionOf } from './pgbouncer.ts'
import { call, endAll, type ServerProcess, startServer } from './server-process.ts'

/**
 * Two processes of `npm run serve` whose connections go through PgBouncer in transaction mode, with fewer connections
 * behind it than one process asks for. A machine that has no PgBouncer and no package of it says so and tries none of
 * this; with `PGBOUNCER=required` that is a failure.
 */
const pgbouncer = findPgbouncer()
if (!pgbouncer)
  console.warn('NO PGBOUNCER on this machine: the server behind a pooler is not tried. apt-get install pgbouncer')

const folder = mkdtempSync(join(tmpdir(), 'timbermark-pooled-'))

test('a pooler is there where it has to be', () => {
  expect(pgbouncer !== undefined || process.env.PGBOUNCER !== 'required').toBe(true)
})

describe.skipIf(!pgbouncer)(`behind PgBouncer ${pgbouncer && versionOf(pgbouncer)}`, () => {
  let pooler: Pgbouncer
  let world: World
  let admin: Caller
  let field: Caller
  let goods: Goods
  let servers: [ServerProcess, ServerProcess]
  let urls: { server: string; worker: string; owner: string }
  let codes: string[]

  beforeAll(async () => {
    world = await makeWorld({ environment: { PUBLIC_URL: 'https://trace.example' } })
    const cluster = inject('cluster')
    const at = (url: string) =>
      Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
    urls = { server: at(cluster.serverUrl), worker: at(cluster.workerUrl), owner: world.databaseUrl }
    pooler = await startPgbouncer(pgbouncer!, Object.values(urls))
    const tenant = await world.makeTenant('POOLED')
    admin = await world.signIn(tenant, ['enterpriseAdmin'])
    field = await world.signIn(tenant, ['fieldReporter'])
    goods = await makeGoods(world, admin)
    await authorize(admin, field.accountId, ['felling'])
    const pair = await startPair(world, folder, {
      DATABASE_URL: pooler.through(urls.server),
      DATABASE_WORKER_URL: pooler.through(urls.worker),
      DATABASE_DIRECT_URL: urls.worker,
    })
    servers = pair.servers
  })

  afterAll(async () => {
    await endAll()
    await pooler?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const either = (n: number) => servers[n % 2]!

  const report = async (n: number, reportId = randomUUID()) =>
    call<{ accepted: string[] }>(
      either(n),
      'POST',
      '/stage/report',
      {
        reportId,
        stage: 'felling',
        templateId: await templateOf(world, 'felling'),
        circulationId: await circulationOf(world, 'free'),
        documentCode: goods.documentCode,
        operator: 'Demo operator',
        time: '2026-11-01T08:00:00Z',
        codes: [goods.codes[n]],
        values: sampleValues(valueFields(stageByKey('felling')).filter(({ required }) => required)),
        longitude: 9.45,
        latitude: 0.39,
      },
      field.token!,
    )

  test('codes are made, and both processes hear of them', async () => {
    const batch = await makeBatch(world, admin)
    const { data } = await call<{ id: number }>(servers[0], 'POST', '/code/request', codeRequest(batch), admin.token!)
    expect((await call(servers[1], 'PUT', `/code/request/${data.id}/submit`, undefined, admin.token!)).code).toBe(200)
    await expect
      .poll(async () => (await call(servers[0], 'GET', `/code/request/${data.id}`, undefined, admin.token!)).data, {
        timeout: 60_000,
      })
      .toMatchObject({ status: 'completed' })
    const list = await fetch(`${servers[0].url}/api/code/qr/list?requestId=${data.id}&limit=20`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    codes = ((await list.json()) as { rows: { code: string }[] }).rows.map(({ code }) => code)
    for (const server of servers)
      await expect
        .poll(async () => (await call(server, 'GET', `/trace/${codes[0]}`)).code, { timeout: 30_000 })
        .toBe(200)
  })

  test('a report is sealed and proven; pages, scans and checks of many readers hold', async () => {
    expect(await report(0)).toMatchObject({ code: 200, data: { accepted: [goods.codes[0]] } })
    await expect
      .poll(
        async () => {
          const mine = await fetch(`${servers[1].url}/api/stage/record/mine`, {
            headers: { authorization: `Bearer ${field.token}` },
          })
          return ((await mine.json()) as { rows: { ledger: string }[] }).rows[0]?.ledger
        },
        { timeout: 30_000 },
      )
      .not.toBe('queued')
    // Each reading is prepared under a name, on whichever connection the pooler lends.
    const wrong: string[] = []
    const readers = Array.from({ length: 8 }, async (_, reader) => {
      for (let n = reader; n < 80; n += 8) {
        const code = n % 3 === 0 ? goods.codes[0]! : codes[n % codes.length]!
        const path = n % 4 < 2 ? `/trace/${code}` : `/trace/${code}/proof`
        let answer = await call(either(n), 'GET', path)
        // A slow machine has no turn for so many at once; readers are told to try again.
        while (answer.error === 'trace.busy') answer = await call(either(n), 'GET', path)
        if (answer.code !== 200) wrong.push(`${answer.code} ${answer.error} ${path}`)
      }
    })
    await Promise.all(readers)
    expect(wrong, servers.map(server => server.said()).join('\n')).toEqual([])
    const { data } = await call<{ stages: unknown[] }>(servers[1], 'GET', `/trace/${goods.codes[0]}`)
    expect(data.stages).toHaveLength(1)
    const scans = await Promise.all(
      codes.map((code, n) => call<{ scans: number }>(either(n), 'POST', '/trace/scan', { code })),
    )
    expect(scans.map(({ code, data }) => [code, data.scans])).toEqual(codes.map(() => [200, 1]))
    const check = await call<{ outcome: string }>(servers[0], 'POST', '/trace/check', {
      code: codes[0],
      securityCode: 'AAAAAAAA',
    })
    expect(check).toMatchObject({ code: 200 })
  })

  test('what outlives a transaction goes past the pooler, and nothing else does', async () => {
    const { rows } = await world.admin.query<{ name: string; n: number }>(`
      select application_name as name, count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'timbermark%' and client_port is not null group by 1`)
    const count = Object.fromEntries(rows.map(({ name, n }) => [name, n]))
    // One probe for each process, one listener for each channel; the world of this test has a probe of its own.
    expect(count['timbermark-pulse']).toBe(3)
    expect(count['timbermark-listen']).toBeGreaterThanOrEqual(4)
    expect(count['timbermark-queue']).toBeGreaterThanOrEqual(2)
    const locks = await world.admin.query<{ name: string }>(`
      select distinct a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and a.datname = current_database() and a.state = 'idle'`)
    expect(locks.rows.map(({ name }) => name)).toEqual(['timbermark-pulse'])
  })

  test('the limits hold for single statements and for transactions, and leave nothing behind in the pooler', async () => {
    const { rows } = await world.admin.query<{ role: string; config: string[] }>(`
      select setrole::regrole::text as role, setconfig as config from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()) order by 1`)
    expect(rows).toEqual(
      (['server', 'worker'] as const).map(role => ({
        role: `timbermark_${role}`,
        config: [
          `statement_timeout=${limits[role].statement}ms`,
          `lock_timeout=${limits[role].lock}ms`,
          `idle_in_transaction_session_timeout=${limits[role].idle}ms`,
        ],
      })),
    )
    // A locked row: the call gives up on it while it can still answer, though no limit was set by connecting.
    const added = await call<{ id: number }>(
      servers[0],
      'POST',
      '/catalog/category',
      { name: 'Locked', orderNum: 1 },
      admin.token!,
    )
    await world.admin.query('begin')
    await world.admin.query('select from category where id = $1 for update', [added.data.id])
    const refused = await call(servers[0], 'DELETE', `/catalog/category/${added.data.id}`, undefined, admin.token!)
    await world.admin.query('rollback')
    expect(refused.code).not.toBe(200)
    // Whoever borrows a connection of the pooler next finds the role's limits on it, not those of that call.
    const borrower = new pg.Client({ connectionString: pooler.through(urls.server) })
    await borrower.connect()
    const session = await borrower.query<{ lock: string }>(`select current_setting('lock_timeout') as lock`)
    await borrower.end()
    expect(['0', `${limits.server.lock / 1000}s`]).toContain(session.rows[0]!.lock)
  })

  test('a restart of the pooler under load loses nothing that was acknowledged', async () => {
    const sent: { id: string; accepted: boolean }[] = []
    let isOver = false
    const writers = [0, 1, 2].map(async first => {
      for (let n = first; !isOver; n += 3) {
        const name = `Pooled ${n} ${randomUUID()}`
        const answer = await call(either(n), 'POST', '/catalog/category', { name, orderNum: 1 }, admin.token!).catch(
          () => undefined,
        )
        sent.push({ id: name, accepted: answer?.code === 200 })
      }
    })
    for (let turn = 0; turn < 3; turn++) {
      const before = sent.length
      await expect
        .poll(() => sent.filter(({ accepted }) => accepted).length, { timeout: 60_000 })
        .toBeGreaterThan(before + 5)
      await pooler.restart()
    }
    const after = sent.filter(({ accepted }) => accepted).length
    await expect
      .poll(() => sent.filter(({ accepted }) => accepted).length, { timeout: 60_000 })
      .toBeGreaterThan(after + 5)
    isOver = true
    await Promise.all(writers)
    const accepted = sent.filter(each => each.accepted).map(({ id }) => id)
    const { rows } = await world.admin.query<{ name: string; n: number }>(
      'select name, count(*)::int as n from category where name = any($1) group by 1',
      [accepted],
    )
    expect(rows.length).toBe(accepted.length)
    expect(rows.filter(({ n }) => n !== 1)).toEqual([])
    expect(await report(1)).toMatchObject({ code: 200 })
    for (const server of servers) expect(server.said()).not.toMatch(/unhandled|42P05|26000/i)
  })

  const change = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).toString()

  test.each<[string, RegExp, () => Partial<RoleUrls & { ownerUrl: string }>]>([
    [
      'there is no direct line',
      /^DATABASE_WORKER_URL: a pooler shares .*set DATABASE_DIRECT_URL/,
      () => ({ directUrl: undefined }),
    ],
    [
      'the owner connects through the pooler',
      /^DATABASE_OWNER_URL: a pooler shares/,
      () => ({ ownerUrl: pooler.through(urls.owner) }),
    ],
    [
      'the pooler refuses a startup parameter',
      /^DATABASE_URL: .*the pooler refuses a startup parameter/,
      () => ({ serverUrl: `${pooler.through(urls.server)}?options=-c%20statement_timeout%3D1000` }),
    ],
    [
      'the password is wrong',
      /^DATABASE_URL: .* does not let the role timbermark_server in/,
      () => ({ serverUrl: change(pooler.through(urls.server), { password: 'wrong' }) }),
    ],
    [
      'there is no such database',
      /^DATABASE_URL: .* has no database nowhere/,
      () => ({ serverUrl: change(urls.server, { pathname: '/nowhere' }) }),
    ],
    [
      'nothing listens',
      /^DATABASE_URL: .*nothing listens at 127.0.0.1:1 /,
      () => ({ serverUrl: change(urls.server, { port: '1' }) }),
    ],
  ])(
    'a start that cannot connect says why in a sentence that names the setting: %s',
    async (_case, sentence, changed) => {
      const { ownerUrl, ...roleUrls } = {
        serverUrl: pooler.through(urls.server),
        workerUrl: pooler.through(urls.worker),
        directUrl: urls.worker,
        ownerUrl: urls.owner,
        ...changed(),
      }
      const settings = { databaseWorkerUrl: urls.worker, databaseOwnerUrl: ownerUrl }
      await expect(assertConnections(settings, roleUrls, () => {})).rejects.toThrow(sentence)
    },
  )

  test('a start that must not go on ends at once', async () => {
    const server = startServer({
      mode: 'production',
      dataDir: mkdtempSync(join(folder, 'start-')),
      port: 0,
      environment: {
        DATABASE_EMBEDDED: 'off',
        DATABASE_URL: pooler.through(urls.server),
        DATABASE_WORKER_URL: pooler.through(urls.worker),
        MASTER_KEY_FILE: join(folder, 'master.key'),
        PUBLIC_URL: 'https://trace.example',
      },
    })
    expect(await server.ended).toBe(1)
    expect(server.said()).toMatch(/^Timbermark cannot start:\nDATABASE_WORKER_URL: a pooler shares/m)
    expect(server.said()).not.toContain('trying again')
  })
})
