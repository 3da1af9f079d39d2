import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

/** Reports into a batch with very many records: they take turns, so each one has to be quick, and the sums stay exact. */
let world: World
let admin: Caller
let field: Caller

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('LARGE')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['felling', 'rawMaterialPurchase'])
})

const valuesWith = (stage: StageKey, volume: string) => ({
  ...sampleValues(valueFields(stageByKey(stage)).filter(one => one.required)),
  volume,
})

async function report(goods: Goods, stage: StageKey, code: number, volume: string) {
  return field.post<{ recordId: number }>('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Operator',
    time: '2026-05-01T08:00:00Z',
    codes: [goods.codes[code]],
    values: valuesWith(stage, volume),
  })
}

const accepted = (answers: readonly Answered[]) => answers.filter(({ code }) => code === 200).length

/** Totals that differ from the plain sum over the current records. */
const wrongTotals = async () =>
  (
    await world.admin.query(`
      select t.batch_id, t.stage, t.field, t.total, s.sum from stage_total t cross join lateral (
        select coalesce(sum((r.public_values ->> t.field)::numeric), 0) as sum from stage_record r
        where r.tenant_id = t.tenant_id and r.batch_id = t.batch_id and r.stage = t.stage and r.status = 'current') s
      where t.counted_at is not null and t.total <> s.sum`)
  ).rows

/** Copies the newest record of a batch and stage by SQL. */
const copyRecord = (goods: Goods, stage: StageKey, copies: number) =>
  world.admin.query(
    `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count,
       codes_digest, public_values, personal_salt, created_by)
     select tenant_id, dept_id, gen_random_uuid(), batch_id, stage, template_id, document_code, operator, happened_at, 1, '', public_values,
       personal_salt, created_by
     from (select * from stage_record where batch_id = $1 and stage = $2 order by id desc limit 1) r, generate_series(1, $3)`,
    [goods.batchId, stage, copies],
  )

test('of concurrent reports exactly as many are accepted as the earlier volume allows', async () => {
  const goods = await makeGoods(world, admin)
  expect((await report(goods, 'felling', 0, '100')).code).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, code) => report(goods, 'rawMaterialPurchase', code, '10')),
  )
  expect(accepted(answers)).toBe(11)
  expect(await wrongTotals()).toEqual([])
})

test('a total counted while another report adds to it has that report in it', async () => {
  for (let round = 0; round < 6; round++) {
    const goods = await makeGoods(world, admin)
    expect((await report(goods, 'felling', 0, '100')).code).toBe(200)
    const answers = await Promise.all([
      ...[1, 2, 3].map(code => report(goods, 'felling', code, '10')),
      ...[1, 2, 3].map(code => report(goods, 'rawMaterialPurchase', code, '10')),
    ])
    expect(accepted(answers)).toBe(6)
  }
  expect(await wrongTotals()).toEqual([])
})

test('a correction replaces its value, and a withdrawal removes it', async () => {
  const goods = await makeGoods(world, admin)
  expect((await report(goods, 'felling', 0, '100')).code).toBe(200)
  const { data } = await report(goods, 'rawMaterialPurchase', 0, '90')
  const correct = (id: number, volume: string) =>
    admin.put<{ recordId: number }>(`/stage/record/${id}/correct`, {
      documentCode: goods.documentCode,
      operator: 'Operator',
      time: '2026-05-01T08:00:00Z',
      reason: 'Measured again',
      values: valuesWith('rawMaterialPurchase', volume),
    })
  // The corrected version counts instead of the former one, not in addition to it.
  const corrected = await correct(data.recordId, '105')
  expect(corrected.code, corrected.msg).toBe(200)
  expect((await report(goods, 'rawMaterialPurchase', 1, '6')).error).toBe('stage.unconfirmed')
  expect((await report(goods, 'rawMaterialPurchase', 1, '5')).code).toBe(200)
  expect((await admin.put(`/stage/record/${corrected.data.recordId}/void`, { reason: 'Twice' })).code).toBe(200)
  expect((await report(goods, 'rawMaterialPurchase', 2, '100')).code).toBe(200)
  expect(await wrongTotals()).toEqual([])
})

test('a total that is wrong is counted again after a day', async () => {
  const goods = await makeGoods(world, admin)
  expect((await report(goods, 'felling', 0, '100')).code).toBe(200)
  expect((await report(goods, 'rawMaterialPurchase', 0, '50')).code).toBe(200)
  await world.admin.query('update stage_total set total = 0 where batch_id = $1', [goods.batchId])
  expect((await report(goods, 'rawMaterialPurchase', 1, '100')).code).toBe(200)
  await world.admin.query(`update stage_total set counted_at = now() - interval '25 hours' where batch_id = $1`, [
    goods.batchId,
  ])
  expect((await report(goods, 'rawMaterialPurchase', 2, '1')).error).toBe('stage.unconfirmed')
  await world.admin.query('delete from stage_total where batch_id = $1', [goods.batchId])
})

test('concurrent reports into 70,000 records of a batch take little longer than into a few', async () => {
  const [large, small] = [await makeGoods(world, admin), await makeGoods(world, admin)]
  for (const goods of [large, small])
    for (const stage of ['felling', 'rawMaterialPurchase'] as const)
      expect((await report(goods, stage, 0, '1')).code).toBe(200)
  for (const stage of ['felling', 'rawMaterialPurchase'] as const) await copyRecord(large, stage, 35_000)
  await world.admin.query(`delete from stage_total where batch_id = $1`, [large.batchId])
  for (const goods of [large, small]) await copyRecord(goods, 'felling', 100)
  await world.admin.query(`delete from stage_total where batch_id = $1`, [small.batchId])
  await world.admin.query('vacuum analyze stage_record')
  let next = 1
  const took = { large: 0, small: 0 }
  const reports = 6
  for (let round = 0; round < 8; round++, next += reports) {
    for (const [name, goods] of [['large', large] as const, ['small', small] as const]) {
      const began = performance.now()
      const answers = await Promise.all(
        Array.from({ length: reports }, (_, n) => report(goods, 'rawMaterialPurchase', next + n, '1')),
      )
      expect(accepted(answers)).toBe(reports)
      // The first round counts the totals.
      if (round > 0) took[name] += performance.now() - began
    }
  }
  if (process.env.MEASURE)
    console.log(
      Object.entries(took)
        .map(([name, ms]) => `${name}: ${Math.round((reports * 7 * 1000) / ms)} reports a second`)
        .join(', '),
    )
  expect(await wrongTotals()).toEqual([])
  expect(took.large / took.small).toBeLessThan(2.5)
})
