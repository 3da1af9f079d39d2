import type { MessageKind } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'
import { audit, listingIn, type Market, makeMarket, publish } from './market.ts'

/** Messages to traders about their listings and quotes, across enterprises. */
let world: World
let market: Market

interface Message {
  title: string
  text: string
  to: string
}

beforeAll(async () => {
  world = await makeWorld({ background: true })
  market = await makeMarket(world)
})

const messages = async (caller: Caller, language = 'en') =>
  ((await caller.get('/system/notice/listTop', { 'accept-language': language })) as unknown as { messages: Message[] })
    .messages

const messagesTo = (caller: Caller, title: string, goods: string, language?: string) =>
  until(
    async () =>
      (await messages(caller, language)).find(message => message.title === title && message.text.includes(goods)),
    `${title} of ${goods}`,
  )

describe('a listing', () => {
  test('its publisher gets a message that it was approved, with a link to it', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'Approved boards' })
    const message = await messagesTo(market.seller, 'Your listing is on the shelf', 'Approved boards')
    expect(message.to).toBe(`/trade/publishInfo/detail/${id}`)
    expect((await messages(market.buyer)).map(({ text }) => text).join()).not.toContain('Approved boards')
  })

  test('in a batch each publisher gets their own verdict with its reason, and none for rows that did not change', async () => {
    const first = await publish(market.seller, { goodsName: 'First of two' })
    const second = await publish(market.bystander, { goodsName: 'Second of two' })
    const shelved = await listingIn(market, 'onShelf', { goodsName: 'Shelved before' })
    const { data } = await audit(market.operator, [first, second, shelved], false, 'The picture is blurred')
    expect(data).toMatchObject({ done: 2, failed: 1 })
    for (const [caller, goods] of [
      [market.seller, 'First of two'],
      [market.bystander, 'Second of two'],
    ] as const)
      expect((await messagesTo(caller, 'Your listing was rejected', goods)).text).toContain('The picture is blurred')
    const { rows } = await world.admin.query(
      `select count(*)::int as n from message where kind = 'listingRejected' and facts ->> 'goods' = 'Shelved before'`,
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('a quote', () => {
  test('the listing’s publisher gets a message in their language, its maker one when it is accepted', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'Quoted boards' })
    const quote = await market.buyer.post<{ id: number }>('/trade/quote', { listingId: id, price: '4100.50' })
    const received = await messagesTo(market.seller, '收到新报价', 'Quoted boards', 'zh')
    expect(received.text).toContain('4100.50')
    expect(received.to).toBe(`/trade/publishInfo/applyList?side=received&listingId=${id}`)
    expect((await market.seller.put(`/trade/quote/${quote.data.id}/accept`)).code).toBe(200)
    expect((await messagesTo(market.buyer, 'Votre offre a été acceptée', 'Quoted boards', 'fr')).to).toBe(
      `/trade/publishInfo/detail/${id}`,
    )
    expect((await messages(market.bystander)).map(({ text }) => text).join()).not.toContain('Quoted boards')
  })

  test('a revised amount is reported to the listing’s publisher, with the previous one', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'Renegotiated boards' })
    const { data } = await market.buyer.post<{ id: number }>('/trade/quote', { listingId: id, price: '4100' })
    await market.buyer.put(`/trade/quote/${data.id}/revise`, { price: '4200.25' })
    const { text } = await messagesTo(market.seller, 'A quote was changed', 'Renegotiated boards')
    expect(text).toContain('4200.25')
    expect(text).toContain('4100.00')
  })

  test('that was refused sends no message', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'Refused quote' })
    expect((await market.seller.post('/trade/quote', { listingId: id, price: '10.00' })).error).toBe('trade.ownListing')
    expect((await market.buyer.post('/trade/quote', { listingId: id, price: '-1' })).error).toBe('invalid')
    const { rows } = await world.admin.query(
      `select (select count(*) from message where kind = 'quoteReceived' and facts ->> 'goods' = 'Refused quote')::int
            + (select count(*) from job_outbox where payload::text like '%quoteReceived%Refused quote%')::int as n`,
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('a trader who may not read it any more', () => {
  /** The recipients, as soon as the job has written any message: it writes all of them at once. */
  const accountsTold = (kind: MessageKind, goods: string) =>
    until(async () => {
      const { rows } = await world.admin.query<{ account: number }>(
        `select account_id::int as account from message where kind = $1 and facts ->> 'goods' = $2 order by 1`,
        [kind, goods],
      )
      return rows.length > 0 && rows.map(({ account }) => account)
    }, `${kind} of ${goods}`)

  const take = async (accountId: number) => {
    await world.admin.query('delete from account_role where account_id = $1', [accountId])
    await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1')
  }

  test('gets no message about a quote; the administrators get it', async () => {
    const leaving = await world.signIn(market.sellerTenant, ['trader'])
    const id = await publish(leaving, { goodsName: 'Left behind' })
    await audit(market.operator, [id], true)
    await messagesTo(leaving, 'Your listing is on the shelf', 'Left behind')
    await take(leaving.accountId)
    expect((await leaving.get('/trade/quote/list')).code).toBe(403)
    const { data } = await market.buyer.post<{ id: number }>('/trade/quote', { listingId: id, price: '4242.42' })
    expect(await accountsTold('quoteReceived', 'Left behind')).toEqual([market.seller.accountId])
    expect((await messagesTo(market.seller, 'A quote on your listing', 'Left behind')).text).toContain('4242.42')
    await market.buyer.put(`/trade/quote/${data.id}/revise`, { price: '4343.43' })
    expect(await accountsTold('quoteRevised', 'Left behind')).toEqual([market.seller.accountId])
    expect((await messagesTo(market.seller, 'A quote was changed', 'Left behind')).text).toContain('4343.43')
    expect(await messages(leaving), 'earlier messages are hidden too').toEqual([])
  })

  test('gets no message that their quote was accepted', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'Accepted later' })
    const leaving = await world.signIn(market.buyerTenant, ['trader'])
    const chief = await world.signIn(market.buyerTenant, ['enterpriseAdmin'])
    const { data } = await leaving.post<{ id: number }>('/trade/quote', { listingId: id, price: '10' })
    await take(leaving.accountId)
    await market.seller.put(`/trade/quote/${data.id}/accept`)
    expect(await accountsTold('quoteAccepted', 'Accepted later')).toEqual([chief.accountId])
    await messagesTo(chief, 'Your quote was accepted', 'Accepted later')
    expect(await messages(leaving)).toEqual([])
  })
})
