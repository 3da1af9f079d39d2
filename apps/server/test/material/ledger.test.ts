import type { AnswerOf, StageKey } from '@timbermark/contract'
import type { waiting as waitingCall } from '@timbermark/contract/calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { reportWood, woodValues } from './report-wood.ts'

type Waiting = AnswerOf<typeof waitingCall>

let world: World
let mill: Company
let admin: Caller
let goods: Goods

const stages: StageKey[] = ['felling', 'rawMaterialPurchase', 'processing', 'secondaryProcessing']

beforeAll(async () => {
  world = await makeWorld()
  mill = await makeCompany(world, 'VOLUMES', stages)
  admin = mill.admin
})

beforeEach(async () => {
  goods = await makeGoods(world, admin)
})

let codeAt = 0
const report = (stage: StageKey, values: object) =>
  reportWood(world, mill, goods.codes[codeAt++ % goods.codes.length], stage, values)

const fell = (volume: string) => report('felling', { treeSpecies: 'OKO', volume })
const buy = (volume: string) => report('rawMaterialPurchase', { treeSpecies: 'OKO', volume })
const saw = (inputVolume: string, outputVolume: string, inputSpecies = 'OKO') =>
  report('processing', { inputSpecies, inputVolume, outputVolume })
const plane = (inputVolume: string, outputVolume: string) =>
  report('secondaryProcessing', { inputSpecies: 'OKO', inputVolume, outputVolume })

interface BalanceRow {
  batchId: number
  species: string
  form: string
  volume: string
  volumeIn: string
  volumeOut: string
  measured: string
  undeclared: string
}

async function balances(): Promise<Record<string, string>> {
  const { rows } = await admin.get<BalanceRow>('/material/balance/list?limit=50')
  const its = (rows as unknown as BalanceRow[]).filter(row => row.batchId === goods.batchId)
  return Object.fromEntries(its.map(row => [`${row.species} ${row.form}`, row.volume]))
}

const entries = async (): Promise<string[]> => {
  const { rows } = await admin.get(`/material/entry/list?batchId=${goods.batchId}&limit=50`)
  return rows.map(row => `${row.act} ${row.form} ${row.volume}`).reverse()
}

const ok = async <A extends Answered<unknown>>(answer: Promise<A>): Promise<A> => {
  const answered = await answer
  expect(answered.msg).toBe('ok')
  return answered
}

describe('wood that is felled, sawn and planed', () => {
  test('is in the account at every step, and what is lost is residue', async () => {
    await ok(fell('10'))
    await ok(fell('2.5'))
    await ok(saw('12', '6'))
    await ok(plane('5', '4.25'))
    expect(await balances()).toEqual({
      'OKO log': '0.5',
      'OKO sawn': '1',
      'OKO product': '4.25',
      'OKO residue': '6.75',
    })
    expect(await entries()).toEqual([
      'felled log 10',
      'felled log 2.5',
      'converted log -12',
      'converted sawn 6',
      'lost residue 6',
      'converted sawn -5',
      'converted product 4.25',
      'lost residue 0.75',
    ])
  })

  test('cannot be sawn twice', async () => {
    await ok(fell('10'))
    await ok(saw('9', '5'))
    const answer = await saw('3', '1.5')
    expect(answer).toMatchObject({ code: 500, error: 'material.overdrawn' })
    expect(answer.data.issues).toMatchObject([
      { field: 'values.inputVolume', error: 'material.overdrawn', params: { there: 1, wanted: 3, species: 'OKO' } },
    ])
    expect(await balances()).toMatchObject({ 'OKO log': '1' })
  })

  test('may measure a tenth more at the mill, which is an entry of its own', async () => {
    await ok(fell('10'))
    await ok(saw('10.8', '5'))
    expect(await entries()).toContain('measured log 0.8')
    expect((await saw('0.3', '0.1')).data.issues).toMatchObject([{ error: 'material.overdrawn' }])
  })

  test('that is bought after it was felled is the same wood', async () => {
    await ok(fell('10'))
    await ok(buy('9.5'))
    expect(await balances()).toEqual({ 'OKO log': '10' })
  })
})

describe('wood without a source', () => {
  test('stands in the account as such, until its source is reported', async () => {
    await ok(saw('10', '5'))
    const { rows } = await admin.get('/material/balance/list?limit=50')
    expect(rows.find(row => row.batchId === goods.batchId && row.form === 'log')).toMatchObject({
      volume: '0',
      volumeIn: '0',
      undeclared: '10',
    })
    const waiting = async () =>
      (await admin.get<Waiting>('/stats/waiting')).data.lines.find(({ key }) => key === 'woodUndeclared')
    const line = await waiting()
    expect(line).toMatchObject({ count: 1, filter: { sourceless: 'true' } })
    expect(Math.abs(Date.parse(line!.oldest!) - Date.now())).toBeLessThan(600_000)
    const sourceless = await admin.get('/material/balance/list?sourceless=true')
    expect(sourceless.rows).toMatchObject([{ batchId: goods.batchId, form: 'log', undeclaredSince: line!.oldest }])
    expect((await admin.get('/material/balance/list?sourceless=perhaps')).data).toMatchObject({
      issues: [{ field: 'sourceless', error: 'notOneOf' }],
    })
    await ok(fell('12'))
    expect(await waiting()).toBeUndefined()
    expect(await entries()).toEqual([
      'undeclared log 10',
      'converted log -10',
      'converted sawn 5',
      'lost residue 5',
      'felled log 12',
      'undeclared log -10',
    ])
    expect(await balances()).toMatchObject({ 'OKO log': '2' })
  })
})

describe('corrections and withdrawals', () => {
  const correct = async (id: number, stage: StageKey, values: Record<string, unknown>) =>
    admin.put(`/stage/record/${id}/correct`, {
      reason: 'Measured again',
      documentCode: goods.documentCode,
      operator: 'Demo operator',
      time: '2026-05-01T08:00:00Z',
      values: woodValues(stage, values),
    })

  test('take entries back and enter new ones', async () => {
    const felled = await ok(fell('10'))
    await ok(saw('6', '3'))
    await ok(correct(felled.data.recordId, 'felling', { treeSpecies: 'OKO', volume: '8' }))
    expect(await balances()).toMatchObject({ 'OKO log': '2' })
    expect((await entries()).slice(-2)).toEqual(['reversed log -10', 'felled log 8'])
  })

  test('are refused when later records rely on the wood, and name them', async () => {
    const felled = await ok(fell('10'))
    await ok(saw('9', '5'))
    const id = felled.data.recordId
    const before = await entries()
    const lowered = await correct(id, 'felling', { treeSpecies: 'OKO', volume: '4' })
    expect(lowered).toMatchObject({ code: 500, error: 'material.reliedUpon' })
    expect(lowered.msg).toContain('(2026-05-01)')
    const withdrawn = await admin.put(`/stage/record/${id}/void`, { reason: 'Never happened', laterStages: true })
    expect(withdrawn).toMatchObject({ code: 500, error: 'material.reliedUpon' })
    expect(await entries()).toEqual(before)
  })

  test('withdraw a use whose source was reported later', async () => {
    const sawn = await ok(saw('10', '5'))
    await ok(fell('10'))
    await ok(admin.put(`/stage/record/${sawn.data.recordId}/void`, { reason: 'Never happened', laterStages: true }))
    expect(await balances()).toEqual({ 'OKO log': '10', 'OKO sawn': '0', 'OKO residue': '0' })
  })
})

test('of twenty reports at once that each want all the wood, one gets it', async () => {
  await ok(fell('10'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => saw('10', '5')))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await balances()).toMatchObject({ 'OKO log': '0', 'OKO sawn': '5' })
})

test('balances agree with the sum of their entries, and the database refuses one below zero', async () => {
  const { rows } = await world.admin.query<{ id: string; volume: string; sum: string }>(
    `select b.id, b.volume, coalesce(sum(e.volume), 0) as sum from material_balance b
     left join material_entry e on e.tenant_id = b.tenant_id and e.batch_id = b.batch_id and e.species = b.species and e.form = b.form
     where b.tenant_id = $1 group by b.id, b.volume`,
    [admin.tenantId],
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { volume, sum } of rows) expect(Number(volume)).toBe(Number(sum))
  await expect(
    world.admin.query(
      'update material_balance set volume_out = volume_out + 1000000, volume = volume - 1000000 where id = $1',
      [rows[0]!.id],
    ),
  ).rejects.toThrow('material_balance_volume_check')
})

test('records from before the ledger are entered with the next report', async () => {
  await ok(fell('10'))
  await ok(saw('9', '5'))
  await world.admin.query('delete from material_entry where batch_id = $1', [goods.batchId])
  await world.admin.query('delete from material_balance where batch_id = $1', [goods.batchId])
  await ok(fell('1'))
  expect(await balances()).toMatchObject({ 'OKO log': '2', 'OKO sawn': '5' })
})

test('a list that uses more wood than there is names the row', async () => {
  await ok(fell('10'))
  const head =
    'Code;Document proof number;Operator;Happened at;Species put in;Volume put in;Volume coming out;Product name;Production date'
  const day = new Date().toISOString().slice(0, 10)
  const line = (at: number, volumes: string) =>
    `${goods.codes[at]};PAPER;Clerk;${day} 00:00;OKO;${volumes};Boards;${day}`
  const send = async (mode: 'check' | 'commit', ...lines: string[]) =>
    admin.upload<{ errors: { row: number; message: string }[] }>(
      '/stage/record/importData',
      { name: 'list.csv', content: Buffer.from([head, ...lines].join('\n')), type: 'text/csv' },
      {
        mode,
        templateId: String(await templateOf(world, 'processing')),
        circulationId: String(await circulationOf(world, 'free')),
      },
    )
  // A check says what the import will say.
  for (const mode of ['check', 'commit'] as const) {
    const refused = await send(mode, line(10, '6;3'), line(11, '7;3'), line(12, '1;0.5'))
    expect(refused.data?.errors, refused.msg).toMatchObject([{ row: 3, message: expect.stringContaining('4 m³') }])
    expect(await balances()).toEqual({ 'OKO log': '10' })
  }
  const good = [line(10, '6;3'), line(11, '3;1.5')]
  expect((await send('check', ...good)).data.errors).toEqual([])
  expect(await balances()).toEqual({ 'OKO log': '10' })
  expect((await send('commit', ...good)).data.errors).toEqual([])
  expect(await balances()).toMatchObject({ 'OKO log': '1', 'OKO sawn': '4.5' })
})
