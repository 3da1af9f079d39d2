import { randomUUID } from 'node:crypto'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import type { AnswerOf } from '@timbermark/contract'
import type { stageThroughput } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { rollUpDirtyStages } from '../../src/areas/stats/rollups/schedule-stage-rollups.ts'
import { circulationOf, makeGoods, templateOf } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { makeScene, type Scene } from '../trace/scene.ts'

/** Roll-ups of stages equal a slow count over the reports, however they were computed. */
let scene: Scene
let admin: Caller
let product: number

type Answer = AnswerOf<typeof stageThroughput>
type Figures = Omit<Answer['rows'][number], 'stage'>

interface Raw {
  batch: number
  product: number
  stage: string
  at: number
  codes: number
  input: number
  output: number
  items: number
  packages: number
  /** As stated; 0 for none. */
  volume: number
}

/** Where a report states its volume. */
const volumeFields: Record<string, string> = {
  felling: 'volume',
  processing: 'outputVolume',
  packing: 'volume',
  secondaryProcessing: 'outputVolume',
}

const namedOf = (named: readonly { type: string; n: number }[], type: string) =>
  named.filter(one => one.type === type).reduce((sum, { n }) => sum + n, 0)

const dayMs = 86_400_000
/** Time zone of the enterprise. */
let zone = 'Asia/Shanghai'
const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })

async function rawReports(): Promise<Raw[]> {
  const { rows } = await scene.world.admin.query(
    `select r.batch_id, b.product_id, r.stage, r.happened_at, r.code_count, r.public_values, (
       select coalesce(json_agg(json_build_object('type', q.code_type, 'n', upper(c.serials) - lower(c.serials))), '[]')
       from stage_record_code c join code_request q on q.request_number = c.request_number
       where c.record_id = r.id and c.current) as named
     from stage_record r join batch b on b.id = r.batch_id
     where r.tenant_id = $1 and r.status = 'current'`,
    [admin.tenantId],
  )
  return rows.map(row => ({
    batch: Number(row.batch_id),
    product: Number(row.product_id),
    stage: row.stage,
    at: (row.happened_at as Date).getTime(),
    codes: row.code_count,
    input: Number(row.public_values.inputVolume ?? 0),
    output: Number(row.public_values.outputVolume ?? 0),
    items: namedOf(row.named, 'item'),
    packages: namedOf(row.named, 'package'),
    volume: Number(row.public_values[volumeFields[row.stage as string] ?? ''] ?? 0) || 0,
  }))
}

/** The simple way: every report, one by one. */
function slowCount(all: readonly Raw[], stage: string, from: string, to: string) {
  const inside = (at: number) => dayOf(at) >= from && dayOf(at) <= to
  const its = all.filter(row => row.stage === stage && inside(row.at))
  const took: number[] = []
  let batches = 0
  for (const batch of new Set(all.map(row => row.batch))) {
    const firsts = new Map<string, number>()
    for (const row of all)
      if (row.batch === batch)
        firsts.set(row.stage, Math.min(firsts.get(row.stage) ?? Number.POSITIVE_INFINITY, row.at))
    const order = [...firsts].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    const place = order.findIndex(([key]) => key === stage)
    if (place < 0 || !inside(order[place]![1])) continue
    batches++
    if (place > 0) took.push(Math.round((order[place]![1] - order[place - 1]![1]) / 1000))
  }
  const days = took.map(seconds =>
    seconds < 8_640_000 ? Math.round(seconds / 8640) / 10 : Math.round(seconds / 86_400),
  )
  days.sort((a, b) => a - b)
  const half = days.length / 2
  const measured = its.filter(row => row.input > 0 && row.output > 0)
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  return {
    reports: its.length,
    codes: sum(its.map(row => row.codes)),
    items: sum(its.map(row => row.items)),
    packages: sum(its.map(row => row.packages)),
    volume: sum(its.map(row => row.volume)) || null,
    batches,
    median: days.length === 0 ? null : (days[Math.ceil(half) - 1]! + days[Math.floor(half)]!) / 2,
    average: took.length === 0 ? null : sum(took) / took.length / 86_400,
    longest: took.length === 0 ? null : Math.max(...took) / 86_400,
    yield: measured.length === 0 ? null : sum(measured.map(row => row.output)) / sum(measured.map(row => row.input)),
  }
}

async function expectEqual(query: string, of: (row: Raw) => boolean = () => true, caller = admin): Promise<Answer> {
  const answer = (await caller.get<Answer>(`/stats/stage?${query}`)).data
  const all = (await rawReports()).filter(of)
  const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))
  for (const { stage, ...row } of answer.rows) {
    const now = slowCount(all, stage, answer.from, answer.to)
    const before = slowCount(all, stage, answer.beforeFrom, answer.beforeTo)
    expect({ stage, ...row }, `${query} ${stage}`).toEqual({
      stage,
      reports: now.reports,
      reportsBefore: before.reports,
      codes: now.codes,
      items: now.items,
      packages: now.packages,
      volume: close(now.volume),
      batches: now.batches,
      medianDays: close(now.median),
      medianDaysBefore: close(before.median),
      averageDays: close(now.average),
      longestDays: close(now.longest),
      yield: close(now.yield),
      yieldBefore: close(before.yield),
    } satisfies Record<'stage' | keyof Figures, unknown>)
  }
  return answer
}

const everyQuestion = async () => {
  const today = dayOf(Date.now())
  const back = (days: number) => dayOf(Date.now() - days * dayMs)
  await expectEqual(`grain=month&from=${back(330)}&to=${today}`)
  await expectEqual(`grain=month&from=${back(700)}&to=${back(300)}`)
  await expectEqual(`from=${back(45)}&to=${today}`)
  await expectEqual(`from=${back(20)}&to=${back(3)}`)
  await expectEqual(`grain=month&from=${back(330)}&to=${today}&productId=${product}`, row => row.product === product)
}

const stages = ['forestSurvey', 'felling', 'forestInspection', 'processing', 'packing', 'secondaryProcessing']

/** Reports as they stand in the table, of random stages, times and volumes; the last days are the busiest. */
async function addReports(n: number, batches: readonly number[], seed: number): Promise<void> {
  await scene.world.admin.query(`select setseed($1)`, [seed])
  await scene.world.admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by, status)
     select $1, gen_random_uuid(), ($2::bigint[])[1 + floor(random() * cardinality($2::bigint[]))], s.stage, s.id, 'x', 'x',
       now() - (random() * random() * 600) * interval '1 day', 1 + floor(random() * 50), repeat('0', 64),
       case when random() < 0.6 then jsonb_build_object('inputVolume', round((10 + random() * 90)::numeric, 3)::text, 'outputVolume', round((1 + random() * 50)::numeric, 3)::text)
            when random() < 0.5 then '{"inputVolume": "n/a", "outputVolume": "3"}' else '{}' end,
       '', 1, case when random() < 0.15 then 'voided' when random() < 0.1 then 'superseded' else 'current' end
     from generate_series(1, $3) n
     cross join lateral (select stage, id from stage_template where tenant_id = 1 and stage = ($4::text[])[1 + n % cardinality($4::text[])] limit 1) s`,
    [admin.tenantId, batches, n, stages],
  )
  // Each report names some codes of its own, of items or of packages.
  await scene.world.admin.query(
    `insert into stage_record_code (tenant_id, record_id, stage, request_number, serials, current)
     select r.tenant_id, r.id, r.stage, q.request_number, int4range(1000 + 4 * r.id::int, 1001 + 4 * r.id::int + (r.id % 4)::int), r.status = 'current'
     from stage_record r join code_request q on q.tenant_id = r.tenant_id and q.code_type = case when r.id % 3 = 0 then 'package' else 'item' end
     where r.tenant_id = $1 and not exists (select from stage_record_code c where c.record_id = r.id)`,
    [admin.tenantId],
  )
}

beforeAll(async () => {
  scene = await makeScene('STEPSUMS')
  admin = scene.admin
  const { rows } = await scene.world.admin.query(
    `with p as (
       insert into product (tenant_id, code, name, category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species)
       select tenant_id, 'SUMS', 'Sums', category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species
       from product where tenant_id = $1 limit 1 returning id)
     insert into batch (tenant_id, batch_number, product_id, circulation_id)
     select b.tenant_id, 'SUMS' || n, case when n % 3 = 0 then p.id else b.product_id end, b.circulation_id
     from (select * from batch where tenant_id = $1 limit 1) b, p, generate_series(1, 24) n returning id, product_id`,
    [admin.tenantId],
  )
  await makeGoods(scene.world, admin, { codeType: 'package', batchId: scene.goods.batchId })
  product = Number(rows.find((_row, place) => (place + 1) % 3 === 0)!.product_id)
  await addReports(
    500,
    rows.map(row => Number(row.id)),
    0.4,
  )
  await scene.world.admin.query(
    'insert into stage_change (tenant_id, batch_id) select distinct tenant_id, batch_id from stage_record',
  )
})

describe('the roll-ups of the stages', () => {
  test('equal a slow count over the reports, by day and month, of all and of one product', async () => {
    await rollUpDirtyStages(scene.world.services)
    await everyQuestion()
  })

  test('and so do figures counted from the reports themselves, of one batch', async () => {
    const [{ batch }] = (await rawReports()) as [Raw]
    await expectEqual(`grain=month&from=2025-12-01&to=2026-11-30&batchId=${batch}`, row => row.batch === batch)
  })

  test('follow reports, corrections and withdrawals, and report what is not rolled up yet', async () => {
    const values = sampleValues(valueFields(stageByKey('felling')).filter(field => field.required))
    const time = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
    const body = { documentCode: scene.goods.documentCode, operator: 'Desk clerk', values }
    const reported = await admin.post<{ recordId: number }>('/stage/report', {
      ...body,
      reportId: randomUUID(),
      stage: 'felling',
      templateId: await templateOf(scene.world, 'felling'),
      circulationId: await circulationOf(scene.world, 'free'),
      codes: [scene.goods.codes[30]],
      time: time(40),
    })
    expect(reported).toMatchObject({ code: 200 })
    const waiting = async () => (await admin.get<Answer>('/stats/stage')).data.waiting
    expect(await waiting()).toBe(1)
    await rollUpDirtyStages(scene.world.services)
    expect(await waiting()).toBe(0)
    await everyQuestion()
    const corrected = await admin.put<{ recordId: number }>(`/stage/record/${reported.data.recordId}/correct`, {
      ...body,
      reason: 'Wrong day',
      time: time(70),
    })
    expect(corrected).toMatchObject({ code: 200 })
    await rollUpDirtyStages(scene.world.services)
    await everyQuestion()
    expect(await admin.put(`/stage/record/${corrected.data.recordId}/void`, { reason: 'Twice' })).toMatchObject({
      code: 200,
    })
    await rollUpDirtyStages(scene.world.services)
    await everyQuestion()
  })

  test('are repaired by rolling up their days again, whatever was done to them', async () => {
    const { admin: owner, services } = scene.world
    await owner.query(`update stage_sum set reports = reports + 3, input = 0 where tenant_id = $1`, [admin.tenantId])
    await owner.query(`delete from stage_time where tenant_id = $1`, [admin.tenantId])
    await owner.query(`delete from stage_step where tenant_id = $1`, [admin.tenantId])
    await expect(everyQuestion()).rejects.toThrow()
    const body = { from: dayOf(Date.now() - 1000 * dayMs), to: dayOf(Date.now()) }
    expect((await admin.post('/stats/recount', body)).code).toBe(200)
    await rollUpDirtyStages(services)
    await everyQuestion()
  })

  test('of all enterprises are the sum of each', async () => {
    const platform = await scene.world.signIn({ id: 1, deptId: null }, ['superAdmin'])
    await expectEqual('grain=month&from=2026-01-01&to=2026-11-30', () => true, platform)
  })

  test('are cut anew when the enterprise gets another time zone', async () => {
    const platform = await scene.world.signIn({ id: 1, deptId: null }, ['superAdmin'])
    zone = 'America/New_York'
    await expect(everyQuestion()).rejects.toThrow()
    const edited = await platform.put('/tenant/enterprise', { id: admin.tenantId, timeZone: zone })
    expect(edited).toMatchObject({ code: 200 })
    await rollUpDirtyStages(scene.world.services)
    await everyQuestion()
  })

  test('keep the marks when a roll-up fails', async () => {
    const { admin: owner, services } = scene.world
    await owner.query(
      `insert into stage_change (tenant_id, batch_id) select tenant_id, batch_id from stage_record where tenant_id = $1 limit 1`,
      [admin.tenantId],
    )
    await owner.query('alter table stage_time add constraint broken check (false) not valid')
    await expect(rollUpDirtyStages(services)).rejects.toThrow('broken')
    await owner.query('alter table stage_time drop constraint broken')
    expect((await owner.query('select count(*)::int as n from stage_change')).rows[0].n).toBe(1)
    expect(await rollUpDirtyStages(services)).toBe(1)
    await everyQuestion()
  })
})
