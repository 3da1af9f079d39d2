import { beforeAll, describe, expect, test } from 'vitest'
import type { ownOverview } from '@timbermark/contract/calls'
import {
  type AnswerOf,
  menuButtons,
  menuPermission,
  menus,
  type MenuSeed,
  roleAllows,
  roles,
} from '@timbermark/contract'
import { permissionsOf } from '../../src/platform/http/http.ts'
import { routes } from '../../src/routes.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeDivisions, scan, stranger } from './market.ts'

/** What people at a dealer see: only their own dealer's data, whatever they request. */
let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
const dealers: { id: number; caller: Caller; goods: Goods; store: number; case: number; canaries: string[] }[] = []

const lists = ['own-code', 'own-scan', 'own-check', 'own-store', 'own-case']

async function makeDealer(name: string, levelId: number) {
  const caller = await world.signIn(tenant, ['dealer'], { userType: 5 })
  const body = { name, levelId, accountId: caller.accountId }
  const { id } = (await admin.post<{ id: number }>('/channel/dealer', body)).data
  const store = (
    await admin.post<{ id: number }>('/channel/store', { name: `${name} store`, dealerId: id, address: `${name} road` })
  ).data.id
  const goods = await makeGoods(world, admin)
  await admin.post('/channel/assignment/assign', { dealerId: id, codes: goods.codes.slice(0, 5) })
  const security = await world.services.directory.open(goods.codes[1]!)
  if (!security.known) throw new Error('unknown')
  for (const at of ['hangzhou', 'chengdu'] as const) await scan(world, goods.codes[1]!, at)
  await world.app.inject({
    method: 'POST',
    url: '/api/trace/check',
    remoteAddress: stranger().remoteAddress,
    payload: { code: goods.codes[2], securityCode: 'WRONG234', device: 'c'.repeat(32) },
  })
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into channel_case (tenant_id, kind, subject, request_number, serial, dealer_id, codes, visits, confidence, status, first_at, last_at, note)
     values ($1, 'speed', $2, $3, 1, $4, 1, 2, 70, 'confirmed', now(), now(), $2) returning id`,
    [tenant.id, `${name} case`, security.entry.requestNumber, id],
  )
  const { rows: named } = await world.admin.query<{ name: string; batch: string }>(
    'select p.name, b.batch_number as batch from batch b join product p on p.id = b.product_id where b.id = $1',
    [goods.batchId],
  )
  const canaries = [name, ...goods.codes.slice(0, 5), named[0]!.batch, named[0]!.name]
  return { id, caller, goods, store, case: Number(rows[0]!.id), canaries }
}

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('DEALING')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  await makeDivisions(world)
  const level = { code: 'L1', name: 'Level one', level: '1', orderNum: 1, status: '0' }
  const levelId = (await admin.post<{ id: number }>('/channel/dealer-level', level)).data.id
  for (const name of ['Northwind-demo', 'Southwind-demo']) dealers.push(await makeDealer(name, levelId))
  await admin.post('/channel/territory', { dealerId: dealers[0]!.id, divisionCode: '330000', validFrom: '2026-01-01' })
})

const overviewOf = async (caller: Caller) =>
  (await caller.get<AnswerOf<typeof ownOverview>>('/channel/own/overview')).data

describe('what a dealer sees', () => {
  test('is the dealer’s codes with product and batch, their scans and checks, the dealer’s stores and confirmed cases', async () => {
    const { caller, goods, canaries } = dealers[0]!
    const list = async (name: string) => (await caller.get(`/channel/${name}/list`)).rows
    expect(await list('own-code')).toMatchObject([
      { firstCode: goods.codes[0], lastCode: goods.codes[4], codes: 5, codeType: 'item', batchNumber: canaries[6] },
    ])
    expect(await list('own-scan')).toMatchObject([
      { code: goods.codes[1], place: 'China, Sichuan, Chengdu' },
      { code: goods.codes[1], place: 'China, Zhejiang, Hangzhou' },
    ])
    expect(await list('own-check')).toMatchObject([{ code: goods.codes[2], genuine: false }])
    expect(await list('own-store')).toMatchObject([{ name: 'Northwind-demo store', shown: false }])
    expect(await list('own-case')).toMatchObject([{ code: goods.codes[1], kind: 'speed' }])
    expect(await overviewOf(caller)).toMatchObject({
      dealer: 'Northwind-demo',
      codes: 5,
      stores: 1,
      cases: 1,
      now: { scans: 2, checks: 1, wrongChecks: 1 },
      before: { scans: 0, checks: 0 },
      territories: [expect.stringMatching(/Zhejiang|浙江省/)],
    })
    for (const name of lists) {
      const sheet = await caller.get(`/channel/${name}/export`)
      expect(sheet.raw.subarray(0, 2).toString(), name).toBe('PK')
    }
  })

  test('is neither who scanned, nor open cases, nor scans before or after the dealer held the codes', async () => {
    const { caller, goods, case: id, id: dealerId } = dealers[0]!
    const scans = await caller.get('/channel/own-scan/list')
    for (const hidden of ['device', 'ip', 'longitude']) expect(scans.rows[0]).not.toHaveProperty(hidden)
    await world.admin.query(`update channel_case set status = 'open' where id = $1`, [id])
    expect((await caller.get('/channel/own-case/list')).rows).toEqual([])
    await world.admin.query(`update channel_case set status = 'confirmed' where id = $1`, [id])
    const before = goods.codes[8]!
    await scan(world, before, 'hangzhou')
    await admin.post('/channel/assignment/assign', { dealerId, codes: [before] })
    const listedScans = async () => (await caller.get(`/channel/own-scan/list?code=${before}`)).rows
    expect(await listedScans()).toEqual([])
    await scan(world, before, 'hangzhou')
    expect(await listedScans()).toHaveLength(1)
    await admin.post('/channel/assignment/withdraw', { codes: [before], reason: 'Sent back' })
    await scan(world, before, 'chengdu')
    expect(await listedScans()).toHaveLength(1)
  })

  test('is nothing of another dealer of the same enterprise, whatever the account calls and names', async () => {
    const [mine, theirs] = dealers as [(typeof dealers)[number], (typeof dealers)[number]]
    const numbers = [theirs.id, theirs.store, theirs.case, theirs.goods.requestId, theirs.goods.batchId]
    const leaks: string[] = []
    let answered = 0
    for (const route of routes.filter(one => one.method === 'GET' && one.access !== 'public')) {
      const targets = route.path.includes(':') ? [...numbers.map(String), theirs.goods.codes[0]!] : ['']
      for (const target of targets) {
        const path = route.path.replaceAll(/:\w+(\([^)]*\))?/g, target)
        for (const search of [
          '?limit=100',
          `?code=${theirs.goods.codes[0]}&dealerId=${theirs.id}&requestId=${numbers[3]}`,
        ]) {
          const answer = await mine.caller.get(`${path}${search}`)
          if (answer.code === 200) answered++
          // A refusal may repeat the requested value.
          const canaries = theirs.canaries.filter(canary => !search.includes(canary) && canary !== target)
          if (canaries.some(canary => answer.raw.includes(canary))) leaks.push(path)
        }
      }
    }
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(20)
  })

  test('is all that the account may call of the enterprise, besides trade; it may write only the dealer’s stores', () => {
    const allowed = (permission: string) => permission.startsWith('trade:') || permission.startsWith('channel:own-')
    const role = roles.find(({ key }) => key === 'dealer')!
    const every = (list: readonly MenuSeed[]): MenuSeed[] => list.flatMap(menu => [menu, ...every(menu.children ?? [])])
    const all = every(menus).flatMap(menu => [
      menuPermission(menu) ?? '',
      ...menuButtons(menu).map(({ permission }) => permission),
    ])
    const held = new Set(all.filter(permission => permission && roleAllows(role, permission)))
    expect(held.size).toBeGreaterThan(12)
    for (const route of routes) {
      const granted = permissionsOf(route.access).filter(permission => held.has(permission))
      expect(granted.filter(permission => !allowed(permission))).toEqual([])
      if (
        route.method !== 'GET' &&
        granted.some(one => one.startsWith('channel:') && !one.startsWith('channel:own-store:'))
      )
        throw new Error(`${route.method} ${route.path}`)
    }
  })

  test('is nothing once the dealer is disabled, or for an account without dealer or of another type', async () => {
    const { caller, id } = dealers[1]!
    await admin.put('/channel/dealer/changeStatus', { id, status: '1' })
    for (const name of lists) expect((await caller.get(`/channel/${name}/list`)).rows, name).toEqual([])
    expect(await overviewOf(caller)).toMatchObject({ dealer: null, codes: 0 })
    await admin.put('/channel/dealer/changeStatus', { id, status: '0' })
    expect((await caller.get('/channel/own-code/list')).rows).toHaveLength(1)
    const nobody = await world.signIn(tenant, ['dealer'], { userType: 5 })
    for (const name of lists) expect((await nobody.get(`/channel/${name}/list`)).rows, name).toEqual([])
    const supplier = await world.signIn(tenant, ['dealer'], { userType: 4 })
    expect((await supplier.get('/channel/own-code/list')).code).toBe(403)
    expect(await admin.put('/channel/dealer', { id, accountId: supplier.accountId })).toMatchObject({
      data: { issues: [{ field: 'accountId', error: 'channel.accountType' }] },
    })
    expect(await admin.put('/channel/dealer', { id, accountId: dealers[0]!.caller.accountId })).toMatchObject({
      data: { issues: [{ field: 'accountId', error: 'taken' }] },
    })
  })

  test('buyers see the stores of a code’s dealer that are shown, by name and address in their language, no others', async () => {
    const [one, two] = dealers as [(typeof dealers)[number], (typeof dealers)[number]]
    const stores = async (code: string, language = 'en') =>
      (await world.anonymous.get<{ stores?: object[] }>(`/trace/${code}`, { 'accept-language': language })).data.stores
    const code = one.goods.codes[0]!
    expect(await stores(code)).toBeUndefined()
    const addressTexts = { zh: '示例路1号', fr: '1, rue de la Démo' }
    const answer = await admin.put('/channel/store', { id: one.store, shown: true, seen: 1, addressTexts })
    expect(answer.code).toBe(200)
    expect(await stores(code, 'fr')).toEqual([{ name: 'Northwind-demo store', address: '1, rue de la Démo' }])
    expect(await stores(code, 'zh')).toEqual([{ name: 'Northwind-demo store', address: '示例路1号' }])
    expect(await stores(two.goods.codes[0]!)).toBeUndefined()
    // For a code without dealer no stores are shown.
    expect(await stores(one.goods.codes[20]!)).toBeUndefined()
    await admin.put('/channel/store/changeStatus', { id: one.store, status: '1' })
    expect(await stores(code)).toBeUndefined()
    await admin.put('/channel/store/changeStatus', { id: one.store, status: '0' })
  })

  test('stores are added, changed and removed by the dealer’s own accounts only, and shown to buyers by the enterprise', async () => {
    const [mine, theirs] = dealers as [(typeof dealers)[number], (typeof dealers)[number]]
    const { caller } = mine
    const body = { name: 'Kept by himself', address: 'Demo quay 9' }
    for (const field of ['shown', 'dealerId', 'deptId', 'status'])
      expect((await caller.post('/channel/own-store', { ...body, [field]: 1 })).data, field).toMatchObject({
        issues: [{ field: field, error: 'unknownField' }],
      })
    const { id } = (await caller.post<{ id: number }>('/channel/own-store', body)).data
    const stored = async () => (await admin.get(`/channel/store/${id}`)).data
    expect(await stored()).toMatchObject({ ...body, dealerId: mine.id, shown: false })
    expect((await caller.get(`/channel/own-store/${id}`)).data).toMatchObject({ can: ['edit', 'remove'] })
    expect((await caller.post('/channel/own-store', body)).data).toMatchObject({
      issues: [{ field: 'name', error: 'taken' }],
    })

    // The enterprise approves what it has read: a new name or address needs a new approval, a telephone does not.
    const show = async () => {
      const { revision: seen } = (await admin.get<{ revision: number }>(`/channel/store/${id}`)).data
      expect((await admin.put('/channel/store', { id, shown: true, seen })).code).toBe(200)
    }
    await show()
    expect((await caller.put('/channel/own-store', { id, phone: '13800000001' })).code).toBe(200)
    expect(await stored()).toMatchObject({ shown: true, phone: '13800000001' })
    for (const change of [
      { address: 'Elsewhere 1' },
      { addressTexts: { fr: 'Ailleurs 1' } },
      { name: 'Another name' },
    ]) {
      await show()
      expect((await caller.put('/channel/own-store', { id, ...change })).code).toBe(200)
      expect(await stored(), JSON.stringify(change)).toMatchObject({ shown: false })
    }
    expect((await caller.put('/channel/own-store', { id, longitude: '9.5' })).data).toMatchObject({
      issues: [{ field: 'latitude', error: 'required' }],
    })

    // Another dealer's store, a disabled one, and calls of an account without dealer.
    const nobody = await world.signIn(tenant, ['dealer'], { userType: 5 })
    const elsewhere = await world.makeTenant('OTHERS')
    const stranger = await world.signIn(elsewhere, ['dealer'], { userType: 5 })
    for (const other of [theirs.caller, nobody, stranger]) {
      expect((await other.get(`/channel/own-store/${id}`)).error).toBe('notFound')
      expect((await other.put('/channel/own-store', { id, name: 'Taken over' })).error).toBe('notFound')
      expect((await other.delete(`/channel/own-store/${id}`)).error).toBe('notFound')
    }
    expect((await nobody.post('/channel/own-store', body)).error).toBe('notFound')
    await admin.put('/channel/store/changeStatus', { id, status: '1' })
    expect((await caller.put('/channel/own-store', { id, name: 'Back again' })).error).toBe('notFound')
    expect((await caller.delete(`/channel/own-store/${id}`)).error).toBe('notFound')
    await admin.put('/channel/store/changeStatus', { id, status: '0' })
    expect(await stored()).toMatchObject({ name: 'Another name' })
    expect((await caller.delete(`/channel/own-store/${mine.store},${theirs.store}`)).error).toBe('notFound')
    expect((await caller.delete(`/channel/own-store/${id}`)).data).toEqual({ removed: 1 })
    expect((await admin.get(`/channel/store/${mine.store}`)).code, 'all or none').toBe(200)
  })

  test('a store changed by its dealer after the enterprise read it is not shown, nor one published without a version', async () => {
    const { caller } = dealers[0]!
    const { id } = (await caller.post<{ id: number }>('/channel/own-store', { name: 'Read before', address: 'Quay 1' }))
      .data
    const asRead = async () => (await admin.get<{ shown: boolean; revision: number }>(`/channel/store/${id}`)).data
    const { rows } = await admin.get('/channel/store/list?name=Read before')
    expect(rows).toMatchObject([{ id, shown: false, revision: (await asRead()).revision }])
    const { revision: seen } = await asRead()
    expect((await caller.put('/channel/own-store', { id, address: 'Elsewhere 2' })).code).toBe(200)
    expect((await admin.put('/channel/store', { id, shown: true, seen })).error).toBe('changedSince')
    for (const [seen, error] of [
      [{}, 'required'],
      [{ seen: null }, 'required'],
      [{ seen: '2' }, 'notInteger'],
    ] as const)
      expect((await admin.put('/channel/store', { id, shown: true, ...seen })).data).toMatchObject({
        issues: [{ field: 'seen', error }],
      })
    expect((await asRead()).shown).toBe(false)
    // Other edits by the enterprise, and hiding the store, need no version.
    expect((await admin.put('/channel/store', { id, remark: 'x' })).code).toBe(200)
    expect((await admin.put('/channel/store', { id, shown: true, seen: (await asRead()).revision })).code).toBe(200)
    expect((await asRead()).shown).toBe(true)
    expect((await admin.put('/channel/store', { id, shown: false })).code).toBe(200)
    // The dealer's own view has no versions and takes none.
    const ownView = (await caller.get<Record<string, unknown>>(`/channel/own-store/${id}`)).data
    expect(ownView).not.toHaveProperty('revision')
    expect((await caller.put('/channel/own-store', { id, name: 'x', seen: 1 })).data).toMatchObject({
      issues: [{ field: 'seen', error: 'unknownField' }],
    })
    await caller.delete(`/channel/own-store/${id}`)
  })

  test('buyers see customers that are shown as places of sale too: of their dealer’s codes, or of those that no dealer has', async () => {
    const [one, two] = dealers as [(typeof dealers)[number], (typeof dealers)[number]]
    // In the database's order, which this test does not check.
    const places = async (code: string) =>
      (await world.anonymous.get<{ stores?: { name: string }[] }>(`/trace/${code}`)).data.stores?.toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      )
    const add = async (body: object) =>
      (await admin.post<{ id: number; issues?: object[] }>('/channel/customer', { phone: '13800000000', ...body })).data
    expect(await add({ name: 'Nowhere', shown: true })).toMatchObject({
      issues: [{ field: 'address', error: 'required' }],
    })
    const served = await add({ name: 'Northwind joinery', address: 'Demo lane 2', dealerId: one.id })
    const direct = await add({ name: 'Joinery of nobody', address: 'Demo lane 3' })
    const [his, theirs, free] = [one.goods.codes[0]!, two.goods.codes[0]!, one.goods.codes[20]!]
    const store = 'Northwind-demo store'
    expect(await places(his)).toMatchObject([{ name: store }])
    expect(await places(free)).toBeUndefined()
    for (const { id } of [served, direct])
      expect((await admin.put('/channel/customer', { id, shown: true })).code).toBe(200)
    expect(await places(his)).toMatchObject([{ name: 'Northwind joinery', address: 'Demo lane 2' }, { name: store }])
    expect(await places(theirs)).toBeUndefined()
    expect(await places(free)).toEqual([{ name: 'Joinery of nobody', address: 'Demo lane 3' }])
    expect(await admin.put('/channel/customer', { id: served.id, address: '' })).toMatchObject({
      data: { issues: [{ field: 'address', error: 'required' }] },
    })
    await admin.put('/channel/customer/changeStatus', { id: direct.id, status: '1' })
    expect(await places(free)).toBeUndefined()
    await admin.put('/channel/customer', { id: served.id, shown: false })
    expect(await places(his)).toMatchObject([{ name: store }])
  })

  test('is in the menu of dealers only', async () => {
    const names = async (caller: Caller) => (await caller.get('/getRouters')).raw.toString('utf8')
    expect(await names(dealers[0]!.caller)).toContain('channel/own')
    expect(await names(admin)).not.toContain('channel/own')
  })
})
