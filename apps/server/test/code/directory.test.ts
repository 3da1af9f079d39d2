import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CodeDirectory } from '../../src/areas/code/directory/code-directory.ts'
import { notifyDirectoryChange, parseChange } from '../../src/areas/code/directory/directory-entry.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { cacheFigures, clearCache } from '../../src/platform/concurrency/caches.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'

let world: World
let admin: Caller
let tenant: { id: number; deptId: number }
let goods: Goods
let database: Database

const numberOf = async (requestId: number) =>
  (await world.admin.query<{ n: number }>('select request_number as n from code_request where id = $1', [requestId]))
    .rows[0]!.n

/** A directory as another process has it, which receives notifications. */
async function listening(most?: number): Promise<CodeDirectory> {
  const directory = new CodeDirectory(database, world.services.secrets, most)
  directory.start()
  await current(directory)
  return directory
}

/** Waits until a directory trusts what it remembers: an unknown number costs no statement. */
async function current(directory: CodeDirectory): Promise<void> {
  await until(async () => {
    const before = database.statements
    await directory.open('ZZZZZZZZZZZZZZZZZZZZ')
    return database.statements === before
  })
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const before = database.statements
  await work()
  return database.statements - before
}

beforeAll(async () => {
  world = await makeWorld()
  database = world.services.database
  tenant = await world.makeTenant('DIRECTORY')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
})
const open: CodeDirectory[] = []
afterAll(() => Promise.all(open.map(directory => directory.stop())))

describe('what a process remembers of code requests', () => {
  test('a known code and an invented one cost no statement', async () => {
    const directory = await listening()
    open.push(directory)
    expect(await directory.open(goods.codes[0]!)).toMatchObject({ known: true, serial: 0 })
    const invented = `${goods.codes[0]!.slice(0, 5)}ZZZZZZZZZZZZZZZ`
    expect(await statementsOf(() => directory.openAll([...goods.codes, invented, 'ZZZZZZZZZZZZZZZZZZZZ'], null))).toBe(
      0,
    )
  })

  test('a change of one request lets that one be read again, and no other', async () => {
    const other = await makeGoods(world, admin)
    const directory = await listening()
    open.push(directory)
    await directory.openAll([goods.codes[0]!, other.codes[0]!], null)
    const first = await admin.get(`/code/request/${other.requestId}/download?format=txt`)
    expect(first.status).toBe(200)
    await until(async () => (await directory.find(await numberOf(other.requestId)))?.status === 'downloaded')
    expect(await statementsOf(() => directory.openAll([goods.codes[0]!, other.codes[0]!], null))).toBe(0)
    await world.services.database.withTenant(tenant.id, db =>
      notifyDirectoryChange(db, { tenantId: tenant.id, requestId: other.requestId }),
    )
    await until(async () => (await statementsOf(() => directory.open(other.codes[0]!))) === 1)
    expect(await statementsOf(() => directory.openAll([goods.codes[0]!, other.codes[0]!], null))).toBe(0)
  })

  test('a request that is made, removed or whose enterprise is disabled is right without a reload', async () => {
    const directory = await listening()
    open.push(directory)
    const fresh = await makeGoods(world, admin)
    await until(async () => (await directory.open(fresh.codes[0]!)).known)
    const root = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
    const seen = async () => {
      const opened = await directory.open(fresh.codes[0]!)
      return opened.known && opened.entry.enterpriseActive
    }
    expect(await seen()).toBe(true)
    for (const status of ['1', '0']) {
      expect(await root.put('/tenant/enterprise/changeStatus', { id: tenant.id, status })).toMatchObject({ code: 200 })
      await until(async () => (await seen()) === (status === '0'))
    }
    admin = await world.signIn(tenant, ['enterpriseAdmin'])
  })

  test('callers that ask for one unknown request at once share one statement', async () => {
    const directory = await listening()
    open.push(directory)
    directory.forgetAll()
    await current(directory)
    await world.services.database.withTenant(tenant.id, db =>
      notifyDirectoryChange(db, { tenantId: tenant.id, requestId: goods.requestId }),
    )
    await until(async () => {
      const taken = await statementsOf(() =>
        Promise.all(Array.from({ length: 50 }, () => directory.open(goods.codes[0]!))),
      )
      expect(taken).toBeLessThanOrEqual(1)
      return taken === 1
    })
  })

  test('the number of remembered requests is bounded, and the others are still found', async () => {
    const directory = await listening(2)
    open.push(directory)
    const many = [goods]
    for (let n = 0; n < 3; n++) many.push(await makeGoods(world, admin))
    for (const { codes, requestId } of [...many, ...many])
      expect(await directory.open(codes[0]!)).toMatchObject({ known: true, entry: { requestId } })
    expect(cacheFigures(database).codeDirectory!.entries).toBeLessThanOrEqual(2)
  })

  test('emptied from the cache screen, it reads again what is asked for', async () => {
    const directory = await listening()
    open.push(directory)
    await directory.open(goods.codes[0]!)
    await clearCache(database, 'codeDirectory')
    expect(cacheFigures(database).codeDirectory!.entries).toBe(0)
    expect(await directory.open(goods.codes[0]!)).toMatchObject({ known: true, serial: 0 })
  })
})

describe('without notifications', () => {
  test('a directory that does not listen reads every time, so that it is never wrong', async () => {
    const directory = new CodeDirectory(database, world.services.secrets)
    const fresh = await makeGoods(world, admin)
    expect(await directory.open(fresh.codes[0]!)).toMatchObject({ known: true })
    await world.admin.query(`update code_request set status = 'downloaded' where id = $1`, [fresh.requestId])
    expect(await directory.open(fresh.codes[0]!)).toMatchObject({ known: true, entry: { status: 'downloaded' } })
  })

  test('what changed while the connection was down is read after it, and meanwhile', async () => {
    const directory = await listening()
    open.push(directory)
    const fresh = await makeGoods(world, admin)
    await until(async () => (await directory.open(fresh.codes[0]!)).known)
    const statusNow = async () => (await directory.find(await numberOf(fresh.requestId)))?.status
    for (const status of ['downloaded', 'completed', 'downloaded']) {
      await world.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'timbermark-listen' and datname = current_database()`,
      )
      // No notification: a row that was changed while nobody listened.
      await world.admin.query('update code_request set status = $2 where id = $1', [fresh.requestId, status])
      await until(async () => (await statusNow()) === status)
    }
    await current(directory)
    expect(await statusNow()).toBe('downloaded')
  })

  test('a connection that is silent without being closed is noticed by the next look-up', async () => {
    let answers = true
    const received: ((payload: string) => void)[] = []
    const deaf = Object.assign(Object.create(database) as Database, {
      readAcrossTenants: database.readAcrossTenants.bind(database),
      listen: (_channel: string, onNotify: (payload: string) => void, connected: () => void) => {
        received.push(onNotify)
        connected()
        return { healthy: () => true, confirm: async () => answers, close: async () => {} }
      },
    })
    const directory = new CodeDirectory(deaf, world.services.secrets)
    directory.start()
    await current(directory)
    await new Promise(done => setTimeout(done, 1100))
    answers = false
    const fresh = await makeGoods(world, admin)
    expect(await directory.open(fresh.codes[0]!)).toMatchObject({ known: true })
    expect(received).toHaveLength(1)
  })

  test('a removed row is unknown as soon as it is notified, and by time without that', async () => {
    const directory = await listening()
    open.push(directory)
    const { id } = (await admin.post<{ id: number }>('/code/request', await requestBody())).data
    const number = await numberOf(id)
    await until(async () => (await directory.find(number))?.requestId === id)
    expect(await admin.delete(`/code/request/${id}`)).toMatchObject({ code: 200 })
    await until(async () => (await directory.find(number)) === undefined)
    await current(directory)
    // The missing number is remembered too.
    expect(await statementsOf(() => directory.find(number))).toBe(0)
  })
})

/** The body of a request like that of the goods. */
async function requestBody(): Promise<Record<string, unknown>> {
  const { data } = await admin.get(`/code/request/${goods.requestId}`)
  const { name, batchId, count, codeRule, securityLength, codeType, stageType, updateStage } = data as Record<
    string,
    unknown
  >
  const { countryCode, factoryCode, batchDate, species } = data as Record<string, unknown>
  const rest = { countryCode, factoryCode, batchDate, species, origin: 'own' }
  return { name, batchId, count, codeRule, securityLength, codeType, stageType, updateStage, ...rest }
}

test('a read that began before a change is not remembered', async () => {
  const held: (() => void)[] = []
  let hold = false
  const slow = Object.assign(Object.create(database) as Database, {
    readAcrossTenants: async (...question: Parameters<Database['readAcrossTenants']>) => {
      const rows = await database.readAcrossTenants(...question)
      if (hold) await new Promise<void>(go => held.push(go))
      return rows
    },
    listen: database.listen.bind(database),
  })
  const directory = new CodeDirectory(slow, world.services.secrets)
  open.push(directory)
  directory.start()
  await current(directory)
  const fresh = await makeGoods(world, admin)
  const number = await numberOf(fresh.requestId)
  await until(async () => (await directory.find(number))?.status === 'completed')
  await notify(fresh.requestId)
  hold = true
  let before = directory.find(number)
  await until(async () => {
    // Until the notification has arrived, the answer is remembered.
    if (held.length === 0) before = directory.find(number)
    await new Promise(done => setTimeout(done, 20))
    return held.length === 1
  })
  await world.admin.query(`update code_request set status = 'downloaded' where id = $1`, [fresh.requestId])
  await notify(fresh.requestId)
  // Another process has received the notification; by then this one has too.
  const other = await listening()
  open.push(other)
  await until(async () => (await other.find(number))?.status === 'downloaded')
  await new Promise(done => setTimeout(done, 200))
  hold = false
  for (const go of held) go()
  expect((await before)?.status).toBe('completed')
  expect((await directory.find(number))?.status).toBe('downloaded')
})

test('while nobody notifies, callers who ask at once still share a few statements', async () => {
  const directory = new CodeDirectory(database, world.services.secrets)
  const texts = Array.from({ length: 2000 }, (_, n) => goods.codes[n % goods.codes.length]!)
  let opened: { known: boolean }[] = []
  const taken = await statementsOf(async () => {
    opened = await Promise.all(texts.map(text => directory.open(text)))
  })
  expect(opened.filter(({ known }) => !known)).toEqual([])
  expect(taken).toBeLessThan(20)
})

const notify = (requestId: number) =>
  database.withTenant(tenant.id, db => notifyDirectoryChange(db, { tenantId: tenant.id, requestId }))

test('an empty notification, as processes of an earlier version send it, may mean anything', () => {
  expect(parseChange('')).toBe('anything')
  expect(parseChange('request 12')).toEqual({ request: 12 })
  expect(parseChange('enterprise 7')).toEqual({ enterprise: 7 })
  expect(parseChange('request twelve')).toBe('anything')
})
