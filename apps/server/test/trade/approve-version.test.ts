import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { type BatchAnswer, listingIn, type Market, makeMarket, picture, publish, versionsOf } from './market.ts'

/** Only the version that was read can be approved. */
let world: World
let market: Market
let colleague: Caller

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  colleague = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
})

const statusOf = async (id: number) =>
  (await world.admin.query('select status from listing where id = $1', [id])).rows[0].status

const rewrite = async (caller: Caller, id: number) =>
  expect(
    (
      await caller.put('/trade/listing', {
        id,
        goodsName: 'Other goods',
        remark: 'Another text',
        picture: [await picture(caller)],
      })
    ).code,
  ).toBe(200)

test('a listing that was rewritten after it was read is not approved, by each call', async () => {
  const id = await publish(market.seller)
  const seen = await versionsOf(market.operator, [id])
  await rewrite(market.seller, id)
  const one = await market.operator.put(`/trade/listing/${id}/approve`, { seen: seen[0] })
  expect(one.error).toBe('changedSince')
  const body = { ids: [id], seen }
  for (const answer of [
    await market.operator.put<BatchAnswer>('/trade/listing/approve', body),
    await market.operator.put<BatchAnswer>('/trade/listing/audit', { ...body, approve: true }),
  ])
    expect(answer.data.results).toMatchObject([{ id, ok: false, error: 'changedSince' }])
  expect(await statusOf(id)).toBe('pending')
  const [now] = await versionsOf(market.operator, [id])
  expect((await market.operator.put(`/trade/listing/${id}/approve`, { seen: now })).code).toBe(200)
  expect(await statusOf(id)).toBe('onShelf')
})

test('of several, those whose version was read go on the shelf; an approval without versions is refused', async () => {
  const [unchanged, rewritten] = [await publish(market.seller), await publish(market.seller)]
  const seen = await versionsOf(market.operator, [rewritten, unchanged])
  await rewrite(market.seller, rewritten)
  const ids = [rewritten, unchanged]
  for (const versions of [{}, { seen: [] }, { seen: [seen[0]] }, { seen: [...seen, 1] }])
    for (const [path, more] of [
      ['/trade/listing/approve', {}],
      ['/trade/listing/audit', { approve: true }],
    ] as const)
      expect((await market.operator.put(path, { ids, ...versions, ...more })).error).toBe('invalid')
  expect((await market.operator.put(`/trade/listing/${unchanged}/approve`, {})).error).toBe('invalid')
  const { data } = await market.operator.put<BatchAnswer>('/trade/listing/approve', { ids, seen })
  expect(data.results).toMatchObject([
    { id: rewritten, ok: false, error: 'changedSince' },
    { id: unchanged, ok: true },
  ])
})

test('changes outside of its text make no new version', async () => {
  const id = await listingIn(market, 'onShelf')
  const [before] = await versionsOf(market.operator, [id])
  const { data } = await market.buyer.post<{ id: number }>('/trade/quote', { listingId: id, price: '10' })
  await market.seller.put(`/trade/quote/${data.id}/accept`)
  await market.seller.put(`/trade/listing/${id}/takeOff`)
  expect(await versionsOf(market.operator, [id])).toEqual([before])
})

test('nobody approves what they wrote themselves into a colleague’s listing', async () => {
  const id = await publish(colleague)
  await rewrite(market.operator, id)
  const { can, why } = (
    await market.operator.get<{ can: string[]; why: Record<string, string> }>(`/trade/listing/${id}`)
  ).data
  expect([can.includes('approve'), why.approve]).toEqual([false, 'trade.ownAudit'])
  const [seen] = await versionsOf(market.operator, [id])
  expect((await market.operator.put(`/trade/listing/${id}/approve`, { seen })).error).toBe('trade.ownAudit')
  expect((await colleague.put(`/trade/listing/${id}/approve`, { seen })).error).toBe('trade.ownAudit')
  const third = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  expect((await third.put(`/trade/listing/${id}/approve`, { seen })).code).toBe(200)
})
