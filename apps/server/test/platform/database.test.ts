import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { runInCall } from '../../src/platform/database/call-scope.ts'
import { Database, type Db, RevokedHandle } from '../../src/platform/database/database.ts'
import { assertSafeRoles } from '../../src/platform/database/safe-roles.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { DatabaseUnavailable } from '../../src/platform/unavailable.ts'
import { makeWorld, type World } from '../harness.ts'

/** The leaks that drivers and pools are known for: none of them may show one enterprise another's row. */
let world: World
let one: Database
let a = 0
let b = 0

beforeAll(async () => {
  world = await makeWorld()
  a = (await world.makeTenant('LEAK-A')).id
  b = (await world.makeTenant('LEAK-B')).id
  for (const tenant of [a, b])
    await world.services.database.withTenant(tenant, db =>
      db.execute(sql`insert into category (tenant_id, name) values (${tenant}, ${`CANARY-${tenant}`})`),
    )
  // One connection, so that the next user gets it in whatever state it was left.
  const at = (url: string) => Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
  const { inject } = await import('vitest')
  const cluster = inject('cluster')
  one = new Database({ serverUrl: at(cluster.serverUrl), workerUrl: at(cluster.workerUrl), poolSize: 1 })
  return () => one.close()
})

const names = (db: Db) =>
  db.query<{ name: string }>(sql`select name from category`).then(rows => rows.map(row => row.name))

test('a handle is dead when its transaction has ended', async () => {
  let leaked: Db | undefined
  await one.withTenant(a, async db => {
    leaked = db
  })
  await expect(leaked!.query(sql`select 1`)).rejects.toBeInstanceOf(RevokedHandle)
})

test('the next borrower of a connection sees nothing of the last one’s tenant', async () => {
  expect(await one.withTenant(a, names)).toEqual([`CANARY-${a}`])
  expect(await one.withoutTenant(names)).toEqual([])
  expect(await one.withTenant(b, names)).toEqual([`CANARY-${b}`])
})

test('a prepared statement shows each connection user the rows of its own tenant, also once its plan is cached', async () => {
  for (let turn = 0; turn < 8; turn++) {
    expect(await one.readTenant(a, names)).toEqual([`CANARY-${a}`])
    expect(await one.readTenant(b, names)).toEqual([`CANARY-${b}`])
  }
  const plans = await one.withTenant(a, db =>
    db.one<{ generic: number }>(
      sql`select generic_plans as generic from pg_prepared_statements where statement like '%from category%'`,
    ),
  )
  expect(plans.generic).toBeGreaterThan(0)
})

test('a prepared statement is prepared again when its table has changed', async () => {
  const all = (db: Db) => db.query(sql`select * from category where tenant_id = ${a}`)
  await one.readTenant(a, all)
  await world.admin.query('alter table category add column colour text')
  expect((await one.readTenant(a, all))[0]).toHaveProperty('colour', null)
  await world.admin.query('alter table category drop column colour')
  expect((await one.readTenant(a, all))[0]).not.toHaveProperty('colour')
})

test('what is written by a prepared statement is written once, also when its table has got another form', async () => {
  const write = () =>
    one.writeAcrossTenants(
      'scan',
      sql`insert into category (tenant_id, name) values (${a}, 'prepared ' || gen_random_uuid()) returning *`,
      { often: true },
    )
  const written = async () =>
    (await world.admin.query(`select count(*)::int as n from category where name like 'prepared %'`)).rows[0].n
  await write()
  await world.admin.query('alter table category add column colour text')
  expect((await write())[0]).toHaveProperty('colour', null)
  await world.admin.query('alter table category drop column colour')
  expect((await write())[0]).not.toHaveProperty('colour')
  expect(await written()).toBe(3)
  await world.admin.query(`delete from category where name like 'prepared %'`)
})

test('a failed transaction leaves no rows and no tenant behind', async () => {
  await expect(
    one.withTenant(a, async db => {
      await db.execute(sql`insert into category (tenant_id, name) values (${a}, 'half')`)
      throw new Error('in the middle')
    }),
  ).rejects.toThrow('in the middle')
  expect(await one.withoutTenant(names)).toEqual([])
  expect(await one.withTenant(a, names)).toEqual([`CANARY-${a}`])
})

test('work in another tenant sees only its rows, is of the same transaction, and gives the first tenant back', async () => {
  const other = { inOther: '', outer: '', after: '' }
  await one.withTenant(a, async db => {
    const work = db.inTenant('custody', b, async inB => {
      other.inOther = (await names(inB)).join()
      other.outer = await names(db).then(
        () => 'answered',
        (error: Error) => error.message,
      )
      expect(inB.tenant).toBe(b)
      await inB.execute(sql`update category set name = name where tenant_id = ${b}`)
    })
    await work
    other.after = (await names(db)).join()
  })
  expect(other.inOther.split(',').every(name => name.endsWith(`-${b}`))).toBe(true)
  expect(other.outer).toContain('another tenant')
  expect(other.after).toContain(`CANARY-${a}`)
  expect(other.after).not.toContain(`CANARY-${b}`)
})

test('work in another tenant that fails writes nothing in either, and a refusal that is caught gives the first tenant back', async () => {
  const add = (db: Db, tenant: number) =>
    db.execute(sql`insert into category (tenant_id, name) values (${tenant}, 'HALF')`)
  const broken = one.withTenant(a, async db => {
    await add(db, a)
    await db.inTenant('custody', b, async inB => {
      await add(inB, b)
      await inB.query(sql`select 1 / 0`)
    })
  })
  await expect(broken).rejects.toThrow('division by zero')
  // Rows of the first tenant cannot be written under the name of the other one, nor the other way round.
  await expect(one.withTenant(a, db => db.inTenant('custody', b, inB => add(inB, a)))).rejects.toThrow(
    'row-level security',
  )
  for (const nobody of [0, -1, 1.5, Number.NaN, null as never])
    await expect(one.withTenant(a, db => db.inTenant('custody', nobody, names))).rejects.toThrow('A tenant is needed')
  await expect(one.acrossTenants('custody', db => db.inTenant('custody', b, names))).rejects.toThrow('has no tenant')
  const refused = await one.withTenant(a, async db => {
    await db.inTenant('custody', b, () => Promise.reject(new Error('refused'))).catch(() => {})
    return names(db)
  })
  expect(refused).toContain(`CANARY-${a}`)
  expect(refused).not.toContain(`CANARY-${b}`)
  const { rows } = await world.admin.query(`select id from category where name = 'HALF'`)
  expect(rows).toEqual([])
  expect(await one.withTenant(b, names)).toContain(`CANARY-${b}`)
})

test('a setting that code makes for the whole session does not outlive its failure', async () => {
  await expect(
    one.withTenant(a, async db => {
      await db.execute(sql`select set_config('app.tenant', ${String(a)}, false)`)
      await db.execute(sql`select 1/0`)
    }),
  ).rejects.toThrow()
  expect(await one.withoutTenant(names)).toEqual([])
})

test('a killed connection fails its own work only', async () => {
  const killer = new pg.Client({ connectionString: world.databaseUrl })
  await killer.connect()
  await expect(
    one.withTenant(a, async db => {
      const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await killer.query('select pg_terminate_backend($1)', [pid])
      await new Promise(done => setTimeout(done, 50))
      return names(db)
    }),
  ).rejects.toThrow()
  expect(await one.withTenant(b, names)).toEqual([`CANARY-${b}`])
  await killer.end()
})

test('no tenant, zero or nonsense is refused before anything is sent', async () => {
  const before = one.statements
  for (const tenant of [0, -1, Number.NaN, 1.5])
    expect(() => one.withTenant(tenant, names)).toThrow('A tenant is needed')
  expect(one.statements).toBe(before)
})

test('wake-ups run after the commit and never after a rollback', async () => {
  const events: string[] = []
  await one.withTenant(a, async db => db.afterCommit(() => events.push('committed')))
  await one
    .withTenant(a, async db => {
      db.afterCommit(() => events.push('rolled back'))
      throw new Error('no')
    })
    .catch(() => {})
  expect(events).toEqual(['committed'])
})

test('a role that can bypass row security is refused at start', async () => {
  const unsafe = new Database({ serverUrl: world.databaseUrl, workerUrl: world.databaseUrl, poolSize: 1 })
  await expect(assertSafeRoles(unsafe)).rejects.toThrow('DATABASE_URL')
  await unsafe.close()
  await expect(assertSafeRoles(world.services.database)).resolves.toBeUndefined()
})

test('the worker’s role is judged like the server’s, also by what it may become', async () => {
  const { pathname } = new URL(world.databaseUrl)
  const as = (user: string, url = inject('cluster').serverUrl) =>
    Object.assign(new URL(url), { pathname, ...(user && { username: user, password: 'x' }) }).toString()
  const judge = async (workerUrl: string) => {
    const database = new Database({ serverUrl: as(''), workerUrl, poolSize: 1 })
    const outcome = await assertSafeRoles(database).then(
      () => 'safe',
      (error: Error) => error.message,
    )
    await database.close()
    return outcome
  }
  expect(await judge(world.databaseUrl)).toContain('DATABASE_WORKER_URL')
  const role = `unsafe_${randomBytes(4).toString('hex')}`
  const owner = (
    await world.admin.query<{ name: string }>(`select tableowner as name from pg_tables where tablename = 'account'`)
  ).rows[0]!.name
  await world.admin.query(`create role ${role} login password 'x' in role timbermark_worker`)
  expect(await judge(as(role)), 'as the worker').toBe('safe')
  await world.admin.query(`grant "${owner}" to ${role}`)
  expect(await judge(as(role)), 'it may become the owner').toContain('DATABASE_WORKER_URL')
  await world.admin.query(`drop role ${role}`)
})

test('each node of a distributed database is asked, and one unsafe or silent node is enough', async () => {
  // No cluster: an extension of its name, whose nodes answer what the table says.
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-extension-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'extension'))
  writeFileSync(join(folder, 'extension/citus.control'), `default_version = '1'\nrelocatable = false\n`)
  writeFileSync(
    join(folder, 'extension/citus--1.sql'),
    `create table public.node_answer (nodeid int, success bool, result text, asked text);
     grant select, update on public.node_answer to timbermark_server, timbermark_worker;
     create function public.run_command_on_all_nodes(command text) returns table (nodeid int, success bool, result text)
     language sql as 'update public.node_answer set asked = command; select nodeid, success, result from public.node_answer';`,
  )
  await world.admin.query(`select set_config('extension_control_path', $1, false)`, [`${folder}:$system`])
  await world.admin.query('create extension citus')
  const judge = () => assertSafeRoles(world.services.database)
  await world.admin.query(`insert into node_answer values (1, true, 'safe'), (2, true, 'safe'), (3, true, 'safe')`)
  await expect(judge()).resolves.toBeUndefined()
  // What the nodes are asked answers in one text on a real node, of a safe role and of an unsafe one.
  const { asked } = (await world.admin.query<{ asked: string }>('select distinct asked from node_answer')).rows[0]!
  expect((await world.admin.query<{ verdict: string }>(asked)).rows).toEqual([{ verdict: 'unsafe' }])
  await world.admin.query('begin; set local role timbermark_server')
  expect((await world.admin.query<{ verdict: string }>(asked)).rows).toEqual([{ verdict: 'safe' }])
  await world.admin.query('rollback')
  await world.admin.query(`update node_answer set result = 'unsafe' where nodeid = 3`)
  await expect(judge()).rejects.toThrow(/DATABASE_URL: .* on node 3 /)
  await world.admin.query(`update node_answer set success = false, result = 'connection refused' where nodeid = 3`)
  await expect(judge()).rejects.toThrow(DatabaseUnavailable)
  await world.admin.query('drop extension citus')
  rmSync(folder, { recursive: true })
})

test('a listener that is closed at any moment of its connecting ends', async () => {
  const { database } = world.services
  for (let milliseconds = 0; milliseconds < 60; milliseconds += 3) {
    const listener = database.listen(
      'nothing',
      () => {},
      () => {},
    )
    await new Promise(wake => setTimeout(wake, milliseconds))
    await listener.close()
  }
})

test('a call waits for connections no longer in all than it would for one', async () => {
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  let has = () => {}
  const taken = new Promise<void>(done => {
    has = done
  })
  const holder = one.withTenant(a, async () => {
    has()
    await held
  })
  await taken
  const waits: number[] = []
  await runInCall({ connectionBudget: { leftMs: 600 } }, async () => {
    for (let time = 0; time < 4; time++) {
      const begun = performance.now()
      await expect(one.withTenant(a, async () => {})).rejects.toThrow(DatabaseUnavailable)
      waits.push(performance.now() - begun)
    }
  })
  expect(waits[0]).toBeGreaterThan(500)
  expect(waits[1]! + waits[2]! + waits[3]!).toBeLessThan(waits[0]!)
  release()
  await holder
})
