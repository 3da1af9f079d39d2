import type { AnswerOf, StageKey } from '@timbermark/contract'
import type { woodWarning } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { recountBalances } from '../../src/areas/material/ledger/recount.ts'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { reportWood } from './report-wood.ts'

let world: World
let mill: Company
let goods: Goods

beforeAll(async () => {
  world = await makeWorld()
  mill = await makeCompany(world, 'RECOUNT', ['felling', 'processing'])
  goods = await makeGoods(world, mill.admin)
  await state('felling', 0, { treeSpecies: 'OKO', volume: '10' })
  await state('processing', 1, { inputSpecies: 'OKO', inputVolume: '8', outputVolume: '4' })
})

async function state(stage: StageKey, code: number, values: object): Promise<void> {
  const answer = await reportWood(world, mill, goods.codes[code], stage, values)
  expect(answer.code).toBe(200)
}

const recount = () => recountBalances(world.services.database, world.services.log, new AbortController().signal)

const sums = async () =>
  (
    await world.admin.query(
      `select species, form, trim_scale(volume)::text as volume from material_balance where batch_id = $1 and species <> '' order by form`,
      [goods.batchId],
    )
  ).rows

test('accounts that are the sum of their entries pass', async () => {
  expect(await recount()).toMatchObject({ entered: 0, compared: 3 })
})

test('records of a batch without an account are entered once, also when a run before was killed', async () => {
  const before = await sums()
  await world.admin.query('delete from material_entry where batch_id = $1', [goods.batchId])
  await world.admin.query('delete from material_balance where batch_id = $1', [goods.batchId])
  // A run that was killed has written whole batches or nothing of them.
  const stopped = recountBalances(world.services.database, world.services.log, AbortSignal.abort())
  await expect(stopped).rejects.toThrow()
  expect(await recount()).toMatchObject({ entered: 1, compared: 3 })
  expect(await recount()).toMatchObject({ entered: 0 })
  expect(await sums()).toEqual(before)
})

test('a balance that somebody changed beside the server is named, and is a warning until it is right again', async () => {
  const add = (volume: number) =>
    world.admin.query(
      `update material_balance set volume = volume + $2, volume_in = volume_in + $2 where batch_id = $1 and form = 'log'`,
      [goods.batchId, volume],
    )
  const warnings = async (by: Company) => {
    const { data } = await by.admin.get<AnswerOf<typeof woodWarning>>('/material/warning')
    return data.lines.filter(({ key }) => key === 'balancesDiffering')
  }
  const stranger = await makeCompany(world, 'STRANGER', ['felling'])
  expect(await warnings(mill)).toEqual([])
  await add(1)
  await expect(recount()).rejects.toMatchObject({ key: 'material.recountDiffers', params: { n: 1 } })
  const [line] = await warnings(mill)
  expect(line).toMatchObject({ count: 1, filter: { differs: 'true' } })
  expect(await warnings(stranger)).toEqual([])
  const listed = (query: string) => mill.admin.get(`/material/balance/list?${query}`)
  expect((await listed('differs=true')).rows).toMatchObject([{ form: 'log', differsSince: line!.oldest }])
  expect((await listed('differs=false')).total).toBe(2)
  expect((await listed('differs=1')).data).toMatchObject({ issues: [{ field: 'differs', error: 'notOneOf' }] })
  // It is compared every night while it differs, and keeps the moment when that was found.
  await world.admin.query(`update material_balance set updated_at = now() - interval '60 days'`)
  for (let night = 0; night < 2; night++) await expect(recount()).rejects.toMatchObject({ params: { n: 1 } })
  expect((await warnings(mill))[0]!.oldest).toBe(line!.oldest)
  await add(-1)
  await recount()
  expect(await warnings(mill)).toEqual([])
})
