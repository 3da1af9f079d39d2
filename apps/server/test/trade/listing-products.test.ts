import { beforeAll, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeBatch } from '../goods.ts'
import { type Market, listingBody, listingIn, makeMarket, publish, shelve } from './market.ts'

/** Listings with a product: who may name one, and what others see of it. */
let world: World
let market: Market
let padouk: number
let foreign: number

beforeAll(async () => {
  world = await makeWorld()
  market = await makeMarket(world)
  padouk = await productOf(market.seller, 'CANARY-CODE', { latinGenus: 'Pterocarpus', latinSpecies: 'soyauxii' })
  foreign = await productOf(market.bystander, 'THEIRS', { latinGenus: 'Khaya', latinSpecies: 'ivorensis' })
})

/** A product of the caller's enterprise, with a private value in each field that others must not read. */
async function productOf(caller: Caller, code: string, latin: { latinGenus: string; latinSpecies: string }) {
  const { rows } = await world.admin.query<{ product_id: string }>('select product_id from batch where id = $1', [
    await makeBatch(world, caller),
  ])
  const id = Number(rows[0]!.product_id)
  const edited = await caller.put('/catalog/product', {
    id,
    code,
    name: `Boards ${code}`,
    nameTexts: { fr: `Planches ${code}` },
    remark: 'CANARY-REMARK',
    description: '<p>CANARY-DESCRIPTION</p>',
    enterpriseName: 'CANARY-ENTERPRISE',
    ...latin,
  })
  if (edited.code !== 200) throw new Error(edited.msg)
  return id
}

const add = async (caller: Caller, more: Record<string, unknown>) =>
  caller.post<{ issues?: { field: string; error: string }[] }>('/trade/listing', await listingBody(caller, more))
const issuesOf = async (caller: Caller, more: Record<string, unknown>) =>
  (await add(caller, more)).data.issues?.map(({ field, error }) => `${field} ${error}`)

test('the species comes from the product, and a listing cannot contradict it', async () => {
  const id = await publish(market.seller, { productId: padouk })
  expect((await market.seller.get(`/trade/listing/${id}`)).data).toMatchObject({ productId: padouk, species: 'PAD' })
  expect(await issuesOf(market.seller, { productId: padouk, species: 'OKO' })).toEqual(['species catalog.otherSpecies'])
  const plain = await publish(market.seller, { species: 'OKO' })
  const linked = await market.seller.put('/trade/listing', { id: plain, productId: padouk })
  expect(linked.data).toMatchObject({ issues: [{ field: 'species', error: 'catalog.otherSpecies' }] })
  expect((await market.seller.put('/trade/listing', { id: plain, productId: padouk, species: 'PAD' })).code).toBe(200)
  expect((await market.seller.put('/trade/listing', { id: plain, productId: null, species: 'OKO' })).code).toBe(200)
})

test('another enterprise’s product, a missing one, and a disabled one are refused', async () => {
  expect(await issuesOf(market.seller, { productId: foreign })).toEqual(['productId referenceMissing'])
  expect(await issuesOf(market.seller, { productId: 999_999_999 })).toEqual(['productId referenceMissing'])
  await market.seller.put('/catalog/product/changeStatus', { id: padouk, status: '1' })
  expect(await issuesOf(market.seller, { productId: padouk })).toEqual(['productId referenceDisabled'])
  await market.seller.put('/catalog/product/changeStatus', { id: padouk, status: '0' })
  const keptListing = await publish(market.seller, { productId: padouk })
  expect((await market.seller.delete(`/catalog/product/${padouk}`)).error, `listing ${keptListing} is of it`).toBe(
    'inUse',
  )
})

test('others see its name in their language and its species, and nothing else; nothing while it is disabled', async () => {
  const id = await listingIn(market, 'onShelf', { productId: padouk, goodsName: 'OF-PRODUCT' })
  const publicFacts = { name: 'Boards CANARY-CODE', latinGenus: 'Pterocarpus', latinSpecies: 'soyauxii' }
  for (const stranger of [market.buyer, market.bystander, market.operator]) {
    const one = await stranger.get(`/trade/listing/${id}`, { 'accept-language': 'en' })
    expect(one.data).toMatchObject({ product: publicFacts, productId: null, productName: null })
    const french = await stranger.get(`/trade/listing/${id}`, { 'accept-language': 'fr' })
    expect(french.data.product).toEqual({ ...publicFacts, name: 'Planches CANARY-CODE' })
    const list = await stranger.get('/trade/listing/list?goodsName=OF-PRODUCT')
    expect(list.rows).toMatchObject([{ product: { latinGenus: 'Pterocarpus' } }])
    for (const { raw } of [one, french, list]) {
      for (const hidden of ['CANARY-REMARK', 'CANARY-DESCRIPTION', 'CANARY-ENTERPRISE'])
        expect(raw.toString(), hidden).not.toContain(hidden)
    }
    expect((await stranger.get(`/trade/listing/list?productId=${padouk}`)).rows, 'found by its number').toEqual([])
    expect((await stranger.get(`/catalog/product/${padouk}`)).code).not.toBe(200)
  }
  await market.seller.put('/catalog/product/changeStatus', { id: padouk, status: '1' })
  expect((await market.buyer.get(`/trade/listing/${id}`)).data.product).toBeNull()
  await market.seller.put('/catalog/product/changeStatus', { id: padouk, status: '0' })
  await shelve(market.seller, [id], false)
  expect((await market.buyer.get(`/trade/listing/${id}`)).error).toBe('notFound')
})

test('a product leads to its listings, and to no others', async () => {
  const id = await publish(market.seller, { productId: padouk, goodsName: 'LED-TO' })
  const { rows } = await market.seller.get(`/trade/listing/list?productId=${padouk}&goodsName=LED-TO`)
  expect(rows.map(row => row.id)).toEqual([id])
  expect((await market.seller.get(`/trade/listing/list?productId=${foreign}`)).rows).toEqual([])
  expect((await market.seller.get('/trade/listing/list?productId=abc')).error).toBe('invalid')
})
