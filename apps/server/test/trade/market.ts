import type { Answered, Caller, World } from '../harness.ts'
import { png } from '../samples.ts'

/** Two trading enterprises, one bystander, and the platform operator. */
export interface Market {
  seller: Caller
  buyer: Caller
  bystander: Caller
  operator: Caller
  sellerTenant: { id: number; deptId: number }
  buyerTenant: { id: number; deptId: number }
  bystanderTenant: { id: number; deptId: number }
}

export async function makeMarket(world: World): Promise<Market> {
  const [sellerTenant, buyerTenant, bystanderTenant] = [
    await world.makeTenant('SELLER'),
    await world.makeTenant('BUYER'),
    await world.makeTenant('BYSTANDER'),
  ]
  return {
    sellerTenant,
    buyerTenant,
    bystanderTenant,
    seller: await world.signIn(sellerTenant, ['enterpriseAdmin']),
    buyer: await world.signIn(buyerTenant, ['trader']),
    bystander: await world.signIn(bystanderTenant, ['enterpriseAdmin']),
    operator: await world.signIn({ id: 1, deptId: null }, ['platformOperator']),
  }
}

export async function picture(caller: Caller): Promise<string> {
  return (await caller.upload<{ id: string }>('/common/upload', { name: 'stack.png', content: png })).data.id
}

export async function listingBody(
  caller: Caller,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return {
    kind: 'supply',
    goodsName: 'Okoumé boards',
    quantity: 40,
    unit: 'cubicMeter',
    thickness: '2.5',
    length: '2500',
    width: '210',
    woodName: 'Okoumé',
    origin: 'GA',
    expectedPrice: '3200.50',
    publisher: 'Demo trade desk',
    contactPhone: '13812345678',
    remark: 'Kiln dried, 12 percent',
    picture: [await picture(caller)],
    ...more,
  }
}

export async function publish(caller: Caller, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await caller.post<{ id: number }>('/trade/listing', await listingBody(caller, more))
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}

export interface BatchAnswer {
  done: number
  failed: number
  results: { id: number; ok: boolean; status?: string; error?: string; message?: string }[]
}

/** The versions of listings as the caller reads them now; the first version for those they cannot see. */
export const versionsOf = (caller: Caller, ids: readonly number[]): Promise<number[]> =>
  Promise.all(ids.map(async id => (await caller.get<{ revision: number }>(`/trade/listing/${id}`)).data?.revision ?? 1))

/** Reads listings and decides about them. */
export const audit = async (
  caller: Caller,
  ids: readonly number[],
  approve: boolean,
  reason?: string,
): Promise<Answered<BatchAnswer>> =>
  caller.put<BatchAnswer>('/trade/listing/audit', {
    ids,
    approve,
    ...(approve && { seen: await versionsOf(caller, ids) }),
    ...(reason === undefined ? {} : { reason }),
  })

export const shelve = (caller: Caller, ids: readonly number[], on: boolean): Promise<Answered<BatchAnswer>> =>
  caller.put<BatchAnswer>('/trade/listing/shelf', { ids, on })

/** A listing that was brought to this state by the usual calls. */
export async function listingIn(market: Market, state: string, more: Record<string, unknown> = {}): Promise<number> {
  const id = await publish(market.seller, more)
  if (state === 'rejected') await audit(market.operator, [id], false, 'The picture shows other goods')
  if (state === 'onShelf' || state === 'offShelf') await audit(market.operator, [id], true)
  if (state === 'offShelf') await shelve(market.seller, [id], false)
  return id
}
