import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { listingIn, type Market, makeMarket } from './market.ts'

/** Listings and quotes of an enterprise that the platform has disabled. */
let world: World
let market: Market
let root: Caller

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  root = await platformAdmin(world)
})

const setStatus = async (id: number, status: '0' | '1') =>
  expect((await root.put('/tenant/enterprise/changeStatus', { id, status })).code).toBe(200)

const findListings = async (caller: Caller, goodsName: string) =>
  (await caller.get(`/trade/listing/list?goodsName=${goodsName}`)).rows.length
const quote = (caller: Caller, listingId: number) =>
  caller.post<{ id: number }>('/trade/quote', { listingId, price: '10' })

test('its listings are hidden from others, cannot be quoted on, and are back when it is enabled again', async () => {
  const id = await listingIn(market, 'onShelf', { goodsName: 'WHILE-DISABLED', species: 'OKO' })
  const trader = await world.signIn({ id: 1, deptId: null }, ['auditor'])
  for (const caller of [market.buyer, trader]) expect(await findListings(caller, 'WHILE-DISABLED')).toBe(1)
  const { data: open } = await quote(market.buyer, id)
  await setStatus(market.sellerTenant.id, '1')
  for (const caller of [market.buyer, trader]) {
    expect(await findListings(caller, 'WHILE-DISABLED')).toBe(0)
    expect((await caller.get(`/trade/listing/${id}`)).error).toBe('notFound')
    expect((await caller.get('/trade/listing/facets?goodsName=WHILE-DISABLED')).data).toMatchObject({ counted: 0 })
  }
  expect((await quote(market.bystander, id)).error).toBe('notFound')
  const [quoteRow] = (await market.buyer.get('/trade/quote/list?side=made')).rows
  expect(quoteRow).toMatchObject({ id: open.id, can: [], why: { revise: 'trade.enterpriseDisabled' } })
  const revised = await market.buyer.put(`/trade/quote/${open.id}/revise`, { price: '11' })
  expect(revised.error).toBe('trade.enterpriseDisabled')
  // Auditors still see it, and cannot quote on it either.
  expect((await market.operator.get(`/trade/listing/${id}`)).data.why).toMatchObject({
    quote: 'trade.enterpriseDisabled',
  })
  expect((await quote(market.operator, id)).error).toBe('trade.enterpriseDisabled')
  const seen = await world.services.database.withTenant(market.bystanderTenant.id, db =>
    db.query(sql`select id from listing where id = ${id}`),
  )
  expect(seen, 'row security itself').toEqual([])

  await setStatus(market.sellerTenant.id, '0')
  for (const caller of [market.buyer, trader]) expect(await findListings(caller, 'WHILE-DISABLED')).toBe(1)
  expect((await market.buyer.put(`/trade/quote/${open.id}/revise`, { price: '11' })).code).toBe(200)
  expect((await quote(market.bystander, id)).code).toBe(200)
  market.seller = await world.signIn(market.sellerTenant, ['enterpriseAdmin'])
})

test('enterprises with an accepted quote still see the listing, and quote no more', async () => {
  const id = await listingIn(market, 'onShelf')
  const { data } = await quote(market.buyer, id)
  await market.seller.put(`/trade/quote/${data.id}/accept`)
  await setStatus(market.sellerTenant.id, '1')
  expect((await market.buyer.get(`/trade/listing/${id}`)).data).toMatchObject({
    can: ['phone'],
    why: { quote: 'trade.enterpriseDisabled' },
  })
  expect((await quote(market.buyer, id)).error).toBe('trade.enterpriseDisabled')
  await setStatus(market.sellerTenant.id, '0')
  market.seller = await world.signIn(market.sellerTenant, ['enterpriseAdmin'])
})

test('nobody can accept its quotes until it is enabled again', async () => {
  const id = await listingIn(market, 'onShelf')
  const { data } = await quote(market.buyer, id)
  await setStatus(market.buyerTenant.id, '1')
  const [received] = (await market.seller.get(`/trade/quote/list?listingId=${id}`)).rows
  expect(received).toMatchObject({ can: [], why: { accept: 'trade.enterpriseDisabled' } })
  expect((await market.seller.put(`/trade/quote/${data.id}/accept`)).error).toBe('trade.enterpriseDisabled')
  await setStatus(market.buyerTenant.id, '0')
  expect((await market.seller.put(`/trade/quote/${data.id}/accept`)).code).toBe(200)
})

test('a search checks each row by itself, and still walks its index', async () => {
  await world.admin.query(
    `insert into listing (tenant_id, kind, goods_name, quantity, unit, expected_price, publisher, contact_phone, remark, status, species, form)
     select $1, 'supply', 'many', 1, 'ton', 1, 'x', '1', 'x', 'onShelf', 'OKO', 'sawn' from generate_series(1, 5000)`,
    [market.sellerTenant.id],
  )
  await world.admin.query('analyze listing')
  const plan = await world.services.database.withTenant(market.bystanderTenant.id, db =>
    db.query<{ 'QUERY PLAN': string }>(sql`
      explain select id from listing where kind = 'supply' and species = 'OKO' and form = 'sawn' order by id desc limit 20`),
  )
  const text = plan.map(line => line['QUERY PLAN']).join('\n')
  expect(text, 'no look into another table').not.toMatch(/InitPlan|SubPlan/)
  expect(text).toMatch(/Index Scan.* using listing_/)
  expect(text).not.toMatch(/Seq Scan on listing|Sort/)
})
