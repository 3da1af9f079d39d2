import type { StageKey } from '@timbermark/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { reportWood } from './report-wood.ts'

let world: World
let exporter: Company
let importer: Company
let goods: Goods

const stages: StageKey[] = ['felling', 'processing', 'secondaryProcessing']

beforeAll(async () => {
  world = await makeWorld()
  exporter = await makeCompany(world, 'SELLER', stages)
  importer = await makeCompany(world, 'BUYER', stages)
})

beforeEach(async () => {
  goods = await makeGoods(world, exporter.admin)
})

const state = (by: Company, code: string | undefined, stage: StageKey, values: object) =>
  reportWood(world, by, code, stage, values, new Date())

const addOffer = (volume: string | undefined) =>
  exporter.admin.post<{ id: number; issues: object[] }>('/custody/offer', {
    receiver: importer.identification,
    codes: goods.codes.slice(0, 10),
    ...(volume !== undefined && { volume }),
  })

async function offer(volume: string | undefined): Promise<number> {
  const answer = await addOffer(volume)
  expect(answer.code).toBe(200)
  return answer.data.id
}

const accept = (id: number, body: object = {}) =>
  importer.admin.put<{ batchId: number; issues: object[] }>(`/custody/offer/${id}/accept`, body)

const linesOf = async (by: Company, batchId: number): Promise<string[]> => {
  const { rows } = await by.admin.get(`/material/entry/list?batchId=${batchId}&limit=50`)
  return rows.map(row => `${row.act} ${row.species} ${row.form} ${row.volume}`).reverse()
}

test('wood passes with the goods, with both sides’ measures, and is sawn by the receiver', async () => {
  expect((await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '20' })).code).toBe(200)
  const id = await offer('12')
  const { data } = await accept(id, { receivedVolume: '11.5', difference: 'Measured without bark' })
  expect(await linesOf(exporter, goods.batchId)).toEqual(['felled OKO log 20', 'handedOver OKO log -12'])
  expect(await linesOf(importer, data.batchId)).toEqual(['received OKO log 12', 'measured OKO log -0.5'])
  const [entry] = (await importer.admin.get(`/material/entry/list?batchId=${data.batchId}&limit=1`)).rows
  expect(entry).toMatchObject({ counterpart: 'Demo SELLER', stage: null, recordId: null })
  const sawn = { inputSpecies: 'OKO', inputVolume: '13', outputVolume: '6' }
  expect((await state(importer, goods.codes[0], 'processing', sawn)).error).toBe('material.overdrawn')
  expect((await state(importer, goods.codes[0], 'processing', { ...sawn, inputVolume: '11.5' })).code).toBe(200)
})

test('more than there is cannot be offered', async () => {
  await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '10' })
  const tooMuch = await addOffer('15')
  expect(tooMuch).toMatchObject({ code: 500, error: 'material.overdrawn' })
  expect(tooMuch.data.issues).toMatchObject([{ field: 'volume', params: { there: 10, wanted: 15 } }])
})

test('nor be accepted when it was used meanwhile, and the receiver does not learn how much is left', async () => {
  await state(exporter, goods.codes[20], 'felling', { treeSpecies: 'OKO', volume: '10' })
  const id = await offer('8')
  const sawn = { inputSpecies: 'OKO', inputVolume: '6.25', outputVolume: '3' }
  expect((await state(exporter, goods.codes[20], 'processing', sawn)).code).toBe(200)
  const before = await linesOf(exporter, goods.batchId)
  const answer = await accept(id)
  expect(answer).toMatchObject({ code: 500, error: 'material.giverLacks', data: { issues: [{ params: {} }] } })
  expect(JSON.stringify(answer)).not.toMatch(/3\.75|"there"/)
  expect(await linesOf(exporter, goods.batchId)).toEqual(before)
})

test('records from before the accounts are entered before goods are handed over', async () => {
  await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '10' })
  await world.admin.query('delete from material_entry where batch_id = $1', [goods.batchId])
  await world.admin.query('delete from material_balance where batch_id = $1', [goods.batchId])
  await accept(await offer('4'))
  expect(await linesOf(exporter, goods.batchId)).toEqual(['felled OKO log 10', 'handedOver OKO log -4'])
})

test('a measure of the receiver far above that of the giver is refused', async () => {
  await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '10' })
  const id = await offer('8')
  const above = await accept(id, { receivedVolume: '9', difference: 'Measured again' })
  expect(above).toMatchObject({ code: 500, error: 'material.receivedAbove' })
  expect((await accept(id, { receivedVolume: '8.8', difference: 'Measured again' })).code).toBe(200)
})

test('goods without a volume bring no wood: what the receiver uses has no source', async () => {
  await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '10' })
  const { data } = await accept(await offer(undefined))
  expect(await linesOf(importer, data.batchId)).toEqual([])
  await state(importer, goods.codes[0], 'processing', { inputSpecies: 'OKO', inputVolume: '4', outputVolume: '2' })
  expect(await linesOf(importer, data.batchId)).toEqual([
    'undeclared OKO log 4',
    'converted OKO log -4',
    'converted OKO sawn 2',
    'lost OKO residue 2',
  ])
})

test('neither side sees the account of the other', async () => {
  await state(exporter, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume: '10' })
  const { data } = await accept(await offer('5'))
  expect(await linesOf(importer, goods.batchId)).toEqual([])
  expect(await linesOf(exporter, data.batchId)).toEqual([])
})
