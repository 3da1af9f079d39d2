import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole, platformAdmin } from '../system/people.ts'
import { listingIn, type Market, makeMarket, shelve } from './market.ts'

/** Accounts of the operator's enterprise that do not audit are traders like everybody else. */
let world: World
let market: Market
let traders: [string, Caller][]

const permissions = ['list', 'query', 'phone', 'shelf', 'export']
const home = { id: 1, deptId: null }
const hidden = ['pending', 'rejected', 'offShelf']

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  const root = await platformAdmin(world)
  const held = permissions.map(verb => `trade:listing:${verb}`)
  const quoting = ['trade:quote:list', 'trade:quote:add']
  const trading = await makeRole(world, root, [...held, ...quoting])
  const auditing = await makeRole(world, root, [...held, ...quoting, 'trade:listing:audit'])
  const of = async (roleId: number, userType: number) => {
    const caller = await world.signIn(home, [], { userType })
    await world.admin.query('insert into account_role (tenant_id, account_id, role_id) values (1, $1, $2)', [
      caller.accountId,
      roleId,
    ])
    return caller
  }
  traders = [
    ['a customer', await of(trading, 5)],
    ['an employee without the right', await of(trading, 1)],
    ['a customer whose role holds the right', await of(auditing, 5)],
  ]
  await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = 1')
})

const each = async (check: (caller: Caller, who: string) => Promise<void>) => {
  for (const [who, caller] of traders) await check(caller, who)
}

const logged = async (id: number) =>
  (await world.admin.query('select 1 from phone_view where listing_id = $1', [id])).rowCount

test.each(hidden)('they do not see another enterprise’s listing that is %s', async state => {
  const goodsName = `HIDDEN-${state}`
  const id = await listingIn(market, state, { goodsName })
  await each(async (caller, who) => {
    expect((await caller.get(`/trade/listing/list?goodsName=${goodsName}`)).rows, who).toEqual([])
    expect((await caller.get(`/trade/listing/${id}`)).error, who).toBe('notFound')
    expect((await caller.get('/trade/listing/facets?goodsName=HIDDEN')).data, who).toMatchObject({ counted: 0 })
    expect((await caller.post(`/trade/listing/${id}/phone`)).error, who).toBe('notFound')
    expect((await caller.post('/trade/quote', { listingId: id, price: '10' })).error, who).toBe('notFound')
    expect((await caller.put(`/trade/listing/${id}/putOn`)).error, who).toBe('notFound')
    expect((await caller.put(`/trade/listing/${id}/approve`, { seen: 1 })).code, who).toBe(403)
  })
  expect(await logged(id)).toBe(0)
  expect((await market.operator.get(`/trade/listing/${id}`)).data).toMatchObject({ goodsName })
})

test('the bootstrap role auditor, who only reads, sees others’ listings only on the shelf', async () => {
  const goodsName = 'NOT-IN-THE-BOOKS'
  const auditor = await world.signIn(home, ['auditor'])
  const shelved = await listingIn(market, 'onShelf', { goodsName })
  for (const state of hidden) await listingIn(market, state, { goodsName })
  const { rows } = await auditor.get(`/trade/listing/list?goodsName=${goodsName}`)
  expect(rows).toMatchObject([{ id: shelved, can: [] }])
})

test('they read a listing on the shelf without its phone number and its auditor verbs', async () => {
  const id = await listingIn(market, 'onShelf', { goodsName: 'OPEN' })
  await each(async (caller, who) => {
    expect((await caller.get(`/trade/listing/${id}`)).data, who).toMatchObject({ can: ['quote'], why: {} })
    expect((await caller.post(`/trade/listing/${id}/phone`)).error, who).toBe('trade.noConsent')
    expect((await caller.put(`/trade/listing/${id}/takeOff`)).error, who).toBe('notFound')
    expect((await shelve(caller, [id], false)).data, who).toMatchObject({ done: 0 })
  })
  expect(await logged(id)).toBe(0)
  expect((await market.seller.get(`/trade/listing/${id}`)).data).toMatchObject({ status: 'onShelf', can: ['takeOff'] })
})

test('an accepted quote gives them the same access as other enterprises', async () => {
  const [, customer] = traders[0]!
  const [, employee] = traders[1]!
  const id = await listingIn(market, 'onShelf', { contactPhone: '13711112222' })
  const { data } = await customer.post<{ id: number }>('/trade/quote', { listingId: id, price: '10' })
  await market.seller.put(`/trade/quote/${data.id}/accept`)
  await shelve(market.seller, [id], false)
  for (const caller of [customer, employee]) {
    expect((await caller.get(`/trade/listing/${id}`)).data).toMatchObject({ status: 'offShelf', can: ['phone'] })
    expect((await caller.post(`/trade/listing/${id}/phone`)).data).toEqual({ phone: '13711112222' })
  }
  const log = (await market.seller.get(`/trade/phone-view/list?listingId=${id}`)).rows
  expect(log.map(row => row.because)).toEqual(['quoteAccepted', 'quoteAccepted'])
  await market.seller.put(`/trade/quote/${data.id}/phone`, { open: false })
  expect((await customer.post(`/trade/listing/${id}/phone`)).error).toBe('trade.consentWithdrawn')
  expect((await customer.get(`/trade/listing/${id}`)).data.why).toMatchObject({ phone: 'trade.consentWithdrawn' })
})
