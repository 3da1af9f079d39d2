import { beforeAll, beforeEach, expect, test } from 'vitest'
import { remindOfOffers } from '../../src/areas/custody/offer-reminders.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** Reminders of open offers: once each, however often the task runs and whatever the clock does. Days are moved in the rows. */
let world: World
let giver: Caller
let receiver: Caller

beforeAll(async () => {
  world = await makeWorld()
  giver = await world.signIn(await world.makeTenant('GIVER'), ['enterpriseAdmin'])
  receiver = await world.signIn(await world.makeTenant('RECEIVER'), ['enterpriseAdmin'])
})

beforeEach(async () => {
  await world.admin.query('delete from custody_offer')
  await world.admin.query('delete from message')
})

/** @param ends days until the last day; null: without an end */
async function addOffer(ends: number | null, more: { status?: string; openFor?: number } = {}): Promise<number> {
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into custody_offer (tenant_id, receiver_tenant_id, goods, giver, receiver, product, batch_number, codes, status, expires_on, offered_at)
     values ($1, $2, 'Logs', 'Demo GIVER', 'Demo RECEIVER', '{}', 'B-1', 5, $3, (now() at time zone 'UTC')::date + $4::int, now() - make_interval(days => $5))
     returning id`,
    [giver.tenantId, receiver.tenantId, more.status ?? 'open', ends, more.openFor ?? 0],
  )
  return Number(rows[0]!.id)
}

const passes = (days: number) =>
  world.admin.query(
    'update custody_offer set expires_on = expires_on - $1::int, offered_at = offered_at - make_interval(days => $1)',
    [days],
  )
const remind = () => remindOfOffers(world.services.database, new AbortController().signal)
const messages = async (by: Caller) =>
  (
    await world.admin.query<{ kind: string }>('select kind from message where account_id = $1 order by id', [
      by.accountId,
    ])
  ).rows.map(({ kind }) => kind)
const both = async () => [await messages(receiver), await messages(giver)]

test('of an offer that ends: three days before its last day and when it has expired, to both sides', async () => {
  await addOffer(5)
  await remind()
  await passes(1)
  expect(await remind()).toEqual({ offers: 0 })
  expect(await both()).toEqual([[], []])
  await passes(1)
  expect(await remind()).toEqual({ offers: 1 })
  expect(await remind()).toEqual({ offers: 0 })
  expect(await both()).toEqual([['offerEnding'], ['ownOfferEnding']])
  // Its last day is not over: it can still be accepted.
  await passes(3)
  expect(await remind()).toEqual({ offers: 0 })
  await passes(1)
  await remind()
  await passes(40)
  await remind()
  expect(await both()).toEqual([
    ['offerEnding', 'offerExpired'],
    ['ownOfferEnding', 'ownOfferExpired'],
  ])
})

test('of an offer without an end: after 7 and 30 days', async () => {
  await addOffer(null)
  await passes(6)
  expect(await remind()).toEqual({ offers: 0 })
  await passes(1)
  await remind()
  await passes(22)
  await remind()
  await passes(1)
  await remind()
  await passes(400)
  await remind()
  expect(await both()).toEqual([
    ['offerWaiting', 'offerWaiting'],
    ['ownOfferWaiting', 'ownOfferWaiting'],
  ])
  const { rows } = await world.admin.query(`select facts ->> 'days' as days from message where kind = 'offerWaiting'`)
  expect(rows).toEqual([{ days: '7' }, { days: '30' }])
})

test('a clock that runs ahead and is set back repeats none, and none comes late', async () => {
  await addOffer(2)
  await addOffer(null, { openFor: 7 })
  await remind()
  for (const days of [60, -60, 60, -60, 1]) {
    await passes(days)
    await remind()
  }
  const once = (await messages(receiver)).toSorted()
  expect(once).toEqual(['offerEnding', 'offerExpired', 'offerWaiting', 'offerWaiting'])
  // After the task had not run for long: what has passed is not announced any more.
  await world.admin.query('delete from message')
  await addOffer(-1)
  await addOffer(null, { openFor: 31 })
  for (let n = 0; n < 3; n++) await remind()
  await passes(-25)
  await remind()
  expect((await messages(receiver)).toSorted()).toEqual(['offerExpired', 'offerWaiting'])
})

test('at once: each is sent once', async () => {
  for (let n = 0; n < 20; n++) await addOffer(1)
  const answers = await Promise.all([remind(), remind(), remind()])
  expect(answers.reduce((sum, { offers }) => sum + offers, 0)).toBe(20)
  expect(await messages(receiver)).toHaveLength(20)
})

test('of many offers, in several transactions', async () => {
  for (let n = 0; n < 205; n++) await addOffer(-1)
  expect(await remind()).toEqual({ offers: 205 })
})

test('not of what is settled, and not while one side is disabled', async () => {
  for (const status of ['declined', 'withdrawn', 'accepted']) await addOffer(-1, { status })
  await addOffer(1)
  await world.admin.query(`update enterprise set status = '1' where id = $1`, [giver.tenantId])
  expect(await remind()).toEqual({ offers: 0 })
  await world.admin.query(`update enterprise set status = '0' where id = $1`, [giver.tenantId])
  expect(await remind()).toEqual({ offers: 1 })
})

test('says what the reader has to know, in their language', async () => {
  await addOffer(1)
  await remind()
  const { messages } = (await receiver.get('/system/notice/listTop')) as unknown as {
    messages: { title: string; text: string; to: string }[]
  }
  const { rows } = await world.admin.query<{ day: string }>(`select expires_on::text as day from custody_offer`)
  expect(messages[0]).toMatchObject({
    title: 'An offer of goods ends soon',
    text: `“Logs” from Demo GIVER can be accepted until ${rows[0]!.day}.`,
    to: '/custody/offer?side=received&standing=open',
  })
})
