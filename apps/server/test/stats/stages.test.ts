import { beforeAll, describe, expect, test } from 'vitest'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole } from '../system/people.ts'

/** How much each stage reported, and how long a batch took to come there. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let other: Caller
let goods: Goods
let second: Goods

interface Stages {
  rows: {
    stage: string
    reports: number
    reportsBefore: number
    codes: number
    batches: number
    medianDays: number | null
    averageDays: number | null
    longestDays: number | null
  }[]
}

/** A report as it stands in the table; making one is tested elsewhere. */
const report = (
  tenantId: number,
  batchId: number,
  stage: string,
  daysAgo: number,
  status = 'current',
  deptId: number | null = null,
) =>
  world.admin.query(
    `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by, status)
     select $1, $6, gen_random_uuid(), $2, $3, t.id, 'x', 'x', date_trunc('day', now()) + interval '1 hour' - $4::int * interval '1 day', 10, repeat('0', 64), '{}', '', 1, $5 from stage_template t where t.stage = $3 limit 1`,
    [tenantId, batchId, stage, daysAgo, status, deptId],
  )

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('STEPS')
  const foreign = await world.makeTenant('STEPSB')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  other = await world.signIn(foreign, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  second = await makeGoods(world, admin)
  const theirs = await makeGoods(world, other)
  await report(tenant.id, goods.batchId, 'felling', 50)
  await report(tenant.id, goods.batchId, 'processing', 20)
  await report(tenant.id, goods.batchId, 'processing', 18)
  await report(tenant.id, goods.batchId, 'packing', 16)
  await report(tenant.id, goods.batchId, 'packing', 1, 'voided')
  await report(tenant.id, second.batchId, 'felling', 12)
  await report(tenant.id, second.batchId, 'packing', 2, 'current', tenant.deptId)
  await report(foreign.id, theirs.batchId, 'felling', 3)
  await world.admin.query(
    'insert into stage_change (tenant_id, batch_id) select distinct tenant_id, batch_id from stage_record',
  )
  await rollUpDirtyStages(world.services)
})

const read = async (query = '', caller = admin) =>
  new Map((await caller.get<Stages>(`/stats/stage?${query}`)).data.rows.map(row => [row.stage, row]))

describe('the stages of a period', () => {
  test('are all 18 in order, with their reports and those of the previous period', async () => {
    const rows = await read()
    expect([...rows.keys()]).toHaveLength(18)
    expect(rows.get('felling')).toMatchObject({ reports: 1, reportsBefore: 1, codes: 10, batches: 1 })
    expect(rows.get('processing')).toMatchObject({ reports: 2, reportsBefore: 0, codes: 20, batches: 1 })
    expect(rows.get('packing')).toMatchObject({ reports: 2, batches: 2 })
    expect(rows.get('dockEntry')).toMatchObject({ reports: 0, medianDays: null })
  })

  test('have the days since the batch’s previous stage, even if it is before the period', async () => {
    const rows = await read()
    expect(rows.get('processing')).toMatchObject({ medianDays: 30, averageDays: 30, longestDays: 30 })
    // From processing's first report 4 days, from felling 10.
    expect(rows.get('packing')).toMatchObject({ medianDays: 7, averageDays: 7, longestDays: 10 })
    expect(rows.get('felling')?.medianDays).toBeNull()
  })

  test('are of one batch or product if named', async () => {
    expect((await read(`batchId=${second.batchId}`)).get('packing')).toMatchObject({ reports: 1, longestDays: 10 })
    const { rows } = await world.admin.query('select product_id from batch where id = $1', [goods.batchId])
    expect((await read(`productId=${rows[0].product_id}`)).get('packing')).toMatchObject({ reports: 1, longestDays: 4 })
  })

  test('are those in the reader’s scope and enterprise; the platform reads all or one', async () => {
    expect((await read('', other)).get('felling')).toMatchObject({ reports: 1, reportsBefore: 0 })
    const roleId = await makeRole(world, admin, ['stats:stage:list'], { dataScope: '3' })
    const narrow = await world.signIn(tenant, [])
    await admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
    const seen = await read('', narrow)
    expect([seen.get('felling')?.reports, seen.get('packing')?.reports, seen.get('packing')?.medianDays]).toEqual([
      0,
      1,
      null,
    ])
    const platform = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
    expect((await read('', platform)).get('felling')?.reports).toBe(2)
    expect((await read(`enterpriseId=${tenant.id}`, platform)).get('felling')?.reports).toBe(1)
  })
})

describe('the workbooks', () => {
  test.each(['trend', 'product', 'place', 'stage'])('%s is one in each language', async screen => {
    for (const language of ['zh', 'en', 'fr']) {
      const answer = await admin.get(`/stats/${screen}/export?grain=day`, { 'accept-language': language })
      expect(answer.raw.subarray(0, 2).toString()).toBe('PK')
      expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(/\d{4}-\d{2}-\d{2}\.xlsx/)
    }
  })
})
