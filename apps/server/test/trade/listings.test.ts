import { listingStates, nextState, isOneOf } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { audit, listingBody, listingIn, type Market, makeMarket, picture, publish, shelve } from './market.ts'

let world: World
let market: Market

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
})

const statusOf = async (id: number): Promise<string | undefined> =>
  (await world.admin.query('select status from listing where id = $1', [id])).rows[0]?.status

const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )

describe('what may be entered', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['VAL-29 a picture', { picture: [] }, 'picture required'],
    ['VAL-30 the goods name', { goodsName: '' }, 'goodsName required'],
    ['VAL-30 the quantity', { quantity: null }, 'quantity required'],
    ['VAL-30 the expected price', { expectedPrice: '' }, 'expectedPrice required'],
    ['VAL-30 the publisher', { publisher: '  ' }, 'publisher required'],
    ['VAL-30 the contact phone', { contactPhone: '' }, 'contactPhone required'],
    ['VAL-31 a quantity above 0', { quantity: 0 }, 'quantity tooSmall'],
    ['VAL-31 no negative quantity (A45)', { quantity: -1 }, 'quantity tooSmall'],
    ['VAL-31 a whole quantity', { quantity: 1.5 }, 'quantity notInteger'],
    ['VAL-32 a unit', { unit: undefined }, 'unit required'],
    ['ENT-38 one of the three units', { unit: 'box' }, 'unit notOneOf'],
    ['VAL-33 a valid phone number', { contactPhone: '12345' }, 'contactPhone notPhone'],
    ['VAL-34 a correct thickness', { thickness: '1.a' }, 'thickness notNumber'],
    ['VAL-34 no leading zeros', { length: '007' }, 'length notNumber'],
    ['VAL-34 a correct width', { width: '1e3' }, 'width notNumber'],
    ['AMB-25 sizes above 0', { thickness: '0' }, 'thickness tooSmall'],
    ['AMB-25 no negative size', { length: '-2' }, 'length tooSmall'],
    ['VAL-35 a remark', { remark: '' }, 'remark required'],
    ['VAL-35 a remark of at most 200 characters', { remark: '备'.repeat(201) }, 'remark tooLong'],
    ['A45 a price that can be written down', { expectedPrice: 1e300 }, 'expectedPrice tooLarge'],
    ['A45 a price above 0', { expectedPrice: '-1' }, 'expectedPrice tooSmall'],
    ['a species of the dictionary', { species: 'XXX' }, 'species notOneOf'],
    ['a form of the dictionary', { form: 'smoke' }, 'form notOneOf'],
    ['ENT-37 supply or purchase', { kind: 'rent' }, 'kind notOneOf'],
  ])('%s is insisted on', async (_title, wrong, expected) => {
    const before = (await world.admin.query('select count(*)::int as n from listing')).rows[0].n
    const answer = await market.seller.post('/trade/listing', { ...(await listingBody(market.seller)), ...wrong })
    expect(answer.code).toBe(500)
    expect(issues(answer)).toEqual([expected])
    expect((await world.admin.query('select count(*)::int as n from listing')).rows[0].n).toBe(before)
  })

  test('SCR-29, SCR-30: the limits themselves are accepted, stored and answered as written (ENT-36, ENT-39)', async () => {
    const id = await publish(market.seller, {
      quantity: 1,
      unit: 'root',
      thickness: '2.5',
      length: '0.001',
      width: '1000000',
      remark: '备'.repeat(200),
      expectedPrice: '0.01',
    })
    const { data } = await market.seller.get(`/trade/listing/${id}`)
    expect(data).toMatchObject({
      quantity: 1,
      unit: 'root',
      thickness: '2.500',
      length: '0.001',
      width: '1000000.000',
      remark: '备'.repeat(200),
      expectedPrice: '0.01',
      contactPhone: '13812345678',
      quoteCount: 0,
      status: 'pending',
      mine: true,
    })
    expect(Date.parse(data.publishTime as string)).toBeGreaterThan(Date.now() - 60_000)
    expect((data.picture as unknown[]).length).toBe(1)
  })

  test.each(['status', 'quoteCount', 'publishTime', 'rejectReason', 'held'])(
    '%s is the system’s to set',
    async field => {
      const answer = await market.seller.post('/trade/listing', {
        ...(await listingBody(market.seller)),
        [field]: 'onShelf',
      })
      expect(issues(answer)).toEqual([`${field} unknownField`])
    },
  )

  test('a purchase cannot become a supply', async () => {
    const id = await publish(market.seller, { kind: 'purchase' })
    expect((await market.seller.put('/trade/listing', { id, kind: 'supply' })).code).toBe(500)
    expect((await market.seller.get(`/trade/listing/${id}`)).data.kind).toBe('purchase')
  })
})

test('SCR-26, SCR-27, TRD-01, TRD-02: each list holds only its kind', async () => {
  const supply = await publish(market.seller, { kind: 'supply' })
  const purchase = await publish(market.seller, { kind: 'purchase' })
  const ids = async (kind: string) =>
    (await market.seller.get(`/trade/listing/list?kind=${kind}&limit=100`)).rows.map(row => row.id)
  expect(await ids('supply')).toContain(supply)
  expect(await ids('supply')).not.toContain(purchase)
  expect(await ids('purchase')).toContain(purchase)
  expect(await ids('purchase')).not.toContain(supply)
})

describe('found by what they are', () => {
  const listingIds: Record<string, number> = {}
  const mark = 'FACET'
  const findListings = async (query: string) => {
    const { rows } = await market.buyer.get(`/trade/listing/list?kind=purchase&goodsName=${mark}&limit=100&${query}`)
    return rows.map(row => Object.keys(listingIds).find(key => listingIds[key] === row.id)).sort()
  }
  const facets = async (query = '') =>
    (await market.buyer.get(`/trade/listing/facets?kind=purchase&goodsName=${mark}&${query}`)).data as Record<
      'species' | 'form' | 'place',
      { value: string; count: number }[]
    > & { counted: number; more: boolean }

  beforeAll(async () => {
    const add = async (name: string, more: Record<string, unknown>) => {
      listingIds[name] = await listingIn(market, 'onShelf', { kind: 'purchase', goodsName: `${mark} ${name}`, ...more })
    }
    await add('logs', { species: 'OKO', form: 'log', quantity: 120, unit: 'cubicMeter', origin: 'GA' })
    await add('boards', {
      species: 'OKO',
      form: 'sawn',
      quantity: 1000,
      unit: 'root',
      thickness: '50',
      width: '200',
      length: '3000',
      origin: 'GA',
    })
    await add('tons', { species: 'PAD', form: 'sawn', quantity: 7, unit: 'ton', origin: 'CM' })
    await add('huge', {
      quantity: 1_000_000_000,
      unit: 'root',
      thickness: '1000000',
      width: '1000000',
      length: '1000000',
      species: null,
      form: null,
    })
    await add('unsized', { quantity: 60, unit: 'root', thickness: null, origin: null, form: null })
    await publish(market.seller, { kind: 'purchase', goodsName: `${mark} hidden`, species: 'OKO' })
  })

  test('species, form and place, one by one and together', async () => {
    expect(await findListings('species=OKO')).toEqual(['boards', 'logs'])
    expect(await findListings('species=OKO&form=sawn')).toEqual(['boards'])
    expect(await findListings('place=ga')).toEqual(['boards', 'huge', 'logs'])
    expect(await findListings('species=XYZ')).toEqual([])
  })

  test('volume from and to, both included: cubic metres, pieces by their sizes, never tonnes', async () => {
    // 1,000 pieces of 50 x 200 x 3,000 mm are 30 m³.
    expect(await findListings('volumeFrom=30&volumeTo=120')).toEqual(['boards', 'logs'])
    expect(await findListings('volumeFrom=30.001&volumeTo=120')).toEqual(['logs'])
    expect(await findListings('volumeTo=30')).toEqual(['boards'])
    expect(await findListings('volumeFrom=0')).toEqual(['boards', 'huge', 'logs'])
    for (const wrong of ['abc', '-1', '1e9', '9999999999'])
      expect((await market.buyer.get(`/trade/listing/list?volumeFrom=${wrong}`)).error, wrong).toBe('invalid')
    expect((await market.buyer.get(`/trade/listing/${listingIds.boards}`)).data).toMatchObject({
      volume: expect.stringMatching(/^30(\.0+)?$/),
    })
    for (const none of ['tons', 'unsized'])
      expect((await market.buyer.get(`/trade/listing/${listingIds[none]}`)).data.volume).toBeNull()
  })

  test('facets count the results of the search, and nothing that the reader may not see', async () => {
    const all = await facets()
    expect(all).toMatchObject({ counted: 5, more: false })
    expect(all.species).toEqual([
      { value: 'OKO', count: 2 },
      { value: 'PAD', count: 1 },
    ])
    expect(all.place).toEqual([
      { value: 'GA', count: 3 },
      { value: 'CM', count: 1 },
    ])
    expect((await facets('species=OKO&volumeFrom=100')).form).toEqual([{ value: 'log', count: 1 }])
    expect((await market.buyer.get('/trade/listing/facets?volumeFrom=abc')).error).toBe('invalid')
  })
})

describe('ST-16..ST-24: every step from every state', () => {
  const acts: Record<string, (id: number) => Promise<{ ok: boolean; error?: string | undefined }>> = {
    approve: async id => (await audit(market.operator, [id], true)).data.results[0]!,
    reject: async id => (await audit(market.operator, [id], false, 'Not complete')).data.results[0]!,
    takeOff: async id => (await shelve(market.seller, [id], false)).data.results[0]!,
    putOn: async id => (await shelve(market.seller, [id], true)).data.results[0]!,
    edit: async id => {
      const answer = await market.seller.put('/trade/listing', { id, goodsName: 'Edited' })
      return { ok: answer.code === 200, error: answer.error }
    },
  }
  const table = listingStates.values.flatMap(state =>
    Object.keys(acts).map(verb => [state, verb, nextState(listingStates, verb, state)] as const),
  )

  test.each(table)('%s, %s: %s', async (state, verb, expected) => {
    const id = await listingIn(market, state)
    expect(await statusOf(id)).toBe(state)
    const offered = (
      await (verb === 'approve' || verb === 'reject' ? market.operator : market.seller).get<{ can: string[] }>(
        `/trade/listing/${id}`,
      )
    ).data.can
    const outcome = await acts[verb]!(id)
    expect(outcome.ok).toBe(expected !== undefined)
    if (!outcome.ok) expect(outcome.error).toBe('stateRefused')
    expect(await statusOf(id)).toBe(expected ?? state)
    expect(offered.includes(verb), 'the row offers it exactly when it can be done').toBe(expected !== undefined)
  })

  test.each(listingStates.values)('removing one that is %s', async state => {
    const id = await listingIn(market, state)
    const answer = await market.seller.delete(`/trade/listing/${id}`)
    const removable = isOneOf(listingStates.removable, state)
    expect(answer.code).toBe(removable ? 200 : 500)
    expect(await statusOf(id)).toBe(removable ? undefined : state)
  })
})

test('ST-21: a rejection needs a reason, which the owner reads until the listing is submitted again', async () => {
  const id = await publish(market.seller)
  const silent = await audit(market.operator, [id], false)
  expect(issues(silent)).toEqual(['reason required'])
  expect(await statusOf(id)).toBe('pending')
  await audit(market.operator, [id], false, 'The picture shows other goods')
  expect((await market.seller.get(`/trade/listing/${id}`)).data).toMatchObject({
    status: 'rejected',
    rejectReason: 'The picture shows other goods',
  })
  await market.seller.put('/trade/listing', { id, picture: [await picture(market.seller)] })
  expect((await market.seller.get(`/trade/listing/${id}`)).data).toMatchObject({
    status: 'pending',
    rejectReason: null,
  })
})

test('ST-24: a bulk call changes the rows that it can, and gives a reason for each other one', async () => {
  const pending = await publish(market.seller)
  const rejected = await listingIn(market, 'rejected')
  const shelved = await listingIn(market, 'onShelf')
  const answer = await audit(market.operator, [rejected, pending, 999_999_999, shelved, pending], true)
  expect(answer.code).toBe(200)
  expect(answer.data).toEqual({
    done: 1,
    failed: 3,
    results: [
      { id: rejected, ok: false, error: 'stateRefused', message: expect.any(String) },
      { id: pending, ok: true, status: 'onShelf' },
      { id: 999_999_999, ok: false, error: 'notFound', message: expect.any(String) },
      { id: shelved, ok: false, error: 'stateRefused', message: expect.any(String) },
    ],
  })
  const off = await shelve(market.seller, [pending, shelved, rejected], false)
  expect(off.data).toMatchObject({ done: 2, failed: 1 })
  const on = await shelve(market.seller, [pending, shelved], true)
  expect(on.data).toMatchObject({ done: 2, failed: 0 })
  expect((await shelve(market.seller, [], true)).code).toBe(500)
})

test('a listing that the platform took off the shelf comes back only after another audit', async () => {
  const id = await listingIn(market, 'onShelf')
  await shelve(market.operator, [id], false)
  expect((await shelve(market.seller, [id], true)).data.results[0]).toMatchObject({
    ok: false,
    error: 'trade.heldByPlatform',
  })
  expect((await market.seller.get<{ why: object }>(`/trade/listing/${id}`)).data.why).toMatchObject({
    putOn: 'trade.heldByPlatform',
  })
  await market.seller.put('/trade/listing', { id, remark: 'Better described' })
  await audit(market.operator, [id], true)
  expect(await statusOf(id)).toBe('onShelf')
  await shelve(market.seller, [id], false)
  expect((await shelve(market.seller, [id], true)).data.results[0]).toMatchObject({ ok: true })
})

describe('A44: who may audit', () => {
  test('an enterprise’s administrator has no such permission, and adding it to their role has no effect', async () => {
    const id = await publish(market.seller)
    expect((await market.seller.get<{ permissions: string[] }>('/getInfo')).data.permissions).not.toContain(
      'trade:listing:audit',
    )
    expect(await audit(market.seller, [id], true)).toMatchObject({ code: 403 })
    await world.admin.query(
      `insert into role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from role r, menu m where r.tenant_id = $1 and r.role_key = 'enterpriseAdmin' and m.perms = 'trade:listing:audit'`,
      [market.sellerTenant.id],
    )
    await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1 where id = $1', [
      market.sellerTenant.id,
    ])
    const slipped = await world.signIn(market.sellerTenant, ['enterpriseAdmin'])
    expect(await audit(slipped, [id], true)).toMatchObject({ code: 403 })
    // Even when a row of the database lets enterprises hold it: auditing stays with tenant 1.
    await world.admin.query(`update menu set platform_only = false where perms = 'trade:listing:audit'`)
    await world.admin.query('update enterprise set rights_epoch = rights_epoch + 1')
    const holding = await world.signIn(market.sellerTenant, ['enterpriseAdmin'])
    expect((await holding.get<{ permissions: string[] }>('/getInfo')).data.permissions).not.toContain(
      'trade:listing:audit',
    )
    expect(await audit(holding, [id], true)).toMatchObject({ code: 403 })
    await world.admin.query(`update menu set platform_only = true where perms = 'trade:listing:audit'`)
    expect(await statusOf(id)).toBe('pending')
  })

  test('a listing published by the operator’s staff needs approval by somebody else, by each call', async () => {
    const id = await publish(market.operator)
    const seen = (await market.operator.get<{ can: string[]; why: Record<string, string> }>(`/trade/listing/${id}`))
      .data
    expect([seen.can.includes('approve'), seen.why.approve]).toEqual([false, 'trade.ownAudit'])
    expect((await audit(market.operator, [id], true)).data.results).toMatchObject([
      { ok: false, error: 'trade.ownAudit' },
    ])
    expect(await market.operator.put(`/trade/listing/${id}/approve`, { seen: 1 })).toMatchObject({
      error: 'trade.ownAudit',
    })
    expect(await statusOf(id)).toBe('pending')
    const other = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
    expect((await audit(other, [id], true)).data.results).toMatchObject([{ ok: true }])
    expect(await statusOf(id)).toBe('onShelf')
  })

  test('the operator audits others’ listings but neither edits nor removes them', async () => {
    const id = await publish(market.seller)
    expect(await market.operator.put('/trade/listing', { id, expectedPrice: '1' })).toMatchObject({ code: 404 })
    expect(await market.operator.delete(`/trade/listing/${id}`)).toMatchObject({ code: 404 })
    expect((await market.seller.get(`/trade/listing/${id}`)).data.expectedPrice).toBe('3200.50')
  })
})

test('TRD-05: the export holds the filtered rows, in words', async () => {
  await publish(market.seller, { goodsName: 'Export me' })
  await publish(market.seller, { goodsName: 'Leave me' })
  const file = await market.seller.get('/trade/listing/export?goodsName=Export')
  const sheet = await sheetOf(file.raw)
  expect(sheet.rows.map(row => row[sheet.header.indexOf('Goods name')])).toEqual(['Export me'])
  expect(sheet.rows[0]).toEqual(expect.arrayContaining(['Supply', 'Cubic metre', 'Awaiting audit', '13812345678']))
})
