import { beforeEach, describe, expect, test } from 'vitest'
import { changeEnterpriseStatus } from '../../src/areas/tenant/enterprises.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { demoActor } from '../../src/seed/demo-actor.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { waiting } from '../waiting.ts'
import { listingBody, listingIn, type Market, makeMarket } from './market.ts'

/** Trading while an enterprise is being disabled leaves nothing tradable behind, whichever comes first. */
let world: World
let market: Market
let root: Caller

beforeEach(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  root = await platformAdmin(world)
})

/** Holds a transaction across the enterprises open until it is released. */
function hold(work: (db: Db) => Promise<unknown>): { begun: Promise<void>; end: () => Promise<void> } {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = world.services.database.acrossTenants('seed', async db => {
    await work(db)
    begun.resolve()
    await released.promise
  })
  ended.catch(begun.reject)
  return {
    begun: begun.promise,
    end: () => {
      released.resolve()
      return ended
    },
  }
}

/** Resolves when the call waits for a lock, or was answered without waiting. */
async function isHeld(call: Promise<unknown>, calls: number): Promise<void> {
  let answered = false
  call.then(
    () => (answered = true),
    () => (answered = true),
  )
  await expect.poll(async () => answered || (await waiting(world)) >= calls).toBe(true)
}

const disable = (tenant: { id: number }) => root.put('/tenant/enterprise/changeStatus', { id: tenant.id, status: '1' })

/** The call is made while the transaction that disables the enterprise is still open. */
async function whileDisabling<T>(tenant: { id: number }, trade: () => Promise<T>): Promise<T> {
  const operator = demoActor({ accountId: root.accountId, tenantId: 1, deptId: null })
  const disabling = hold(db => changeEnterpriseStatus(db, world.services, operator, tenant.id, '1'))
  await disabling.begun
  const call = trade()
  await isHeld(call, 1)
  await disabling.end()
  return call
}

/**
 * The enterprise is disabled after the call has written its row and before it ends.
 * @param last the last lock that the call needs; the test holds it meanwhile
 */
async function disabledBefore<T>(
  tenant: { id: number },
  trade: () => Promise<T>,
  last: (db: Db) => Promise<unknown>,
): Promise<T> {
  const needed = hold(last)
  await needed.begun
  const call = trade()
  await isHeld(call, 1)
  const disabling = disable(tenant)
  await isHeld(disabling, 2)
  await needed.end()
  expect((await disabling).code).toBe(200)
  return call
}

const outbox = (db: Db) => db.execute(sql`lock table job_outbox in share mode`)

/** Listings of the enterprise that others can find, and quotes that can still be accepted. */
async function findAgreed(tenant: { id: number }) {
  const { rows } = await world.admin.query(
    `select (select count(*)::int from listing where tenant_id = $1 and not of_disabled) as listings,
       (select count(*)::int from quote where tenant_id = $1 and not maker_disabled or owner_tenant_id = $1 and not owner_disabled) as quotes`,
    [tenant.id],
  )
  return rows[0]
}

describe('a listing', () => {
  const add = async () => {
    const body = await listingBody(market.seller)
    return { body, send: (): Promise<Answered<{ id: number }>> => market.seller.post('/trade/listing', body) }
  }

  test('that was added before the disabling has ended is marked with the others', async () => {
    const { body, send } = await add()
    const [picture] = body.picture as string[]
    const lock = (db: Db) => db.execute(sql`select from file_object where id = ${picture} for update`)
    const { code } = await disabledBefore(market.sellerTenant, send, lock)
    expect(code).toBe(200)
    expect(await findAgreed(market.sellerTenant)).toEqual({ listings: 0, quotes: 0 })
  })

  test('that comes after it is refused like any other call of the enterprise', async () => {
    const { send } = await add()
    expect((await whileDisabling(market.sellerTenant, send)).error).toBe('unauthenticated')
    expect(await findAgreed(market.sellerTenant)).toEqual({ listings: 0, quotes: 0 })
  })
})

describe('a quote', () => {
  let listingId: number
  beforeEach(async () => {
    listingId = await listingIn(market, 'onShelf')
  })
  const send = () => market.buyer.post<{ id: number }>('/trade/quote', { listingId, price: '10' })
  const sides = [
    ['the enterprise that quotes', () => market.buyerTenant, 'unauthenticated'],
    ['the enterprise whose listing it is', () => market.sellerTenant, 'notFound'],
  ] as const

  test.each(sides)('made before the disabling of %s has ended is marked with the others', async (_who, tenant) => {
    expect((await disabledBefore(tenant(), send, outbox)).code).toBe(200)
    expect(await findAgreed(tenant())).toEqual({ listings: 0, quotes: 0 })
  })

  test.each(sides)('made after the disabling of %s is refused', async (_who, tenant, refused) => {
    expect((await whileDisabling(tenant(), send)).error).toBe(refused)
    expect(await findAgreed(tenant())).toEqual({ listings: 0, quotes: 0 })
  })

  test.each(sides)(
    'to which another amount is put while %s is being disabled is marked with it',
    async (_who, tenant) => {
      const { data } = await send()
      const revise = () => market.buyer.put(`/trade/quote/${data.id}/revise`, { price: '11' })
      expect((await disabledBefore(tenant(), revise, outbox)).code).toBe(200)
      expect(await findAgreed(tenant())).toEqual({ listings: 0, quotes: 0 })
      expect((await world.admin.query('select from quote')).rowCount).toBe(2)
    },
  )

  test.each(sides)('is accepted before the disabling of %s or not at all', async (_who, tenant) => {
    const { data } = await send()
    const accept = () => market.seller.put(`/trade/quote/${data.id}/accept`)
    expect((await whileDisabling(tenant(), accept)).error).toMatch(/^(unauthenticated|trade.enterpriseDisabled)$/)
    expect((await root.put('/tenant/enterprise/changeStatus', { id: tenant().id, status: '0' })).code).toBe(200)
    market.seller = await world.signIn(market.sellerTenant, ['enterpriseAdmin'])
    expect((await disabledBefore(tenant(), accept, outbox)).code).toBe(200)
  })
})

test('an enterprise that is disabled or enabled by its form is so in the market too', async () => {
  await listingIn(market, 'onShelf')
  const set = async (status: string) => {
    const { data } = await root.get<Record<string, unknown>>(`/tenant/enterprise/${market.sellerTenant.id}`)
    const { id, name, kind } = data
    expect((await root.put('/tenant/enterprise', { id, name, kind, status })).code).toBe(200)
  }
  await set('1')
  expect((await findAgreed(market.sellerTenant)).listings).toBe(0)
  await set('0')
  expect((await findAgreed(market.sellerTenant)).listings).toBe(1)
})
