import type { WoodOrigin } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { makeGoods } from '../goods.ts'
import { costOf, shortText, watchStatements } from '../growth/watch-statements.ts'
import { makeWorld, type World } from '../harness.ts'
import { addPlot, chainOf, felled, handOver, originStages, square, state, transfer } from './origin-world.ts'

/** The way back over 12 steps through 5 companies, with 100,000 records: what it costs is bounded. */
let world: World
let companies: Company[]
let last: number
const batches: number[] = []
const stages = 12
const records = 100_000

beforeAll(async () => {
  world = await makeWorld()
  companies = []
  for (let n = 0; n < 5; n++) companies.push(await makeCompany(world, `SPEED-${n}`, originStages))
  const [forest] = companies
  const goods = await makeGoods(world, forest!.admin)
  for (let n = 0; n < 20; n++) await addPlot(forest!, `PL-${n}`, square(11 + n * 0.02, -0.7))
  await state(world, forest!, goods.codes[0], 'felling', felled('5', 'PL-0'))
  // Four handovers, and between them eight transfers: twelve steps back from the buyer.
  let current = goods.batchId
  let holder = forest!
  const move = async () => {
    const next = await makeGoods(world, holder.admin)
    await transfer(world, holder.admin.tenantId, current, next.batchId)
    current = next.batchId
    batches.push(current)
    return next
  }
  batches.push(current)
  for (const company of companies.slice(1)) {
    await move()
    const { codes } = await move()
    const taken = await handOver(holder, company, { codes: codes.slice(0, 20), sharesPlots: true })
    current = taken.batchId
    holder = company
    batches.push(current)
  }
  last = current
  // The records are spread over the batches; each twelfth is a felling in the first one.
  await world.admin.query(
    `with one as (select r.* from stage_record r where r.batch_id = $1),
     place as (select b.id, b.tenant_id, b.dept_id, b.at from unnest($2::bigint[]) with ordinality as g (batch, at)
       join lateral (select b.*, g.at from batch b where b.id = g.batch) b on true),
     made as (
       insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count,
         codes_digest, public_values, personal_salt, created_by)
       select p.tenant_id, p.dept_id, gen_random_uuid(), p.id, case when p.at = 1 then 'felling' else 'processing' end, o.template_id, n::text,
         o.operator, o.happened_at + n * interval '1 second', 1, o.codes_digest, o.public_values, o.personal_salt, o.created_by
       from generate_series(1, ${records - 1}) n join place p on p.at = n % ${stages} + 1 cross join one o
       returning tenant_id, id, stage, document_code)
     insert into stage_record_plot (tenant_id, record_id, plot_id, version, number)
     select m.tenant_id, m.id, p.id, 1, p.number from made m
     join plot p on p.tenant_id = m.tenant_id and p.number = 'PL-' || (m.document_code::int / ${stages} % 20) where m.stage = 'felling'`,
    [goods.batchId, batches],
  )
  await world.admin.query(
    'analyze stage_record, stage_record_plot, code_request, custody_handover, custody_offer, batch',
  )
}, 240_000)

test('is one statement for each step and few for all, each from indexes', async () => {
  const { admin } = companies[4]!
  const watch = watchStatements()
  let origin!: WoodOrigin
  // What is remembered for a time is not part of the walk.
  await admin.get(`/material/origin?batchId=${last}`)
  const statements = await watch.during(async () => {
    origin = (await admin.get<WoodOrigin>(`/material/origin?batchId=${last}`)).data
  })
  watch.stop()
  expect(chainOf(origin)).toHaveLength(stages + 1)
  const first = origin.batches.at(-1)!
  expect([first.step, first.enterprise, first.fellings.length, origin.plots.length]).toEqual([
    stages,
    'Demo SPEED-0',
    20,
    20,
  ])
  expect(first.fellings.reduce((sum, { records: n }) => sum + n, 0)).toBeGreaterThan(8000)
  const steps = statements.filter(({ text }) => text.includes('material_transfer_line'))
  expect(steps).toHaveLength(stages + 1)
  expect(statements.length, statements.map(one => shortText(one)).join('\n')).toBeLessThanOrEqual(stages + 12)
  for (const statement of steps) {
    const { rows } = await costOf(world.admin, statement)
    expect(rows, shortText(statement)).toBeLessThan(200)
  }
  // Of the records, the fellings alone are read, each once with its plot.
  for (const statement of statements.filter(({ text }) => text.includes('stage_record'))) {
    const { rows } = await costOf(world.admin, statement)
    expect(rows, shortText(statement)).toBeLessThan(3 * (records / stages))
  }
})
