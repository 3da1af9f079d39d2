import { type AnyEntity, entities } from '@timbermark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import type { App } from '../../src/platform/http/http.ts'
import { codeRequest } from '../code-request.ts'
import { makeBatch, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample, type SampleReferences } from '../samples.ts'
import { routes } from '../../src/routes.ts'
import { makeServices } from '../../src/services.ts'
import type { Services } from '../../src/platform/services.ts'
import { until } from '../until.ts'
import { startPrimary, startStandby, type Primary, type Standby } from '../standby.ts'

/** A server that reads from a hot standby, with a row of what can be entered. */
let primary: Primary
let standby: Standby
let world: World
/** Another web process of the same installation. */
let other: { services: Services; app: App }
let root: Caller
let admin: Caller
let field: Caller
let code: string
let requestId: number

beforeAll(async () => {
  primary = await startPrimary()
  standby = await startStandby(primary)
  world = await makeWorld({ cluster: primary.cluster, standby, background: true })
  const tenant = await world.makeTenant('REPLICA')
  root = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  const goods = await makeGoods(world, admin)
  code = goods.codes[0]!
  requestId = goods.requestId
  for (const who of [root, admin]) {
    const references: SampleReferences = new Map()
    for (const entity of entities as readonly AnyEntity[])
      if (entity.operations.includes('add')) await addSample(who, entity, 'Sample', references).catch(() => {})
  }
  const at = (url: string) => Object.assign(new URL(url), { pathname: new URL(world.databaseUrl).pathname }).toString()
  const urls = { serverUrl: at(primary.cluster.serverUrl), workerUrl: at(primary.cluster.workerUrl) }
  const services = await makeServices(world.services.settings, {
    ...urls,
    replica: { serverUrl: standby.at(urls.serverUrl), workerUrl: standby.at(urls.workerUrl) },
  })
  services.directory.forgetAll()
  other = { services, app: await makeApp(services) }
  await used()
})

afterAll(async () => {
  await other?.app.close()
  await other?.services.directory.stop()
  await other?.services.database.close()
  await world?.close()
  await standby?.close()
  await primary?.close()
})

const figures = (services = world.services) => services.database.replicaFigures!

/** Both processes read from the replica. */
async function used(): Promise<void> {
  for (const services of [world.services, ...(other ? [other.services] : [])])
    await until(() => figures(services).state === 'used')
}

/** What the other process answers to somebody. */
async function atOther(who: Caller, path: string): Promise<{ code: number; rows: Record<string, unknown>[] }> {
  const { app } = other
  const answer = await app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${who.token}` } })
  return answer.json()
}

const readsDuring = async (services: Services, work: () => Promise<unknown>): Promise<number> => {
  const before = figures(services).reads
  await work()
  return figures(services).reads - before
}

describe('what the replica answers', () => {
  test('lists, statistics, exports and public pages; sessions, proofs and downloads come from the primary', async () => {
    const { services } = world
    // The samples were written a moment ago: the replica answers once it has replayed them.
    await until(async () => (await readsDuring(services, () => admin.get('/catalog/batch/list'))) > 0)
    for (const path of ['/catalog/batch/list', '/catalog/batch/export', '/stats/overview', '/stats/activity'])
      expect(await readsDuring(services, () => admin.get(path)), path).toBeGreaterThan(0)
    expect(await readsDuring(services, () => root.get('/stats/overview'))).toBeGreaterThan(0)
    expect(await readsDuring(services, () => world.anonymous.get(`/trace/${code}`))).toBeGreaterThan(0)
    expect(await readsDuring(services, () => world.anonymous.get(`/trace/${code}/proof`))).toBe(0)
  })

  test('no GET fails there for any caller; one that writes or locks has declared to read from the primary', async () => {
    const ids = new Map<string, string>()
    /** The first row of the list that the path begins with. */
    const idFor = async (who: Caller, path: string): Promise<string> => {
      if (!path.includes('/:')) return '1'
      const list = path.slice(0, path.indexOf('/:'))
      const key = `${who.accountId} ${list}`
      const known = ids.get(key)
      if (known) return known
      const row = (await who.get(`${list}/list?limit=1`)).rows[0]
      const id = String(row?.id ?? '1')
      ids.set(key, id)
      return id
    }
    const request = (await admin.get(`/code/request/${requestId}`)).data
    const values: Record<string, string> = {
      code,
      requestId: String(requestId),
      batchId: String(request.batchId),
      from: '1',
      to: '3',
      days: '7',
    }
    const wrong: string[] = []
    let answered = 0
    let known = 0
    const before = figures()
    for (const who of [root, admin, field, world.anonymous])
      for (const route of routes.filter(({ method }) => method === 'GET')) {
        const named = route.path.includes(':')
          ? route.path.replaceAll(/:(\w+)(\([^)]*\))?/g, (_, name: string) => values[name] ?? `{${name}}`)
          : route.path
        const id = route.path.startsWith('/code/request/') ? String(requestId) : await idFor(who, route.path)
        const path = named.replaceAll(/\{\w+\}/g, id)
        const shape = (route.query as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> })
          ?.shape
        const query = Object.entries(shape ?? {}).flatMap(([name, schema]) =>
          schema.safeParse(undefined).success ? [] : [`${name}=${values[name] ?? '1'}`],
        )
        const answer = await who.get(`${path}?${query.join('&')}`)
        const refused = world.services.database.replicaRefusals.slice(known)
        known += refused.length
        wrong.push(...refused.map(reason => `${path}: ${reason}`))
        if (answer.code === 200 || answer.status === 206) answered++
        if (answer.code >= 503 || answer.status >= 500 || answer.error === 'unknown')
          wrong.push(`${answer.status} ${answer.code} ${path}`)
      }
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThan(300)
    expect(figures().reads - before.reads).toBeGreaterThan(300)
  })

  test('an export leaves its audit entry on the primary', async () => {
    const count = async () =>
      (await world.admin.query<{ n: number }>(`select count(*)::int as n from oper_log where business_type = 5`))
        .rows[0]!.n
    const before = await count()
    expect((await admin.get('/catalog/product/export')).status).toBe(200)
    await world.services.audit.whenSettled()
    expect(await count()).toBe(before + 1)
  })
})

describe('what a caller has written', () => {
  test('is in whatever they read next, at every process; others see it when the replica has it', async () => {
    await used()
    await standby.pause()
    try {
      const name = `Own ${Date.now()}`
      expect(await admin.post('/catalog/category', { name, orderNum: 1 })).toMatchObject({ code: 200 })
      const listed = async (
        who: Caller,
        ask: (who: Caller, path: string) => Promise<{ rows: Record<string, unknown>[] }>,
      ) => (await ask(who, `/catalog/category/list?name=${encodeURIComponent(name)}`)).rows.length
      const here = (who: Caller, path: string) => who.get(path)
      expect(await listed(admin, here)).toBe(1)
      expect(await listed(admin, atOther)).toBe(1)
      // Another session has written nothing, and is answered by the replica, which lacks it: so the first was no accident.
      const colleague = await sessionBefore()
      expect(await listed(colleague, here)).toBe(0)
      expect(await listed(colleague, atOther)).toBe(0)
      await standby.resume()
      await expect.poll(() => listed(colleague, atOther)).toBe(1)
    } finally {
      await standby.resume()
    }
  })

  /** A colleague whose session is older than everything that the replica lacks. */
  async function sessionBefore(): Promise<Caller> {
    const colleague = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
    await world.admin.query(`update session set wal_position = '0/0' where account_id = $1`, [colleague.accountId])
    return colleague
  }

  test('somebody who has just been entered finds themselves, though the replica does not know them', async () => {
    await used()
    await standby.pause()
    try {
      const fresh = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
      expect(await fresh.get('/system/user/profile')).toMatchObject({ code: 200 })
      expect(await atOther(fresh, '/system/user/profile')).toMatchObject({ code: 200 })
    } finally {
      await standby.resume()
    }
  })

  test('what the replica does not know is asked of the primary before it is refused', async () => {
    await used()
    await standby.pause()
    try {
      const created = await admin.post<{ id: number }>('/code/request', codeRequest(await makeBatch(world, admin)))
      const colleague = await sessionBefore()
      expect(await colleague.get(`/code/request/${created.data.id}`)).toMatchObject({ code: 200 })
    } finally {
      await standby.resume()
    }
  })
})

describe('a replica that cannot be used', () => {
  const alarms = async () => (await world.services.alarms.all()).map(({ key }) => key)
  const isListed = async (name: string) =>
    (await root.get(`/catalog/category/list?name=${encodeURIComponent(name)}`)).rows.length

  test('is not read from while it is far behind: an alarm says so, and ends when it has caught up', async () => {
    await used()
    await standby.pause()
    const name = `Behind ${Date.now()}`
    await world.admin.query(`insert into category (tenant_id, name) values (1, $1)`, [name])
    await expect.poll(alarms, { timeout: 60_000 }).toContain('replicaBehind')
    expect(figures().behind).toBeGreaterThan(9)
    expect(await isListed(name)).toBe(1)
    await standby.resume()
    await used()
    expect(await alarms()).not.toContain('replicaBehind')
  })

  test('is not missed when it is gone: the primary answers, an alarm stands, and it is used again when it is back', async () => {
    let isOver = false
    const refused: number[] = []
    const readers = [admin, root, field].map(async who => {
      while (!isOver) {
        const { code: answered } = await who.get('/catalog/batch/list?limit=5')
        if (answered !== 200 && answered !== 403) refused.push(answered)
      }
    })
    await standby.stop()
    await expect.poll(alarms).toContain('replicaDown')
    const name = `Gone ${Date.now()}`
    await world.admin.query(`insert into category (tenant_id, name) values (1, $1)`, [name])
    expect(await isListed(name)).toBe(1)
    await standby.start()
    await used()
    isOver = true
    await Promise.all(readers)
    expect(refused).toEqual([])
    expect(await alarms()).not.toContain('replicaDown')
    expect(await readsDuring(world.services, () => root.get('/catalog/category/list'))).toBeGreaterThan(0)
  })

  test('shows on the Server screen', async () => {
    const answer = await root.get<{ processes: { own: boolean; figures: { replica?: object } }[] }>('/monitor/server')
    const answering = answer.data.processes.find(process => process.own)
    expect(answering?.figures.replica).toMatchObject({ state: expect.any(String), reads: expect.any(Number) })
  })

  test('is not read from once it has a history of its own', async () => {
    await standby.promote()
    await expect.poll(alarms).toContain('replicaDown')
    expect(await root.get('/catalog/category/list')).toMatchObject({ code: 200 })
    expect(await readsDuring(world.services, () => root.get('/catalog/category/list'))).toBe(0)
  })
})
