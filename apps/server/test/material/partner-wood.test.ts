import type { StageKey } from '@timbermark/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Answered, makeWorld, type World } from '../harness.ts'
import { reportWood, woodValues } from './report-wood.ts'

/** A mill saws logs of an owner who invited it: the wood is in the owner's account. */
let world: World
let owner: Company
let mill: Company
let stranger: Company
let goods: Goods

const stages: StageKey[] = ['felling', 'processing', 'secondaryProcessing']

beforeAll(async () => {
  world = await makeWorld({ background: true })
  owner = await makeCompany(world, 'OWNER', stages)
  mill = await makeCompany(world, 'MILL', stages)
  stranger = await makeCompany(world, 'STRANGER', stages)
})

beforeEach(async () => {
  goods = await makeGoods(world, owner.admin)
  codeAt = 0
  const { data, msg } = await owner.admin.post<{ id: number }>('/custody/invitation', {
    partner: 'MILL',
    stages: ['felling', 'processing'],
    untilOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    codes: goods.codes,
  })
  expect(msg).toBe('ok')
  await ok(mill.admin.put(`/custody/invitation/${data.id}/accept`, {}))
})

let codeAt = 0
const report = (by: Company, stage: StageKey, values: object) =>
  reportWood(world, by, goods.codes[codeAt++], stage, values)
const fell = (volume: string, by = owner) => report(by, 'felling', { treeSpecies: 'OKO', volume })
const saw = (inputVolume: string, outputVolume: string, by = mill) =>
  report(by, 'processing', { inputSpecies: 'OKO', inputVolume, outputVolume })
const withdraw = (by: Company, recordId: number) =>
  by.admin.put(`/stage/record/${recordId}/void`, { reason: 'Never happened', laterStages: true })

async function ok<A extends Answered<unknown>>(answer: Promise<A>): Promise<A> {
  const answered = await answer
  expect(answered.msg).toBe('ok')
  return answered
}

async function balances(): Promise<Record<string, string>> {
  const { rows } = await owner.admin.get<object>('/material/balance/list?limit=100')
  const its = (rows as Record<string, string | number>[]).filter(({ batchId }) => batchId === goods.batchId)
  return Object.fromEntries(its.map(row => [`${row.species} ${row.form}`, String(row.volume)]))
}

const entries = async () =>
  (await owner.admin.get(`/material/entry/list?batchId=${goods.batchId}&limit=50`)).rows.reverse() as unknown as {
    act: string
    form: string
    volume: string
    counterpart: string | null
    recordId: number | null
  }[]

describe('wood that an invited mill saws', () => {
  test('is taken from the account of its owner and given to it, with the name of the mill', async () => {
    await ok(fell('20'))
    await ok(saw('18', '10'))
    expect(await balances()).toEqual({ 'OKO log': '2', 'OKO sawn': '10', 'OKO residue': '8' })
    expect((await entries()).map(({ act, form, volume, counterpart }) => [act, form, volume, counterpart])).toEqual([
      ['felled', 'log', '20', null],
      ['converted', 'log', '-18', 'Demo MILL'],
      ['converted', 'sawn', '10', 'Demo MILL'],
      ['lost', 'residue', '8', 'Demo MILL'],
    ])
    await ok(report(owner, 'secondaryProcessing', { inputSpecies: 'OKO', inputVolume: '10', outputVolume: '9' }))
    expect(await balances()).toMatchObject({ 'OKO sawn': '0', 'OKO product': '9' })
  })

  test('is in no account of the mill, and nobody else sees it', async () => {
    await ok(fell('20'))
    await ok(saw('18', '10'))
    for (const by of [mill, stranger]) expect((await by.admin.get('/material/balance/list')).rows).toEqual([])
    const answer = await mill.admin.get(`/material/entry/list?batchId=${goods.batchId}`)
    expect(answer.rows ?? []).toEqual([])
    const { rows } = await world.admin.query('select distinct tenant_id::int as tenant from material_entry')
    expect(rows).toEqual([{ tenant: owner.admin.tenantId }])
  })

  test('may be felled by the mill too', async () => {
    await ok(fell('5', mill))
    await ok(fell('4'))
    expect(await balances()).toEqual({ 'OKO log': '9' })
  })

  test('cannot be more than there is, and the mill does not learn how much there is', async () => {
    await ok(fell('20'))
    const answer = await saw('23', '11')
    expect(answer).toMatchObject({ code: 500, error: 'material.holderLacks' })
    expect(answer.data.issues).toEqual([
      expect.objectContaining({ field: 'values.inputVolume', error: 'material.holderLacks', params: {} }),
    ])
    expect(answer.msg).not.toMatch(/\d/)
    expect(await balances()).toEqual({ 'OKO log': '20' })
    const { rows } = await world.admin.query(
      `select id from stage_record where tenant_id = $1 and public_values ->> 'inputVolume' = '23'`,
      [mill.admin.tenantId],
    )
    expect(rows).toEqual([])
  })

  test('without a source is undeclared, as if the owner had sawn it', async () => {
    await ok(saw('10', '5'))
    expect((await entries())[0]).toMatchObject({ act: 'undeclared', volume: '10', counterpart: 'Demo MILL' })
    await ok(fell('12'))
    expect(await balances()).toMatchObject({ 'OKO log': '2', 'OKO sawn': '5' })
  })
})

describe('corrections and withdrawals', () => {
  test('of the mill take its entries back', async () => {
    await ok(fell('20'))
    const sawn = await ok(saw('18', '10'))
    const corrected = await ok(
      mill.admin.put<{ recordId: number }>(`/stage/record/${sawn.data.recordId}/correct`, {
        reason: 'Measured again',
        documentCode: 'PAPER',
        operator: 'Demo operator',
        time: '2026-05-01T08:00:00Z',
        values: woodValues('processing', { inputSpecies: 'OKO', inputVolume: '16', outputVolume: '9' }),
      }),
    )
    expect(await balances()).toEqual({ 'OKO log': '4', 'OKO sawn': '9', 'OKO residue': '7' })
    await ok(withdraw(mill, corrected.data.recordId))
    expect(await balances()).toEqual({ 'OKO log': '20', 'OKO sawn': '0', 'OKO residue': '0' })
    const { rows } = await world.admin.query(
      `select count(*)::int as n from material_entry where tenant_id = $1 and act = 'reversed' and partner = 'Demo MILL'
       and batch_id = $2`,
      [owner.admin.tenantId, goods.batchId],
    )
    expect(rows).toEqual([{ n: 6 }])
  })

  test('of the owner are refused while the mill relies on the wood, and name the mill', async () => {
    const felled = await ok(fell('20'))
    const sawn = await ok(saw('18', '10'))
    const refused = await withdraw(owner, felled.data.recordId)
    expect(refused).toMatchObject({ code: 500, error: 'material.reliedUpon' })
    expect(refused.msg).toContain('Demo MILL (2026-05-01)')
    await ok(withdraw(mill, sawn.data.recordId))
    await ok(withdraw(owner, felled.data.recordId))
    expect(await balances()).toMatchObject({ 'OKO log': '0' })
  })

  test('of the mill are refused while the owner relies on the wood, without saying how', async () => {
    await ok(fell('20'))
    const sawn = await ok(saw('18', '10'))
    await ok(report(owner, 'secondaryProcessing', { inputSpecies: 'OKO', inputVolume: '10', outputVolume: '9' }))
    const before = await balances()
    const refused = await withdraw(mill, sawn.data.recordId)
    expect(refused).toMatchObject({ code: 500, error: 'material.holderRelies' })
    expect(refused.msg).not.toMatch(/\d/)
    expect(await balances()).toEqual(before)
  })
})

test('what the mill reports of codes of its own concerns no account of the owner', async () => {
  await ok(fell('20'))
  const [batch] = (await mill.admin.get('/catalog/batch/list?limit=1')).rows
  const its = await makeGoods(world, mill.admin, { batchId: batch!.id as number })
  const before = await balances()
  await ok(
    reportWood(world, mill, its.codes[0], 'processing', { inputSpecies: 'OKO', inputVolume: '5', outputVolume: '3' }),
  )
  expect(await balances()).toEqual(before)
})

test('of mill and owner who both want the last wood at once one gets it', async () => {
  for (let round = 0; round < 3; round++) {
    await ok(fell('10'))
    const before = Number((await balances())['OKO sawn'] ?? 0)
    const answers = await Promise.all([saw('10', '5'), saw('10', '5', owner)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await balances()).toMatchObject({ 'OKO log': '0', 'OKO sawn': String(before + 5) })
  }
})
