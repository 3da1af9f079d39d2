import { randomUUID } from 'node:crypto'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let field: Caller
let goods: Goods
let nextCode = 0

const enterprise = async (name: string) => {
  const tenant = await world.makeTenant(name)
  const office = await world.signIn(tenant, ['enterpriseAdmin'])
  const reporter = await world.signIn(tenant, ['fieldReporter'])
  await authorize(office, reporter.accountId, ['processing', 'secondaryProcessing'])
  return { office, reporter, goods: await makeGoods(world, office) }
}

beforeAll(async () => {
  world = await makeWorld()
  ;({ office: admin, reporter: field, goods } = await enterprise('MILL'))
})

/** Reports the processing of 100 m³ of okoumé to this many. */
async function mill(
  output: number,
  more: Record<string, unknown> = {},
  by = { reporter: field, goods },
): Promise<Answered<{ recordId: number }>> {
  return by.reporter.post('/stage/report', {
    reportId: randomUUID(),
    stage: 'processing',
    templateId: await templateOf(world, 'processing'),
    circulationId: await circulationOf(world, 'free'),
    documentCode: by.goods.documentCode,
    operator: 'Demo operator',
    time: new Date().toISOString(),
    codes: [by.goods.codes[nextCode++]],
    ...more,
    values: {
      ...sampleValues(valueFields(stageByKey('processing')).filter(one => one.required)),
      inputVolume: '100',
      outputVolume: String(output),
    },
  })
}

const bandOf = (answer: Answered) => {
  const { issues } = answer.data as unknown as { issues: { error: string; params: Record<string, number> }[] }
  const issue = issues.find(({ error }) => error === 'plausible.yieldUnusual')
  return issue && [issue.params.from, issue.params.to]
}

/** Stores records of the past, of one yield each. */
async function store(shares: readonly number[], more: { flags?: string; species?: string; days?: number } = {}) {
  const { flags = '[]', species = 'OKO', days = 10 } = more
  await world.admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest,
       public_values, personal_salt, created_by, flags)
     select $1, gen_random_uuid(), $2, 'processing', (select id from stage_template where stage = 'processing' limit 1), 'x', 'x',
       now() - make_interval(days => $3), 1, repeat('0', 64),
       jsonb_build_object('inputSpecies', $4::text, 'inputVolume', '10', 'outputVolume', (share * 10)::text), '', $5, $6::jsonb
     from unnest($7::numeric[]) share`,
    [admin.tenantId, goods.batchId, days, species, admin.accountId, flags, shares],
  )
}

test('without a history the band is that of published yields; the question names the numbers, and the reason is stored', async () => {
  const answer = await mill(70)
  expect(answer).toMatchObject({ code: 500, error: 'stage.unconfirmed' })
  expect(answer.data).toMatchObject({
    issues: [
      {
        field: 'values.outputVolume',
        params: { input: 100, output: 70, yield: 70, from: 25, to: 65 },
        message: expect.stringMatching(/100.*70.*70.*25.*65/),
      },
    ],
  })
  const accepted = await mill(70, { confirmed: [{ rule: 'yieldUnusual', reason: 'Veneer logs' }] })
  expect(accepted.code, accepted.msg).toBe(200)
  const { rows } = await world.admin.query('select r.flags from stage_record r where r.id = $1', [
    accepted.data.recordId,
  ])
  expect(rows[0].flags).toMatchObject([{ rule: 'yieldUnusual', reason: 'Veneer logs' }])
})

test('neither flagged records nor old ones, nor those of another species or enterprise, teach a band; twenty accepted ones do', async () => {
  const usual = Array.from({ length: 19 }, () => 0.4)
  const thirty = Array.from({ length: 30 }, () => 0.9)
  await store(usual)
  await store(thirty, { flags: '[{"rule": "yieldUnusual", "reason": "So"}]' })
  await store(thirty, { days: 731 })
  await store(thirty, { species: 'SAP' })
  expect(bandOf(await mill(70))).toEqual([25, 65])
  await store([0.4])
  expect(bandOf(await mill(70))).toEqual([35, 45])
  expect(bandOf(await mill(46))).toEqual([35, 45])
  const other = await enterprise('OTHER-MILL')
  expect(bandOf(await mill(70, {}, other))).toEqual([25, 65])
  expect((await mill(60, {}, other)).code).toBe(200)
  expect((await mill(44)).code).toBe(200)
})

test('a list of any length costs the newest records of the stage only', async () => {
  await world.admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest,
       public_values, personal_salt, created_by)
     select $1, gen_random_uuid(), $2, 'processing', (select id from stage_template where stage = 'processing' limit 1), 'x', 'x',
       now() - make_interval(mins => n), 1, repeat('0', 64),
       jsonb_build_object('inputSpecies', 'OKO', 'inputVolume', '10', 'outputVolume', '4.5'), '', $3
     from generate_series(1, 1000) n`,
    [admin.tenantId, goods.batchId, admin.accountId],
  )
  expect(bandOf(await mill(70))).toEqual([40, 50])
})
