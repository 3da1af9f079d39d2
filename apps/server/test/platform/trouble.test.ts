import { rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { Alarms } from '../../src/platform/alarms/alarms.ts'
import { Database } from '../../src/platform/database/database.ts'
import { DiskWatch } from '../../src/platform/alarms/disk-watch.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { DatabaseUnavailable, troubleOf } from '../../src/platform/unavailable.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

let world: World
let admin: Caller
let tenantId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('TROUBLE')
  tenantId = tenant.id
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
})

const unavailable = (answer: Answered) => {
  expect(answer).toMatchObject({ status: 503, code: 503, error: 'unavailable' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}
const ready = async () => {
  const answer = await world.app.inject('/readyz')
  return { status: answer.statusCode, alarms: answer.json().alarms.map((alarm: { key: string }) => alarm.key) }
}
const upload = () => admin.upload('/common/upload', { name: 'a.png', content: png })
const countStored = async () =>
  (
    await world.admin.query(
      'select (select count(*) from file_object)::int as files, (select count(*) from upload_use)::int as uses',
    )
  ).rows[0]

/** Makes every write to a table fail like a database in trouble. */
async function failing<T>(table: string, state: string, work: () => Promise<T>): Promise<T> {
  await world.admin.query(`
    create function trouble() returns trigger language plpgsql as $$ begin raise exception 'trouble' using errcode = '${state}'; end $$;
    create trigger trouble before insert or update on ${table} for each row execute function trouble()`)
  try {
    return await work()
  } finally {
    await world.admin.query(`drop trigger trouble on ${table}; drop function trouble()`)
  }
}

test.each(['53100', '53200', '53300', '57P01', '58030', '57014'])(
  'a write that the database refuses by %s is the system’s fault, also where a save has a text of its own',
  async state => {
    await failing('post', state, async () =>
      unavailable(await admin.post('/system/post', { postCode: `p${state}`, postName: 'P', postSort: 1 })),
    )
    await failing('account', state, async () => unavailable(await admin.put('/system/user/profile', { nickName: 'N' })))
    await world.services.alarms.all()
  },
)

test('a full disk of the database is reported until a write succeeds again', async () => {
  await failing('post', '53100', () => admin.post('/system/post', { postCode: 'full', postName: 'P', postSort: 1 }))
  expect(world.services.alarms.isRaised('diskFull')).toBe(true)
  await failing('disk_probe', '53100', async () => {
    await new Promise(done => setTimeout(done, 1100))
    expect(await ready()).toEqual({ status: 503, alarms: ['diskFull'] })
  })
  await expect.poll(ready).toEqual({ status: 200, alarms: [] })
})

test('a disk without room for an upload: 503, reported, and nothing of it is stored', async () => {
  const before = await countStored()
  const { blobs } = world.services.files
  const put = blobs.put
  blobs.put = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }))
  unavailable(await upload())
  blobs.put = put
  expect(await countStored()).toEqual(before)
  expect(world.services.alarms.isRaised('diskFull')).toBe(true)
  await expect.poll(ready).toEqual({ status: 200, alarms: [] })
  expect((await upload()).code).toBe(200)
})

test('a folder of files that is gone or read-only: 503, reported by name, and it recovers by itself', async () => {
  const files = join(world.services.settings.dataDir, 'files')
  const before = await countStored()
  await rename(files, `${files}-aside`)
  await writeFile(files, 'not a folder')
  unavailable(await upload())
  expect(await countStored()).toEqual(before)
  await expect.poll(ready).toEqual({ status: 503, alarms: ['filesUnwritable'] })
  await rm(files)
  await rename(`${files}-aside`, files)
  await expect.poll(ready).toEqual({ status: 200, alarms: [] })
  expect((await upload()).code).toBe(200)
})

test('too little room is reported before anything fails', async () => {
  const alarms = new Alarms()
  const { settings, database } = world.services
  await new DiskWatch({ dataDir: settings.dataDir, alarms, database, floorBytes: Number.MAX_SAFE_INTEGER }).check()
  const [alarm] = await alarms.all()
  expect(alarm).toMatchObject({ key: 'diskFull', grade: 'down', detail: { free: expect.any(Number) } })
})

test('alarms that cannot be read soon are left out', async () => {
  const alarms = new Alarms()
  alarms.include(() => new Promise(() => {}))
  alarms.raise('jobsWaiting')
  expect((await alarms.all()).map(alarm => alarm.key)).toEqual(['jobsWaiting'])
})

test('a broken connection is the system’s fault, not an unknown error', async () => {
  await world.admin.query(`
    create function die() returns trigger language plpgsql security definer as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$;
    create trigger die before insert on post for each row execute function die()`)
  unavailable(await admin.post('/system/post', { postCode: 'broken', postName: 'B', postSort: 1 }))
  await world.admin.query('drop trigger die on post; drop function die()')
  expect((await admin.post('/system/post', { postCode: 'broken', postName: 'B', postSort: 1 })).code).toBe(200)
})

test('a transaction that failed silently is not taken for committed', async () => {
  await expect(
    world.services.database.withTenant(tenantId, async db => {
      await db.execute(sql`insert into category (tenant_id, name) values (${tenantId}, 'swallowed')`)
      await db.query(sql`select 1/0`).catch(() => {})
    }),
  ).rejects.toThrow('had failed')
})

test('which errors are the system’s', () => {
  const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })
  for (const code of ['08006', '53300', '57P03', '58030', 'ECONNRESET', 'EPIPE', 'EMFILE', 'EIO', 'EDQUOT'])
    expect(troubleOf(coded(code)), code).toBeDefined()
  for (const code of ['23505', '22P02', '42501', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE', 'XX000'])
    expect(troubleOf(coded(code)), code).toBeUndefined()
  expect(troubleOf(coded('53100'))).toMatchObject({ alarm: 'diskFull', place: 'database' })
  expect(troubleOf(coded('ENOSPC'))).toMatchObject({ alarm: 'diskFull', place: 'files' })
  expect(troubleOf(new Error('Connection terminated unexpectedly'))).toBeDefined()
  expect(troubleOf(new Error('outer', { cause: coded('EROFS') }))).toMatchObject({ alarm: 'filesUnwritable' })
  expect(troubleOf(new TypeError('x is not a function'))).toBeUndefined()
  expect(troubleOf('a string')).toBeUndefined()
})

/** A proxy to the database that can be closed, like a database that is restarting. */
async function makeWay(target: URL): Promise<{ port: number; down(): Promise<void>; up(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const make = () =>
    createServer(socket => {
      const through = connect(Number(target.port), target.hostname)
      for (const [one, another] of [
        [socket, through],
        [through, socket],
      ] as const) {
        sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          sockets.delete(one)
          another.destroy()
        })
        one.pipe(another)
      }
    })
  let server: Server = make()
  const listen = (port: number) => new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    async down() {
      const closed = new Promise(done => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async up() {
      server = make()
      await listen(port)
    },
  }
}

test('a restart of the database is waited out, and its loss is reported at once', async () => {
  const cluster = inject('cluster')
  const relay = await makeWay(new URL(cluster.workerUrl))
  const at = (url: string) =>
    Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname, port: String(relay.port) }).toString()
  const alarms = new Alarms()
  const database = new Database({ serverUrl: at(cluster.serverUrl), workerUrl: at(cluster.workerUrl) })
  database.watch(alarms)
  const ask = () => database.withTenant(tenantId, db => db.one<{ n: number }>(sql`select 1 as n`))
  expect(await ask()).toEqual({ n: 1 })

  await relay.down()
  setTimeout(() => void relay.up(), 700)
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toHaveLength(20)

  await relay.down()
  await expect.poll(() => alarms.isRaised('databaseDown')).toBe(true)
  const started = performance.now()
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(performance.now() - started).toBeLessThan(5000)
  const later = performance.now()
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(performance.now() - later).toBeLessThan(1000)
  await relay.up()
  await expect.poll(() => alarms.all()).toEqual([])
  expect(await ask()).toEqual({ n: 1 })
  await database.close()
  await relay.down()
})
