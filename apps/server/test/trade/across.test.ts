import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { audit, listingIn, type Market, makeMarket, publish, shelve } from './market.ts'

/** A43..A45: what enterprises see of each other's trade, and what they can do to it. */
let world: World
let market: Market
const phone = '13798761234'

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
})

/** Everything that a caller can read about listings and quotes, as text. */
async function everything(caller: Caller, id: number): Promise<string> {
  const answers = [
    await caller.get('/trade/listing/list?limit=100'),
    await caller.get(`/trade/listing/${id}`),
    await caller.get('/trade/listing/export'),
    await caller.get('/trade/quote/list?limit=100'),
    await caller.get(`/trade/quote/list?listingId=${id}`),
    await caller.get(`/trade/listing/list?goodsName=${phone}`),
  ]
  const sheet =
    answers[2]!.raw.subarray(0, 2).toString() === 'PK'
      ? (await import('../../src/platform/workbook/xlsx/xlsx.ts'))
          .readXlsx(answers[2]!.raw)
          .then(read => JSON.stringify(read.rows))
      : ''
  return [...answers.filter((_, index) => index !== 2).map(answer => answer.raw.toString('utf8')), await sheet].join(
    '\n',
  )
}

const quoteOn = (caller: Caller, listingId: number, price: unknown = '3100') =>
  caller.post<{ id: number }>('/trade/quote', { listingId, price })

describe('before and on the shelf', () => {
  test.each(['pending', 'rejected', 'offShelf'])(
    'a listing that is %s is nobody’s but its owner’s and the operator’s (TRD-04)',
    async state => {
      const id = await listingIn(market, state, { goodsName: `CANARY-${state}`, contactPhone: phone })
      for (const stranger of [market.buyer, market.bystander]) {
        expect(await everything(stranger, id)).not.toContain('CANARY')
        expect((await stranger.get(`/trade/listing/${id}`)).error).toBe('notFound')
        expect((await quoteOn(stranger, id)).error).toBe('notFound')
      }
      expect(await everything(market.operator, id)).toContain(`CANARY-${state}`)
      await market.seller.delete(`/trade/listing/${id}`)
    },
  )

  test('once on the shelf every enterprise reads it, with the phone number masked in every answer (A43)', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'CANARY-SHELF', contactPhone: phone })
    for (const stranger of [market.buyer, market.bystander]) {
      const seen = await everything(stranger, id)
      expect(seen).toContain('CANARY-SHELF')
      expect(seen).not.toContain(phone)
      expect((await stranger.get(`/trade/listing/${id}`)).data).toMatchObject({
        contactPhone: '137****34',
        phoneShown: false,
        mine: false,
        can: ['quote'],
      })
    }
    expect((await market.seller.get(`/trade/listing/${id}`)).data).toMatchObject({
      contactPhone: phone,
      phoneShown: true,
      mine: true,
    })
    // An auditor requests it like everybody else, and is logged.
    expect((await market.operator.get(`/trade/listing/${id}`)).data).toMatchObject({
      contactPhone: '137****34',
      mine: false,
      can: expect.arrayContaining(['phone']),
    })
    await shelve(market.seller, [id], false)
    expect(await everything(market.bystander, id)).not.toContain('CANARY-SHELF')
  })

  test('the operator who audits a listing sees its picture before anybody else does', async () => {
    const id = await publish(market.seller)
    const pictures = async (caller: Caller) =>
      (await caller.get<{ picture: { id: string; url: string }[] }>(`/trade/listing/${id}`)).data?.picture
    const [seen] = (await pictures(market.operator)) ?? []
    expect(seen?.url).toMatch(/sign=/)
    const content = await world.anonymous.get(seen!.url.replace(/^\/api/, ''))
    expect(content.raw.byteLength).toBeGreaterThan(100)
    expect(await pictures(market.buyer)).toBeUndefined()
  })

  test('its picture can be seen by others exactly as long as it is on the shelf, and only the stripped copy', async () => {
    const id = await publish(market.seller)
    const ownListing = (await market.seller.get<{ picture: { id: string; url: string }[] }>(`/trade/listing/${id}`))
      .data.picture[0]!
    expect((await world.anonymous.get(`/file/${ownListing.id}`)).code).toBe(404)
    await audit(market.operator, [id], true)
    const othersListing = (
      await market.buyer.get<{ picture: { id: string; url: string; name: string }[] }>(`/trade/listing/${id}`)
    ).data.picture
    expect(othersListing).toEqual([
      {
        id: ownListing.id,
        name: 'stack.png',
        size: expect.any(Number),
        type: 'image/png',
        url: `/api/file/${ownListing.id}`,
      },
    ])
    const copy = await world.anonymous.get(othersListing[0]!.url)
    expect(copy.headers['content-type']).toBe('image/webp')
    await shelve(market.seller, [id], false)
    expect((await world.anonymous.get(`/file/${ownListing.id}`)).code).toBe(404)
  })

  test('the database view itself masks the number, whatever the query', async () => {
    const id = await listingIn(market, 'onShelf', { contactPhone: phone })
    const number = async (tenant: number) =>
      (
        await world.services.database.withTenant(tenant, db =>
          db.one<{ contact_phone: string }>(sql`select contact_phone from listing_shown where id = ${id}`),
        )
      ).contact_phone
    expect(await number(market.sellerTenant.id)).toBe(phone)
    expect(await number(1)).toBe('137****34')
    expect(await number(market.buyerTenant.id)).toBe('137****34')
  })

  test('nobody without an enterprise reads a listing, and row security itself separates the rows', async () => {
    const pending = await publish(market.seller)
    const shelved = await listingIn(market, 'onShelf')
    const ids = [pending, shelved]
    const visible = (db: Parameters<Parameters<World['services']['database']['withTenant']>[1]>[0]) =>
      db.query<{ id: number }>(sql`select id from listing where id = any(${ids}) order by id`)
    const { database } = world.services
    expect(await database.withoutTenant(visible)).toEqual([])
    expect(await database.withTenant(market.bystanderTenant.id, visible)).toEqual([{ id: shelved }])
    expect(await database.withTenant(market.sellerTenant.id, visible)).toEqual([{ id: pending }, { id: shelved }])
    expect(await database.withTenant(1, visible)).toEqual([{ id: pending }, { id: shelved }])
    expect(
      await database.withTenant(market.bystanderTenant.id, db =>
        db.execute(sql`update listing set expected_price = 1 where id = any(${ids})`),
      ),
    ).toBe(0)
    expect(
      await database.withTenant(market.bystanderTenant.id, db =>
        db.execute(sql`delete from listing where id = any(${ids})`),
      ),
    ).toBe(0)
    expect(await database.withTenant(1, db => db.execute(sql`delete from listing where id = any(${ids})`))).toBe(0)
  })
})

test('A44: another enterprise’s listing on the shelf is read, never touched', async () => {
  const id = await listingIn(market, 'onShelf')
  const before = (await world.admin.query('select md5(listing::text) as sum from listing where id = $1', [id])).rows[0]
    .sum
  expect(await market.buyer.put('/trade/listing', { id, expectedPrice: '1' })).toMatchObject({ code: 404 })
  expect(await market.buyer.delete(`/trade/listing/${id}`)).toMatchObject({ code: 404 })
  expect((await shelve(market.buyer, [id], false)).data.results[0]).toMatchObject({ ok: false, error: 'notFound' })
  expect(await audit(market.buyer, [id], false, 'Competitor')).toMatchObject({ code: 403 })
  expect(
    (await world.admin.query('select md5(listing::text) as sum from listing where id = $1', [id])).rows[0].sum,
  ).toBe(before)
})

describe('quotes', () => {
  test('SCR-28, TRD-03, A43: only the maker of a quote and the listing’s owner see it', async () => {
    const id = await listingIn(market, 'onShelf', { contactPhone: phone })
    const quoted = await quoteOn(market.buyer, id, '4567.89')
    expect(quoted.code).toBe(200)
    expect((await market.seller.get(`/trade/listing/${id}`)).data.quoteCount).toBe(1)
    const received = (await market.seller.get(`/trade/quote/list?listingId=${id}`)).rows
    expect(received).toMatchObject([
      {
        id: quoted.data.id,
        listingId: id,
        goodsName: 'Okoumé boards',
        kind: 'supply',
        quoteEnterprise: 'Demo BUYER',
        price: '4567.89',
        status: 'notApplied',
        side: 'received',
        can: ['accept'],
      },
    ])
    for (const column of ['quoteUser', 'quoteTime', 'lastUpdater', 'updateTime'])
      expect(received[0]![column], `${column} (ENT-40)`).toMatch(/\S/)
    expect((await market.buyer.get(`/trade/quote/list?side=made`)).rows).toMatchObject([
      { id: quoted.data.id, price: '4567.89', side: 'made', can: ['revise'] },
    ])
    for (const other of [market.bystander, market.operator]) {
      expect(await everything(other, id)).not.toContain('4567.89')
      expect((await other.get('/trade/quote/list')).rows).toEqual([])
      expect((await other.put(`/trade/quote/${quoted.data.id}/accept`)).error).toBe('notFound')
    }
    expect((await market.buyer.put(`/trade/quote/${quoted.data.id}/accept`)).error, 'its maker cannot accept it').toBe(
      'notFound',
    )
    const rows = (tenant: number) =>
      world.services.database.withTenant(tenant, db => db.query(sql`select id from quote where id = ${quoted.data.id}`))
    expect(await rows(market.buyerTenant.id)).toHaveLength(1)
    expect(await rows(market.sellerTenant.id)).toHaveLength(1)
    for (const other of [market.bystanderTenant.id, 1]) expect(await rows(other)).toEqual([])
    await shelve(market.seller, [id], false)
  })

  test('ST-25, AMB-31: the owner accepts; then its maker has the phone number, also after the listing left the shelf', async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: 'CANARY-DEAL', contactPhone: phone })
    const { data } = await quoteOn(market.buyer, id)
    await quoteOn(market.bystander, id, '3000')
    const accepting = await world.signIn(market.sellerTenant, ['trader'])
    expect((await accepting.put(`/trade/quote/${data.id}/accept`)).data).toEqual({
      id: data.id,
      status: 'applied',
    })
    expect((await accepting.put(`/trade/quote/${data.id}/accept`)).error).toBe('stateRefused')
    const [row] = (await market.buyer.get('/trade/quote/list?status=applied')).rows
    expect(row).toMatchObject({ id: data.id, status: 'applied', lastUpdater: 'Demo' })
    expect(Date.parse(row!.updateTime as string)).toBeGreaterThan(Date.parse(row!.quoteTime as string))
    expect(await everything(market.buyer, id), 'only the call shows it').not.toContain(phone)
    expect((await market.buyer.get(`/trade/listing/${id}`)).data).toMatchObject({
      phoneShown: false,
      can: ['quote', 'phone'],
    })
    expect((await market.buyer.post(`/trade/listing/${id}/phone`)).data).toEqual({ phone })
    expect(await everything(market.bystander, id)).not.toContain(phone)
    await shelve(market.seller, [id], false)
    expect((await market.buyer.get(`/trade/listing/${id}`)).data).toMatchObject({ status: 'offShelf' })
    expect((await market.buyer.post(`/trade/listing/${id}/phone`)).data).toEqual({ phone })
    expect((await market.bystander.get(`/trade/listing/${id}`)).error).toBe('notFound')
    expect((await quoteOn(market.buyer, id)).error, 'it is still visible, but takes no quote').toBe('trade.notOnShelf')
    expect((await market.seller.delete(`/trade/listing/${id}`)).error).toBe('trade.quoteAccepted')
  })

  test('A45: no quote on an own listing, none below 0, none too large, and none is changed afterwards', async () => {
    const id = await listingIn(market, 'onShelf')
    expect((await quoteOn(market.seller, id)).error).toBe('trade.ownListing')
    for (const price of [0, -5, 1e300, '1e5', '', null, '007', 'abc'])
      expect((await quoteOn(market.buyer, id, price)).code, String(price)).toBe(500)
    expect((await market.buyer.post('/trade/quote', { listingId: id, price: '5', status: 'applied' })).code).toBe(500)
    const { data } = await quoteOn(market.buyer, id)
    const { database } = world.services
    const change = (tenant: number, statement: ReturnType<typeof sql>) =>
      database.withTenant(tenant, db => db.execute(statement))
    await expect(change(market.buyerTenant.id, sql`update quote set price = 1 where id = ${data.id}`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(change(market.sellerTenant.id, sql`update quote set price = 1 where id = ${data.id}`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(change(market.buyerTenant.id, sql`delete from quote where id = ${data.id}`)).rejects.toThrow(
      /permission denied/,
    )
    expect(await change(market.buyerTenant.id, sql`update quote set status = 'applied' where id = ${data.id}`)).toBe(0)
    expect(
      await change(market.bystanderTenant.id, sql`update quote set status = 'applied' where id = ${data.id}`),
    ).toBe(0)
    expect((await market.seller.get(`/trade/listing/${id}`)).data.quoteCount).toBe(1)
  })

  test('quotes of many at once are all counted', async () => {
    const id = await listingIn(market, 'onShelf')
    const partners = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        world.signIn(index % 2 ? market.buyerTenant : market.bystanderTenant, ['dealer'], { userType: 4 }),
      ),
    )
    const answers = await Promise.all(partners.map((partner, index) => quoteOn(partner, id, String(1000 + index))))
    expect(answers.map(answer => answer.code)).toEqual(Array(8).fill(200))
    expect((await market.seller.get(`/trade/listing/${id}`)).data.quoteCount).toBe(8)
  })

  test('an enterprise has one open quote on a listing, also when two of its people quote at once', async () => {
    const id = await listingIn(market, 'onShelf')
    const colleague = await world.signIn(market.buyerTenant, ['trader'])
    const answers = await Promise.all([quoteOn(market.buyer, id, '1000'), quoteOn(colleague, id, '1001')])
    expect(answers.map(({ code, error }) => error ?? code).sort()).toEqual([200, 'trade.quoteOpen'])
    const open = answers.find(({ code }) => code === 200)!.data.id
    expect((await market.buyer.put(`/trade/quote/${open}/revise`, { price: '1100' })).code).toBe(200)
    expect((await quoteOn(market.buyer, id, '1200')).error).toBe('trade.quoteOpen')
    expect((await quoteOn(market.bystander, id, '1300')).code).toBe(200)
  })

  test('an acceptance closes the other quotes on the listing; their makers are told, and may quote anew', async () => {
    const [id, another] = [await listingIn(market, 'onShelf'), await listingIn(market, 'onShelf')]
    const first = (await quoteOn(market.buyer, id, '1000')).data.id
    const revised = await market.buyer.put<{ id: number }>(`/trade/quote/${first}/revise`, { price: '1100' })
    const other = (await quoteOn(market.bystander, id, '900')).data.id
    const elsewhere = (await quoteOn(market.bystander, another, '900')).data.id
    expect((await market.seller.put(`/trade/quote/${revised.data.id}/accept`)).code).toBe(200)
    const rows = (await market.seller.get('/trade/quote/list?limit=100')).rows
    const stateOf = (quote: number) => {
      const row = rows.find(one => one.id === quote)
      return [row?.status, row?.standing]
    }
    expect(stateOf(revised.data.id)).toEqual(['applied', 'settled'])
    expect(stateOf(other)).toEqual(['closed', 'settled'])
    expect(stateOf(elsewhere)).toEqual(['notApplied', 'open'])
    expect((await market.seller.put(`/trade/quote/${other}/accept`)).error).toBe('stateRefused')
    expect((await market.bystander.put(`/trade/quote/${other}/revise`, { price: '950' })).error).toBe('stateRefused')
    const { rows: orders } = await world.admin.query(
      `select payload -> 'to' ->> 'tenantId' as tenant from job_outbox where payload ->> 'kind' = 'quoteClosed' and (payload -> 'facts' ->> 'id')::int = $1`,
      [id],
    )
    expect(orders).toEqual([{ tenant: String(market.bystanderTenant.id) }])
    expect((await quoteOn(market.bystander, id, '1200')).code).toBe(200)
  })

  test('of two acceptances at once one closes the other', async () => {
    const id = await listingIn(market, 'onShelf')
    const quotes = [
      (await quoteOn(market.buyer, id, '1000')).data.id,
      (await quoteOn(market.bystander, id, '900')).data.id,
    ]
    const answers = await Promise.all(quotes.map(quote => market.seller.put(`/trade/quote/${quote}/accept`)))
    expect(answers.map(({ code, error }) => error ?? code).sort()).toEqual([200, 'stateRefused'])
  })

  test('a listing that leaves the shelf while somebody quotes refuses the quote', async () => {
    const id = await listingIn(market, 'onShelf')
    const insert = world.services.database.withTenant(market.buyerTenant.id, async db => {
      await db.one(sql`select 1 from listing where id = ${id} and status = 'onShelf'`)
      await shelve(market.seller, [id], false)
      await db.execute(sql`
        insert into quote (tenant_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, last_updater)
        values (${market.buyerTenant.id}, ${market.sellerTenant.id}, ${id}, 'x', 'x', 'x', 1, 'x')`)
    })
    await expect(insert).rejects.toThrow(/not on the shelf/)
    expect((await world.admin.query('select quote_count from listing where id = $1', [id])).rows[0].quote_count).toBe(0)
  })

  test('quotes that were not accepted are removed with their listing', async () => {
    const id = await listingIn(market, 'onShelf')
    const { data } = await quoteOn(market.buyer, id)
    await shelve(market.seller, [id], false)
    expect((await market.seller.delete(`/trade/listing/${id}`)).code).toBe(200)
    expect((await world.admin.query('select 1 from quote where id = $1', [data.id])).rowCount).toBe(0)
  })
})

describe('the phone number of a listing', () => {
  const ask = (caller: Caller, id: number) => caller.post<{ phone: string }>(`/trade/listing/${id}/phone`)
  const log = async (caller: Caller, query = '') => (await caller.get(`/trade/phone-view/list?limit=100${query}`)).rows
  const deal = async () => {
    const id = await listingIn(market, 'onShelf', { goodsName: `PHONE-${Math.random()}`, contactPhone: phone })
    const { data } = await quoteOn(market.buyer, id)
    return { id, accept: () => market.seller.put(`/trade/quote/${data.id}/accept`) }
  }

  test('is shown only with consent, and each view is in the log that only the owner reads', async () => {
    const { id, accept } = await deal()
    for (const stranger of [market.buyer, market.bystander])
      expect((await ask(stranger, id)).error).toBe('trade.noConsent')
    expect(await log(market.seller, `&listingId=${id}`)).toEqual([])
    await accept()
    for (let n = 0; n < 2; n++) expect((await ask(market.buyer, id)).data).toEqual({ phone })
    expect((await ask(market.operator, id)).data).toEqual({ phone })
    expect((await ask(market.seller, id)).data).toEqual({ phone })
    expect((await ask(market.bystander, id)).error).toBe('trade.noConsent')
    const seen = await log(market.seller, `&listingId=${id}`)
    expect(seen.map(row => [row.viewerEnterprise, row.because])).toEqual([
      [expect.any(String), 'audit'],
      ['Demo BUYER', 'quoteAccepted'],
      ['Demo BUYER', 'quoteAccepted'],
    ])
    expect(seen[1]).toMatchObject({ viewerUser: 'Demo', goodsName: expect.stringContaining('PHONE-'), listingId: id })
    for (const other of [market.buyer, market.bystander, market.operator])
      expect(await log(other, `&listingId=${id}`)).toEqual([])
  })

  test('only the owner withdraws consent and gives it again; without consent nobody sees the number, and the log stays', async () => {
    const { id, accept } = await deal()
    await accept()
    const [quote] = (await market.seller.get(`/trade/quote/list?listingId=${id}`)).rows
    const consent = (caller: Caller, open: unknown) => caller.put(`/trade/quote/${quote!.id}/phone`, { open })
    expect((await ask(market.buyer, id)).data).toEqual({ phone })
    for (const other of [market.buyer, market.bystander, market.operator])
      expect((await consent(other, false)).error).toBe('notFound')
    expect((await consent(market.seller, 'no')).error).toBe('invalid')
    const offered = async (caller: Caller) => (await caller.get(`/trade/quote/list?listingId=${id}`)).rows[0]!.can
    expect(await offered(market.seller)).toEqual(['closePhone'])
    expect(await offered(market.buyer)).toEqual([])

    expect((await consent(market.seller, false)).data).toEqual({ open: false })
    expect((await ask(market.buyer, id)).error).toBe('trade.consentWithdrawn')
    expect((await market.buyer.get(`/trade/listing/${id}`)).data).toMatchObject({
      contactPhone: '137****34',
      can: ['quote'],
      why: { phone: 'trade.consentWithdrawn' },
    })
    expect(await everything(market.buyer, id)).not.toContain(phone)
    // Auditing does not depend on the consent, and a stranger does not learn that there was one.
    expect((await ask(market.operator, id)).data).toEqual({ phone })
    expect((await ask(market.bystander, id)).error).toBe('trade.noConsent')
    expect(await offered(market.seller)).toEqual(['openPhone'])
    expect(await log(market.seller, `&listingId=${id}&because=quoteAccepted`)).toHaveLength(1)

    await consent(market.seller, true)
    expect((await ask(market.buyer, id)).data).toEqual({ phone })
    await consent(market.seller, false)
    // Accepting another quote of the same enterprise gives consent again.
    const { data } = await quoteOn(market.buyer, id, '2800')
    expect((await market.seller.put(`/trade/quote/${data.id}/phone`, { open: true })).error).toBe('stateRefused')
    await market.seller.put(`/trade/quote/${data.id}/accept`)
    expect((await ask(market.buyer, id)).data).toEqual({ phone })
  })

  test('the log is filtered, exported, and outlives the listing', async () => {
    const id = await publish(market.seller, { goodsName: 'PHONE-GONE', contactPhone: phone })
    await ask(market.operator, id)
    await market.seller.delete(`/trade/listing/${id}`)
    expect(await log(market.seller, '&goodsName=PHONE-GONE&because=audit')).toHaveLength(1)
    expect(await log(market.seller, '&goodsName=PHONE-GONE&because=quoteAccepted')).toEqual([])
    expect(await log(market.seller, '&goodsName=PHONE-GONE&beginViewTime=2999-01-01')).toEqual([])
    const { raw } = await market.seller.get('/trade/phone-view/export?goodsName=PHONE-GONE')
    const { readXlsx } = await import('../../src/platform/workbook/xlsx/xlsx.ts')
    const sheet = JSON.stringify((await readXlsx(raw)).rows)
    expect(sheet).toContain('PHONE-GONE')
    expect(sheet).not.toContain(phone)
  })

  test('nobody removes a line of the log or writes one for somebody else, and without a line no number is shown', async () => {
    const { id, accept } = await deal()
    await accept()
    await ask(market.buyer, id)
    const { database } = world.services
    for (const tenant of [market.sellerTenant.id, market.buyerTenant.id])
      await expect(
        database.withTenant(tenant, db =>
          db.execute(sql`delete from phone_view where tenant_id = ${market.sellerTenant.id}`),
        ),
      ).rejects.toThrow(/permission denied/)
    const forged = (tenant: number, viewer: number) =>
      database.withTenant(tenant, db =>
        db.execute(sql`
          insert into phone_view (tenant_id, listing_id, goods_name, viewer_tenant_id, viewer_enterprise, viewer_user, because)
          values (${market.sellerTenant.id}, ${id}, 'x', ${viewer}, 'x', 'x', 'audit')`),
      )
    await expect(forged(market.buyerTenant.id, market.bystanderTenant.id)).rejects.toThrow(/row-level security/)
    await expect(forged(market.sellerTenant.id, market.bystanderTenant.id)).rejects.toThrow(/row-level security/)
    await world.admin.query('revoke insert on phone_view from timbermark_server')
    const answer = await ask(market.buyer, id)
    await world.admin.query('grant insert on phone_view to timbermark_server')
    expect(answer.code).not.toBe(200)
    expect(answer.raw.toString()).not.toContain(phone)
  })

  test('a partner of the buyer sees the number for their own accepted quote, not for their enterprise’s', async () => {
    const { id, accept } = await deal()
    await accept()
    const partner = await world.signIn(market.buyerTenant, ['dealer'], { userType: 4 })
    expect((await ask(partner, id)).error).toBe('trade.noConsent')
    const { data } = await quoteOn(partner, id, '2900')
    await market.seller.put(`/trade/quote/${data.id}/accept`)
    expect((await ask(partner, id)).data).toEqual({ phone })
  })

  test('read-only roles have no permission for it, and collecting numbers is slowed down', async () => {
    const { id, accept } = await deal()
    await accept()
    const auditor = await world.signIn(market.buyerTenant, ['auditor'])
    expect(await ask(auditor, id)).toMatchObject({ code: 403 })
    const gatherer = await world.signIn(market.buyerTenant, ['trader'])
    const codes = new Set<number>()
    for (let n = 0; n < 34; n++) codes.add((await ask(gatherer, id)).code)
    expect([...codes]).toEqual([200, 429])
    expect((await ask(market.buyer, 999_999_999)).error).toBe('notFound')
  })
})

describe('a revised amount and the last day of a quote', () => {
  const revise = (caller: Caller, id: number, price: unknown, more: object = {}) =>
    caller.put<{ id: number }>(`/trade/quote/${id}/revise`, { price, ...more })
  const history = async (caller: Caller, id: number) =>
    (await caller.get<{ price: string }[]>(`/trade/quote/${id}/history`)) as Answered<{ price: string }[]>
  const makeQuote = async (more: object = {}) => {
    const listingId = await listingIn(market, 'onShelf')
    const { data } = await market.buyer.post<{ id: number }>('/trade/quote', { listingId, price: '3000', ...more })
    return { listingId, id: data.id }
  }

  test('replaces the previous one, which stays in the history of both sides; the listing counts one quote', async () => {
    const { listingId, id } = await makeQuote()
    const second = (await revise(market.buyer, id, '3100')).data.id
    const third = (await revise(market.buyer, second, '3200.50')).data.id
    expect((await market.seller.get(`/trade/quote/list?listingId=${listingId}`)).rows).toMatchObject([
      { id: third, price: '3200.50', revisions: 2, can: ['accept'] },
    ])
    for (const side of [market.seller, market.buyer])
      expect((await history(side, third)).data.map(({ price }) => price)).toEqual(['3200.50', '3100.00', '3000.00'])
    for (const other of [market.bystander, market.operator])
      expect((await history(other, third)).error).toBe('notFound')
    expect((await market.seller.get(`/trade/listing/${listingId}`)).data.quoteCount).toBe(1)
    expect((await market.seller.put(`/trade/quote/${id}/accept`)).error).toBe('trade.quoteReplaced')
    expect((await revise(market.buyer, id, '1')).error).toBe('trade.quoteReplaced')
    expect((await market.seller.put(`/trade/quote/${third}/accept`)).code).toBe(200)
    expect((await revise(market.buyer, third, '1')).error).toBe('stateRefused')
  })

  test('only its maker can revise it, with a valid amount, while the listing is on the shelf', async () => {
    const { listingId, id } = await makeQuote()
    for (const other of [market.seller, market.bystander, market.operator])
      expect((await revise(other, id, '1')).error).toBe('notFound')
    for (const price of [0, -5, 1e300, '1e5', '', null, '007', 'abc'])
      expect((await revise(market.buyer, id, price)).error, String(price)).toBe('invalid')
    expect((await revise(market.buyer, id, '5', { status: 'applied' })).error).toBe('invalid')
    await shelve(market.seller, [listingId], false)
    expect((await revise(market.buyer, id, '5')).error).toMatch(/notOnShelf|notFound/)
  })

  test('of two concurrent revisions one wins, and of accepting and revising at once one happens', async () => {
    const { id } = await makeQuote()
    const both = await Promise.all([revise(market.buyer, id, '3100'), revise(market.buyer, id, '3200')])
    expect(both.map(answer => answer.error ?? 'done').sort()).toEqual(['done', 'trade.quoteReplaced'])
    for (let n = 0; n < 5; n++) {
      const { id: raced } = await makeQuote()
      const [accepted, changed] = await Promise.all([
        market.seller.put(`/trade/quote/${raced}/accept`),
        revise(market.buyer, raced, '3300'),
      ])
      expect([accepted.code, changed.code].filter(code => code === 200)).toHaveLength(1)
    }
  })

  test('is accepted only while its listing is on the shelf', async () => {
    const { listingId, id } = await makeQuote({})
    const row = async () => (await market.seller.get(`/trade/quote/list?listingId=${listingId}`)).rows[0]!
    expect((await market.seller.put(`/trade/listing/${listingId}/takeOff`, {})).code).toBe(200)
    expect(await row()).toMatchObject({ can: [], why: { accept: 'trade.offShelf' } })
    expect(await market.seller.put(`/trade/quote/${id}/accept`)).toMatchObject({ code: 500, error: 'trade.offShelf' })
    expect((await market.seller.put(`/trade/listing/${listingId}/putOn`, {})).code).toBe(200)
    expect(await row()).toMatchObject({ can: ['accept'] })
    expect((await market.seller.put(`/trade/quote/${id}/accept`)).code).toBe(200)
  })

  test('after its last day it is expired, cannot be accepted, and can be renewed; the day itself still counts', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const { listingId, id } = await makeQuote({ validUntil: today })
    const row = async () => (await market.seller.get(`/trade/quote/list?listingId=${listingId}`)).rows[0]!
    expect(await row()).toMatchObject({ validUntil: today, standing: 'open', can: ['accept'] })
    await world.admin.query(`update quote set valid_until = valid_until - 1 where id = $1`, [id])
    expect(await row()).toMatchObject({ standing: 'expired', can: [], why: { accept: 'trade.quoteExpired' } })
    expect((await market.seller.get('/trade/quote/list?standing=expired&limit=100')).rows.map(row => row.id)).toContain(
      id,
    )
    expect((await market.seller.put(`/trade/quote/${id}/accept`)).error).toBe('trade.quoteExpired')
    const renewed = await revise(market.buyer, id, '3000', { validUntil: today })
    expect((await market.seller.put(`/trade/quote/${renewed.data.id}/accept`)).code).toBe(200)
    expect(await row()).toMatchObject({ standing: 'settled' })
  })

  test.each(['2020-01-01', '2026-02-30', 'soon', 20260101])('the last day %s is refused', async validUntil => {
    const listingId = await listingIn(market, 'onShelf')
    const answer = await market.buyer.post('/trade/quote', { listingId, price: '10', validUntil })
    expect(answer.code).toBe(500)
    expect((answer.data as unknown as { issues: object[] }).issues).toMatchObject([{ field: 'validUntil' }])
  })
})

describe('partners of an enterprise (suppliers, customers)', () => {
  let customer: Caller
  beforeAll(async () => {
    customer = await world.signIn(market.sellerTenant, ['dealer'], { userType: 5 })
  })

  test('they read listings on the shelf, without the number, and none that waits for its audit', async () => {
    const pending = await publish(market.seller, { goodsName: 'CANARY-WAITING' })
    const shelved = await listingIn(market, 'onShelf', { goodsName: 'CANARY-OPEN', contactPhone: phone })
    const seen = await everything(customer, shelved)
    expect(seen).toContain('CANARY-OPEN')
    expect(seen).not.toContain(phone)
    expect(seen).not.toContain('CANARY-WAITING')
    expect((await customer.get(`/trade/listing/${pending}`)).error).toBe('notFound')
    expect((await customer.post('/trade/listing', {})).code).toBe(403)
  })

  test('A43: they see no quote that others made or received', async () => {
    const id = await listingIn(market, 'onShelf')
    await quoteOn(market.buyer, id, '7654.32')
    expect(await everything(customer, id)).not.toContain('7654.32')
    const supplier = await world.signIn(market.buyerTenant, ['dealer'], { userType: 4 })
    expect((await supplier.get('/trade/quote/list')).rows).toEqual([])
    const { data } = await quoteOn(supplier, id, '2222')
    expect((await supplier.get('/trade/quote/list')).rows.map(row => row.id)).toEqual([data.id])
  })
})
