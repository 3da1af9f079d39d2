import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { RouteSpec } from '../../src/platform/http/http.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { DatabaseUnavailable } from '../../src/platform/unavailable.ts'
import { routes } from '../../src/routes.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { freeze } from '../freeze.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

/** The longest wait of a caller; the machine of the tests may be busy with other work. */
const patienceMs = 15_000

let cluster: Cluster
let world: World
let admin: Caller

beforeAll(async () => {
  const started = await startCluster()
  cluster = started.cluster
  world = await makeWorld({ cluster })
  const operator = await world.services.database.withTenant(1, db =>
    db.one<{ dept_id: number | null }>(sql`select min(id) as dept_id from dept where tenant_id = 1`),
  )
  admin = await world.signIn({ id: 1, deptId: operator.dept_id }, ['superAdmin'])
  return async () => {
    await world.close()
    await started.stop()
  }
})

/** Runs `work` while the database hangs; it is resumed afterwards in any case. */
async function frozen<T>(work: () => Promise<T>): Promise<T> {
  const goOn = await freeze(cluster.adminUrl)
  try {
    return await work()
  } finally {
    goOn()
    await expect.poll(() => world.services.alarms.all()).toEqual([])
  }
}

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now()
  return { answer: await work, ms: performance.now() - started }
}

/** Routes that answer from memory, or that refuse before they need the database. */
const needsNone = new Set([
  'POST /logout',
  'GET /trace/:code',
  'GET /trace/:code/proof',
  'GET /trace/:code/paper/:sha256',
])

function send(spec: RouteSpec): Promise<Answered> {
  const path = spec.path.replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => (name === 'code' ? 'X' : '1'))
  if (spec.method === 'GET') return admin.get(path)
  if (spec.method === 'DELETE') return admin.delete(path)
  if (/upload|importData|avatar/i.test(path))
    return admin.upload(path, { name: 'a.png', content: png, type: 'image/png' })
  return spec.method === 'POST' ? admin.post(path, {}) : admin.put(path, {})
}

test('every call ends with 503 and the advice to retry while the database hangs', async () => {
  const answers = await frozen(() => Promise.all(routes.map(async spec => ({ spec, ...(await timed(send(spec))) }))))
  const wrong = answers.filter(({ spec, answer, ms }) => {
    const name = `${spec.method} ${spec.path}`
    if (ms > patienceMs) return true
    // Errors in a public call are found without the database; so is a string that cannot be a code.
    if (spec.access === 'public' && answer.status === 200 && answer.code !== 200) return false
    if (needsNone.has(name)) return false
    return !(answer.status === 503 && answer.error === 'unavailable' && Number(answer.headers['retry-after']) > 0)
  })
  expect(
    wrong.map(({ spec, answer, ms }) => [spec.method, spec.path, answer.status, answer.error, Math.round(ms)]),
  ).toEqual([])
  expect((await admin.get('/getInfo')).code).toBe(200)
})

test('a call that was let in ends as well, whatever it does: reports, edits, uploads, imports', async () => {
  const { sessions } = world.services
  const { actor } = sessions
  const known = await sessions.actor(admin.token!)
  // As if the database had stopped just after the caller was authenticated.
  sessions.actor = async () => known
  const name = { name: `F-${randomUUID()}`, orderNum: 1 }
  const workbook = await admin.get('/catalog/category/importTemplate')
  try {
    const writing = routes.filter(spec => spec.method !== 'GET')
    const reading = routes.filter(spec => spec.method === 'GET' && spec.access !== 'public')
    const answers = await frozen(async () => {
      const validCalls = [
        admin.post('/catalog/category', name),
        admin.post('/catalog/category', name, { 'idempotency-key': randomUUID() }),
        admin.put('/catalog/category', { id: 1, ...name }),
        admin.delete('/catalog/category/1'),
        admin.upload('/common/upload', { name: 'a.png', content: png }),
        admin.upload('/catalog/category/importData', { name: 'c.xlsx', content: workbook.raw }, { mode: 'commit' }),
        admin.post('/stage/report', {
          reportId: randomUUID(),
          stage: 'felling',
          templateId: 1,
          circulationId: 1,
          documentCode: 'D',
          operator: 'O',
          time: new Date().toISOString(),
          codes: ['X'],
        }),
      ].map((call, n) => timed(call).then(done => ({ ...done, name: `whole ${n}`, whole: true })))
      const others = [...writing, ...reading].map(async spec => {
        const done = await timed(send(spec))
        return { ...done, name: `${spec.method} ${spec.path}`, whole: false }
      })
      return Promise.all([...validCalls, ...others])
    })
    const wrong = answers.filter(
      ({ answer, ms, whole }) =>
        ms > patienceMs || answer.error === 'unknown' || !(answer.status === 503 || (answer.status === 200 && !whole)),
    )
    expect(wrong.map(({ name, answer, ms }) => [name, answer.status, answer.error, Math.round(ms)])).toEqual([])
    expect(answers.filter(({ answer }) => answer.status === 503).length).toBeGreaterThan(80)
  } finally {
    sessions.actor = actor
  }
})

test('monitors of the ledger are told to retry too', async () => {
  const answers = await frozen(() =>
    Promise.all(['/ledger/checkpoint', '/ledger/tile/0/000.p/1'].map(url => timed(world.app.inject(url)))),
  )
  for (const { answer, ms } of answers) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(ms).toBeLessThan(patienceMs)
  }
})

test('calls in progress are ended, and new ones are refused at once', async () => {
  const { database, alarms } = world.services
  await frozen(async () => {
    const under = await timed(database.withTenant(1, db => db.query(sql`select 1`)).catch((error: unknown) => error))
    expect(under.answer).toBeInstanceOf(DatabaseUnavailable)
    expect(under.ms).toBeLessThan(patienceMs)
    expect(alarms.isRaised('databaseSilent')).toBe(true)
    const next = await timed(database.withTenant(1, db => db.query(sql`select 1`)).catch((error: unknown) => error))
    expect(next.answer).toBeInstanceOf(DatabaseUnavailable)
    expect(next.ms).toBeLessThan(under.ms / 2)
    const ready = await timed(world.app.inject('/readyz'))
    expect(ready.answer.statusCode).toBe(503)
    expect(ready.answer.headers['retry-after']).toBeDefined()
    expect(ready.answer.json().alarms[0]).toMatchObject({ key: 'databaseSilent', grade: 'down' })
    expect(ready.ms).toBeLessThan(2000)
    expect((await world.app.inject('/healthz')).statusCode).toBe(200)
  })
  expect((await world.app.inject('/readyz')).statusCode).toBe(200)
})

test('a query that takes longer than the silence that is borne is no silence', async () => {
  const { database, alarms } = world.services
  const slept = await database.withTenant(1, db => db.one(sql`select pg_sleep(6), 1 as done`))
  expect(slept).toMatchObject({ done: 1 })
  expect(await alarms.all()).toEqual([])
})

test('a process that stood still itself does not blame the database', async () => {
  const { database, alarms } = world.services
  const pending = database.withTenant(1, db => db.one(sql`select 1 as done`))
  const until = performance.now() + 5000
  while (performance.now() < until);
  expect(await pending).toEqual({ done: 1 })
  expect(alarms.isRaised('databaseSilent')).toBe(false)
  await new Promise(done => setTimeout(done, 1000))
  expect(alarms.isRaised('databaseSilent')).toBe(false)
})

test('a listener whose database stood still hears again', async () => {
  const { database } = world.services
  const payloads: string[] = []
  let connects = 0
  const listener = database.listen(
    'frozen_test',
    payload => payloads.push(payload),
    () => connects++,
  )
  await expect.poll(() => connects).toBe(1)
  await frozen(() => expect.poll(() => listener.healthy(), { timeout: patienceMs }).toBe(false))
  await expect.poll(() => connects).toBe(2)
  await database.acrossTenants('jobs', db => db.query(sql`select pg_notify('frozen_test', 'again')`))
  await expect.poll(() => payloads).toEqual(['again'])
  await listener.close()
})

test('a caller that waits for a lock is told before it gives up', async () => {
  await world.admin.query('begin; lock table post in access exclusive mode')
  const { answer, ms } = await timed(
    admin.post('/system/post', { postCode: 'locked', postName: 'Locked', postSort: 1 }),
  )
  await world.admin.query('rollback')
  expect(answer).toMatchObject({ status: 200, error: 'tooFast' })
  expect(answer.headers['retry-after']).toBeDefined()
  expect(ms).toBeLessThan(patienceMs)
})
