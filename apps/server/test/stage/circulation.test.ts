import { randomUUID } from 'node:crypto'
import { type StageKey, stageKeys, isOneOf } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeBatch, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'

let world: World
let operator: Caller
let admin: Caller
let field: Caller
let stranger: Caller
let full: number
let free: number
const templates = new Map<StageKey, number>()
const dicts = new Map<string, string>()

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('ORDERED')
  operator = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  stranger = await world.signIn(await world.makeTenant('ANOTHER'), ['enterpriseAdmin'])
  full = await circulationOf(world, 'full')
  free = await circulationOf(world, 'free')
  await authorize(admin, field.accountId, stageKeys)
  for (const stage of stageKeys) templates.set(stage, await templateOf(world, stage))
  const { rows } = await world.admin.query<{ dict_type: string; dict_value: string }>(
    `select distinct on (dict_type) dict_type, dict_value from dict_data where status = '0' order by dict_type, dict_value = 'OKO' desc, dict_sort`,
  )
  for (const row of rows) dicts.set(row.dict_type, row.dict_value)
})

const goodsOf = async (circulationId: number, count?: number): Promise<Goods> =>
  makeGoods(world, admin, { batchId: await makeBatch(world, admin, circulationId), count })

function body(goods: Goods, stage: StageKey, codes: string[], more: Record<string, unknown> = {}) {
  const required = valueFields(stageByKey(stage)).filter(one => one.required)
  return {
    reportId: randomUUID(),
    stage,
    templateId: templates.get(stage)!,
    circulationId: full,
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-11-01T08:00:00Z',
    codes,
    values: {
      ...sampleValues(required),
      ...Object.fromEntries(required.filter(one => one.type === 'dict').map(one => [one.key, dicts.get(one.dict!)])),
      ...Object.fromEntries(required.filter(one => one.type === 'document').map(one => [one.key, goods.documentCode])),
      // No more is worked again than the mill has made.
      ...(stage === 'secondaryProcessing' && { inputVolume: '8', outputVolume: '6' }),
    },
    ...more,
  }
}
const send = (
  goods: Goods,
  stage: StageKey,
  codes = goods.codes.slice(0, 2),
  more: Record<string, unknown> = {},
  by = field,
) => by.post<{ recordId: number }>('/stage/report', body(goods, stage, codes, more))

const issues = (answer: Answered): string[] =>
  ((answer.data as { issues?: { field: string; error: string }[] } | null)?.issues ?? []).map(
    issue => `${issue.field} ${issue.error}`,
  )
const step = (stage: StageKey, required = true, more: object = {}) => ({ stage, required, ...more })
const addCirculation = async (steps: object[], by = admin) =>
  by.post<{ id: number }>('/stage/circulation', { name: `C-${randomUUID().slice(0, 8)}`, steps })

interface Picture {
  circulation: { id: number; name: string; changed: boolean } | null
  next: StageKey | null
  stages: { stage: StageKey; state: string; may: boolean; late: boolean; tookHours: number | null; records: object[] }[]
}
const pictureOf = async (batchId: number) => (await admin.get<Picture>(`/catalog/batch/${batchId}/stages`)).data
const statesOf = async (batchId: number) =>
  Object.fromEntries((await pictureOf(batchId)).stages.map(row => [row.stage, row.state]))

/** Voids the current record of a stage, as a correction does. */
const voided = (batchId: number, stage: StageKey) =>
  world.admin.query(
    `with v as (update stage_record set status = 'voided' where batch_id = $1 and stage = $2 returning id)
     update stage_record_code set current = false where record_id in (select id from v)`,
    [batchId, stage],
  )

describe('the order of stages', () => {
  test('STG-01: accepts all 18 stages in order; each is next only when the one before is done', async () => {
    const goods = await goodsOf(full)
    const containers = await makeGoods(world, admin, { codeType: 'container', batchId: goods.batchId })
    for (const stage of stageKeys) {
      const more = stage === 'packing' ? { parentCode: containers.codes[0] } : {}
      expect(await send(goods, stage, undefined, more), stage).toMatchObject({ code: 200 })
    }
    const picture = await pictureOf(goods.batchId)
    expect(picture.next).toBeNull()
    expect(picture.stages.map(row => row.state)).toEqual(stageKeys.map(() => 'done'))
  })

  test('refuses every stage except the first one as the first report, and names the stage to report first', async () => {
    const goods = await goodsOf(full)
    for (const stage of stageKeys.slice(1)) {
      const answer = await send(goods, stage)
      expect(answer, stage).toMatchObject({ code: 500, error: 'stage.tooEarly', data: { first: 'forestSurvey' } })
    }
    expect((await send(goods, 'productSales')).msg).toMatch(/^“.+” cannot be reported yet\. First: .+ \(stage 1\)$/)
    const chinese = await field.post('/stage/report', body(goods, 'felling', [goods.codes[0]!]), {
      'accept-language': 'zh',
    })
    expect(chinese.msg).toMatch(/第 1 环节/)
    expect(await pictureOf(goods.batchId)).toMatchObject({ next: 'forestSurvey', stages: { length: 18 } })
  })

  test('a stage with an optional template can be skipped; without that setting it cannot', async () => {
    const { data } = await addCirculation([step('forestSurvey'), step('felling'), step('processing')])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    expect((await send(goods, 'forestSurvey', undefined, named)).code).toBe(200)
    const ownTemplate = await admin.post<{ id: number }>('/stage/template', {
      name: `T-${randomUUID().slice(0, 8)}`,
      displayName: 'Own felling',
      stage: 'felling',
      orderNum: 1,
      optional: true,
    })
    expect((await send(goods, 'processing', [goods.codes[0]!], named)).code).toBe(200)
    expect(await statesOf(goods.batchId)).toMatchObject({ felling: 'skipped' })
    await admin.put('/stage/template', { id: ownTemplate.data.id, optional: false })
    expect(await send(goods, 'processing', [goods.codes[1]!], named)).toMatchObject({ error: 'stage.tooEarly' })
    expect(await statesOf(goods.batchId)).toMatchObject({ felling: 'missing' })
    await admin.put('/stage/template/changeStatus', { id: ownTemplate.data.id, status: '1' })
  })

  test('an optional step of the circulation can be left out and reported later', async () => {
    const { data } = await addCirculation([step('felling'), step('forestInspection', false), step('processing')])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    expect((await send(goods, 'felling', undefined, named)).code).toBe(200)
    expect((await send(goods, 'processing', undefined, named)).code).toBe(200)
    expect(await statesOf(goods.batchId)).toMatchObject({ forestInspection: 'skipped' })
    expect((await send(goods, 'forestInspection', undefined, named)).code).toBe(200)
  })

  test('the circulation defines the order, not the numbers of the stages', async () => {
    const { data } = await addCirculation([step('processing'), step('felling')])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    expect(await send(goods, 'felling', undefined, named)).toMatchObject({ data: { first: 'processing' } })
    expect((await send(goods, 'processing', undefined, named)).code).toBe(200)
    expect((await send(goods, 'felling', undefined, named)).code).toBe(200)
  })

  test('a voided record no longer counts: later stages are refused, and the stages of the batch show what is missing', async () => {
    const { data } = await addCirculation([step('felling'), step('processing'), step('packing', false)])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    for (const stage of ['felling', 'processing'] as const) await send(goods, stage, [goods.codes[0]!], named)
    await voided(goods.batchId, 'felling')
    expect(await pictureOf(goods.batchId)).toMatchObject({ next: 'felling' })
    expect(await statesOf(goods.batchId)).toMatchObject({ felling: 'missing', processing: 'done' })
    expect(await send(goods, 'processing', [goods.codes[1]!], named)).toMatchObject({ error: 'stage.tooEarly' })
    expect((await send(goods, 'felling', [goods.codes[0]!], named)).code).toBe(200)
    expect((await send(goods, 'processing', [goods.codes[1]!], named)).code).toBe(200)
  })

  test('voiding the last record of a stage that later ones need is done only when the call says that it is meant', async () => {
    const { data } = await addCirculation([
      step('felling'),
      step('processing'),
      step('productInformation'),
      step('productSales'),
    ])
    const goods = await goodsOf(data.id)
    const [one, other] = goods.codes as [string, string]
    const named = { circulationId: data.id }
    const report = async (stage: StageKey, codes: string[]) => (await send(goods, stage, codes, named)).data.recordId
    const toVoid = (id: number, more = {}) => admin.put(`/stage/record/${id}/void`, { reason: 'Wrong log', ...more })
    const felling = await report('felling', [one])
    const again = await report('felling', [other])
    await report('processing', [one])
    expect((await toVoid(again)).code, 'the other record still reports the stage').toBe(200)
    const answer = await toVoid(felling)
    expect(answer).toMatchObject({ code: 500, error: 'stage.laterStages' })
    expect(answer.msg).toMatch(/Processing.*Felling/i)
    expect(await statesOf(goods.batchId)).toMatchObject({ felling: 'done' })
    const information = await report('productInformation', [one])
    const unsold = await report('productInformation', [other])
    await report('productSales', [one])
    expect((await toVoid(unsold)).code, 'no code of it was sold').toBe(200)
    expect(await toVoid(information)).toMatchObject({ error: 'stage.laterStages' })
    expect((await toVoid(felling, { laterStages: true })).code).toBe(200)
    expect(await statesOf(goods.batchId)).toMatchObject({ felling: 'missing', processing: 'done' })
  })

  test('a stage of single codes is checked for each code; packed codes are checked by their parent', async () => {
    const { data } = await addCirculation([step('packing', false), step('productInformation'), step('productSales')])
    const named = { circulationId: data.id }
    const goods = await goodsOf(data.id)
    const packs = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
    const [a, b, c, d, e] = goods.codes as [string, string, string, string, string]
    const [first, second] = packs.codes as [string, string]
    expect((await send(goods, 'packing', [a, b], { ...named, parentCode: first })).code).toBe(200)
    expect((await send(goods, 'packing', [c, d], { ...named, parentCode: second })).code).toBe(200)
    expect((await send(goods, 'productInformation', [first, c], named)).code).toBe(200)
    const refused = await send(goods, 'productSales', [a, e], named)
    expect(refused).toMatchObject({ error: 'stage.codeTooEarly', data: { refused: [{ code: e }] } })
    expect(refused.msg).toContain(e)
    expect((await send(goods, 'productSales', [a, b], named)).code, 'they lie in a pack that passed').toBe(200)
    expect(await send(goods, 'productSales', [second], named), 'half of it has passed').toMatchObject({
      error: 'stage.codeTooEarly',
    })
    expect((await send(goods, 'productInformation', [d], named)).code).toBe(200)
    expect((await send(goods, 'productSales', [second], named)).code, 'all that lies in it has passed').toBe(200)
  })

  test('two stages at the same moment: never the later without the earlier; fifty equal reports have one effect', async () => {
    const { data } = await addCirculation([step('felling'), step('processing')])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    const [early, late] = await Promise.all([
      send(goods, 'felling', [goods.codes[0]!], named),
      send(goods, 'processing', [goods.codes[0]!], named),
    ])
    expect(early.code).toBe(200)
    if (late.code !== 200) expect(late.error).toBe('stage.tooEarly')
    const once = body(goods, 'felling', [goods.codes[1]!], named)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => field.post<{ recordId: number }>('/stage/report', once)),
    )
    expect(new Set(answers.map(answer => answer.data.recordId)).size).toBe(1)
  })
})

describe('the circulation of a batch', () => {
  test('VAL-41: a report without a circulation is refused in the caller’s language', async () => {
    const goods = await goodsOf(free)
    for (const [language, label] of [
      ['en', 'Circulation process'],
      ['zh', '流转流程'],
      ['fr', 'Parcours'],
    ] as const) {
      const answer = await field.post(
        '/stage/report',
        { ...body(goods, 'felling', [goods.codes[0]!]), circulationId: undefined },
        { 'accept-language': language },
      )
      expect(issues(answer)).toEqual(['circulationId required'])
      expect(answer.msg).toContain(label)
    }
  })

  test('another circulation than that of the batch is refused by name; one of another enterprise does not exist', async () => {
    const goods = await goodsOf(free)
    const answer = await send(goods, 'felling')
    expect(issues(answer)).toEqual(['circulationId stage.circulationOther'])
    expect(answer.msg).toContain('Free order')
    const foreign = await addCirculation([step('felling')], stranger)
    expect(issues(await send(goods, 'felling', undefined, { circulationId: foreign.data.id }))).toEqual([
      'circulationId referenceMissing',
    ])
  })

  test('a stage that the circulation does not have is refused by name', async () => {
    const { data } = await addCirculation([step('felling')])
    const goods = await goodsOf(data.id)
    const answer = await send(goods, 'processing', undefined, { circulationId: data.id })
    expect(issues(answer)).toEqual(['circulationId stage.circulationLacks'])
  })

  test('a new batch takes the circulation of its product’s category, else the standard one', async () => {
    const goods = await goodsOf(full)
    const { data: batch } = await admin.get<{ productId: number }>(`/catalog/batch/${goods.batchId}`)
    const { data: product } = await admin.get<{ categoryId: number }>(`/catalog/product/${batch.productId}`)
    const addBatch = async () => {
      const { data } = await admin.post<{ id: number }>('/catalog/batch', {
        batchNumber: `B-${randomUUID().slice(0, 8)}`,
        productId: batch.productId,
      })
      return (await admin.get<{ circulationId: number; circulationName: string }>(`/catalog/batch/${data.id}`)).data
    }
    expect(await addBatch()).toMatchObject({ circulationId: full, circulationName: 'Full chain (18 stages)' })
    const { data } = await addCirculation([step('felling')])
    expect((await admin.put('/catalog/category', { id: product.categoryId, circulationId: data.id })).code).toBe(200)
    expect(await addBatch()).toMatchObject({ circulationId: data.id })
    await admin.put('/stage/circulation/changeStatus', { id: data.id, status: '1' })
    expect(await addBatch(), 'one that is disabled is given to no new batch').toMatchObject({ circulationId: full })
    const foreign = await addCirculation([step('felling')], stranger)
    for (const [id, error] of [
      [foreign.data.id, 'referenceMissing'],
      [data.id, 'referenceDisabled'],
    ] as const) {
      const named = { batchNumber: `B-${randomUUID().slice(0, 8)}`, productId: batch.productId, circulationId: id }
      expect(issues(await admin.post('/catalog/batch', named))).toEqual([`circulationId ${error}`])
    }
    await admin.put('/catalog/category', { id: product.categoryId, circulationId: null })
  })

  test('a batch without a circulation takes that of its first report; of two concurrent reports one decides', async () => {
    const goods = await goodsOf(free)
    await world.admin.query('update batch set circulation_id = null where id = $1', [goods.batchId])
    const { data } = await addCirculation([step('felling')])
    const answers = await Promise.all([
      send(goods, 'felling', [goods.codes[0]!], { circulationId: free }),
      send(goods, 'felling', [goods.codes[1]!], { circulationId: data.id }),
    ])
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
    const other = answers.find(answer => answer.code !== 200)!
    expect(issues(other)).toEqual(['circulationId stage.circulationOther'])
    const taken = answers[0]!.code === 200 ? free : data.id
    expect((await admin.get(`/catalog/batch/${goods.batchId}`)).data).toMatchObject({ circulationId: taken })
  })

  test('the steps of a batch stay as they were at its first report, until somebody applies the changed circulation', async () => {
    const { data } = await addCirculation([step('felling'), step('forestInspection'), step('processing')])
    const named = { circulationId: data.id }
    const begun = await goodsOf(data.id)
    const waiting = await goodsOf(data.id)
    expect((await send(begun, 'felling', undefined, named)).code).toBe(200)
    expect(
      (await admin.put('/stage/circulation', { id: data.id, steps: [step('felling'), step('processing')] })).code,
    ).toBe(200)
    expect(await send(begun, 'processing', undefined, named)).toMatchObject({ data: { first: 'forestInspection' } })
    expect((await pictureOf(begun.batchId)).circulation).toMatchObject({ changed: true })
    expect((await pictureOf(waiting.batchId)).stages.map(row => row.stage)).toEqual(['felling', 'processing'])
    expect((await admin.put(`/catalog/batch/${begun.batchId}/circulation`, named)).code).toBe(200)
    expect((await send(begun, 'processing', undefined, named)).code).toBe(200)
    expect((await pictureOf(begun.batchId)).circulation).toMatchObject({ changed: false })
  })

  test('a batch can change its circulation only when every reported stage keeps a valid position', async () => {
    const { data } = await addCirculation([step('processing'), step('felling')])
    const lacking = await addCirculation([step('processing')])
    const goods = await goodsOf(free)
    expect((await send(goods, 'felling', undefined, { circulationId: free })).code).toBe(200)
    const change = (circulationId: number | null) => admin.put('/catalog/batch', { id: goods.batchId, circulationId })
    const wants = await change(data.id)
    expect(issues(wants)).toEqual(['circulationId stage.circulationWants'])
    expect(wants.msg).toMatch(/Felling.*Factory/i)
    expect(issues(await change(lacking.data.id))).toEqual(['circulationId stage.circulationLacks'])
    expect(issues(await change(null))).toEqual(['circulationId required'])
    expect((await send(goods, 'processing', undefined, { circulationId: free })).code).toBe(200)
    expect((await change(data.id)).code).toBe(200)
    expect((await pictureOf(goods.batchId)).stages.map(row => row.stage)).toEqual(['processing', 'felling'])
  })

  test('a disabled circulation is not offered any more, and its batches continue', async () => {
    const { data } = await addCirculation([step('felling'), step('processing')])
    const goods = await goodsOf(data.id)
    await admin.put('/stage/circulation/changeStatus', { id: data.id, status: '1' })
    const offered = async () =>
      (await field.get<{ stage: string; circulations: { id: number; before: string[] }[] }[]>('/stage/authorized')).data
    expect((await offered()).flatMap(stage => stage.circulations.map(one => one.id))).not.toContain(data.id)
    expect((await send(goods, 'felling', undefined, { circulationId: data.id })).code).toBe(200)
  })
})

describe('what the phone receives', () => {
  test('STG-48: each circulation that has the stage, with the required stages before it', async () => {
    const { data } =
      await field.get<{ stage: string; circulations: { id: number; before: string[] }[] }[]>('/stage/authorized')
    const felling = data.find(one => one.stage === 'felling')!
    expect(felling.circulations.find(one => one.id === full)?.before).toEqual(['forestSurvey'])
    expect(felling.circulations.find(one => one.id === free)?.before).toEqual([])
  })

  test('for a code: the circulation of its batch, and the stage to report first', async () => {
    const goods = await goodsOf(full)
    const ask = async (stage: StageKey) =>
      (await field.get(`/stage/code/${goods.codes[0]}?stage=${stage}`)).data as Record<string, unknown>
    expect(await ask('felling')).toMatchObject({
      circulation: { id: full, name: 'Full chain (18 stages)' },
      first: 'forestSurvey',
      refusal: 'stage.tooEarly',
    })
    expect(await ask('forestSurvey')).toMatchObject({ circulation: { id: full }, first: null, refusal: null })
  })
})

describe('SCR-09: managing circulations', () => {
  test('lists the platform’s and the enterprise’s circulations in the caller’s language, with their stages in order', async () => {
    const { rows } = await admin.get('/stage/circulation/list?limit=100')
    expect(rows.find(row => row.id === full)).toMatchObject({
      name: 'Full chain (18 stages)',
      stepCount: 18,
      requiredCount: 18,
      owner: 'platform',
      delivered: true,
      can: [],
      steps: stageKeys.map(stage => ({ stage, required: true })),
    })
    const french = await admin.get('/stage/circulation/list?name=ordre libre', { 'accept-language': 'fr' })
    expect(french.rows).toMatchObject([{ id: free, requiredCount: 0 }])
  })

  test('stores the steps with order, days and responsible; each stage once, at least one, no unknown ones', async () => {
    const steps = [step('processing', true, { days: 3, responsible: 'Saw mill' }), step('felling', false)]
    const { data } = await addCirculation(steps)
    expect((await admin.get(`/stage/circulation/${data.id}`)).data).toMatchObject({ steps, stepCount: 2 })
    expect(issues(await addCirculation([step('felling'), step('felling')]))).toEqual(['steps.1.stage stage.stepTwice'])
    expect(issues(await addCirculation([]))).toEqual(['steps required'])
    expect(issues(await addCirculation([{ stage: 'sawing', required: true }]))).toEqual(['steps.0.stage notOneOf'])
    expect(issues(await addCirculation([step('felling', true, { days: -1 })]))).toEqual(['steps.0.days tooSmall'])
  })

  test('a circulation in use cannot be removed; an enterprise cannot change those of the platform or of others', async () => {
    const { data } = await addCirculation([step('felling')])
    await makeBatch(world, admin, data.id)
    expect(await admin.delete(`/stage/circulation/${data.id}`)).toMatchObject({ error: 'stage.circulationUsed' })
    expect((await admin.get(`/stage/circulation/${data.id}`)).data).toMatchObject({
      batchCount: 1,
      why: { remove: 'stage.circulationUsed' },
    })
    const unused = await addCirculation([step('felling')])
    expect((await admin.delete(`/stage/circulation/${unused.data.id}`)).code).toBe(200)
    for (const id of [full, data.id]) {
      const by = id === full ? admin : stranger
      expect((await by.put('/stage/circulation', { id, remark: 'x' })).error).toBe('notFound')
      expect((await by.delete(`/stage/circulation/${id}`)).error).toBe('notFound')
    }
    expect(await operator.delete(`/stage/circulation/${full}`)).toMatchObject({ error: 'stage.circulationDelivered' })
  })

  test('expected days make a stage late; the answer contains how long each stage took', async () => {
    const { data } = await addCirculation([step('felling', true, { days: 1 }), step('processing', true, { days: 1 })])
    const goods = await goodsOf(data.id)
    const named = { circulationId: data.id }
    await world.admin.query(`update batch set created_at = now() - interval '3 days' where id = $1`, [goods.batchId])
    expect((await pictureOf(goods.batchId)).stages).toMatchObject([
      { late: true, state: 'next' },
      { late: true, state: 'open' },
    ])
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    expect((await send(goods, 'felling', [goods.codes[0]!], { ...named, time: at(60) })).code).toBe(200)
    expect((await pictureOf(goods.batchId)).stages).toMatchObject([{ late: false }, { late: true }])
    expect((await send(goods, 'processing', [goods.codes[0]!], { ...named, time: at(40) })).code).toBe(200)
    expect((await pictureOf(goods.batchId)).stages).toMatchObject([{ late: false }, { late: false, tookHours: 20 }])
  })
})

test('the stages of a batch with 10,000 records cost a few times as much as the plain batch', async () => {
  const goods = await goodsOf(free)
  const { data } = await send(goods, 'felling', [goods.codes[0]!], { circulationId: free })
  await world.admin.query(
    `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
     select tenant_id, dept_id, gen_random_uuid(), batch_id, ($2::text[])[1 + n % 18], template_id, document_code, operator, happened_at - n * interval '1 minute', 1, '', '{}', personal_salt, created_by
     from stage_record, generate_series(1, 10000) n where id = $1`,
    [data.recordId, [...stageKeys]],
  )
  await world.admin.query('analyze stage_record')
  const { stages } = await pictureOf(goods.batchId)
  expect(stages.map(row => row.records.length)).toEqual(stageKeys.map(() => 5))
  const picture = () => pictureOf(goods.batchId)
  expect(await timesAsLong(picture, () => admin.get(`/catalog/batch/${goods.batchId}`))).toBeLessThan(16)
})

/** The ratio of two durations: on a busy machine both are slower. */
async function timesAsLong(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const taken = [0, 0]
  for (let n = 0; n < 7; n++)
    for (const [which, run] of [one, other].entries()) {
      const began = performance.now()
      await run()
      taken[which]! += performance.now() - began
    }
  return taken[0]! / taken[1]!
}

interface Progress {
  id: number
  batchNumber: string
  nextStage: StageKey | null
  late: boolean
  due: string | null
  done: number
}

test('the progress list agrees with the stages of every open batch, late ones first', async () => {
  const scenes = await Promise.all([
    addCirculation([step('felling', true, { days: 1 }), step('processing', true, { days: 9 }), step('packing')]),
    addCirculation([step('felling', false), step('processing'), step('packing', true, { days: 2 })]),
  ])
  for (const { data } of scenes) {
    for (const reported of [
      [],
      ['felling'],
      ['felling', 'processing'],
      ['felling', 'processing', 'packing'],
    ] as StageKey[][]) {
      const goods = await goodsOf(data.id)
      await world.admin.query(`update batch set created_at = now() - interval '5 days' where id = $1`, [goods.batchId])
      for (const stage of reported) {
        const parent =
          stage === 'packing'
            ? await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
            : undefined
        const answer = await send(goods, stage, undefined, {
          circulationId: data.id,
          time: new Date(Date.now() - 4 * 86_400_000).toISOString(),
          parentCode: parent?.codes[0],
        })
        expect(answer.code, answer.msg).toBe(200)
      }
    }
  }
  const rows = (await admin.get('/stage/progress/list?limit=100')).rows as unknown as Progress[]
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(row => row.late)).toEqual(rows.map(row => row.late).sort((a, b) => Number(b) - Number(a)))
  for (const row of rows) {
    const picture = await pictureOf(row.id)
    const next = picture.stages.find(one => one.stage === picture.next) as
      | { late: boolean; due: string | null }
      | undefined
    const onBoard = { next: row.nextStage, late: row.late, due: row.due, done: row.done }
    const done = picture.stages.filter(one => one.state === 'done').length
    expect(onBoard, row.batchNumber).toEqual({
      next: picture.next,
      late: next?.late ?? false,
      due: next?.due ?? null,
      done,
    })
  }
  const sheet = await sheetOf((await admin.get('/stage/progress/export')).raw)
  expect(sheet.rows.map(row => row[0]).sort()).toEqual(rows.map(row => row.batchNumber).sort())
  // The export contains stage names, not keys.
  expect(sheet.rows.flat().filter(cell => isOneOf(stageKeys, cell))).toEqual([])
  const processing = (await admin.get('/stage/progress/list?limit=100&nextStage=processing&late=true')).rows
  expect(processing.map(row => row.id).sort()).toEqual(
    rows
      .filter(row => row.nextStage === 'processing' && row.late)
      .map(row => row.id)
      .sort(),
  )
})

test('the progress list of 1,000 open batches costs a few times as much as a page of the plain list', async () => {
  const goods = await goodsOf(full)
  await send(goods, 'forestSurvey', [goods.codes[0]!])
  await world.admin.query(
    `with b as (
       insert into batch (tenant_id, dept_id, batch_number, product_id, status, circulation_id, circulation_steps, created_by)
       select tenant_id, dept_id, 'MANY-' || n, product_id, 'active', circulation_id, circulation_steps, created_by
       from batch, generate_series(1, 1000) n where id = $1 returning id, tenant_id)
     insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest, public_values, personal_salt, created_by)
     select r.tenant_id, r.dept_id, gen_random_uuid(), b.id, s.stage, r.template_id, r.document_code, r.operator, r.happened_at + s.place * interval '1 day', 1, '', '{}', r.personal_salt, r.created_by
     from stage_record r, b, unnest($2::text[]) with ordinality s (stage, place) where r.batch_id = $1 and s.place <= 1 + b.id % 18`,
    [goods.batchId, [...stageKeys]],
  )
  await world.admin.query('vacuum analyze stage_record, batch')
  const board = () => admin.get('/stage/progress/list?limit=20')
  expect((await board()).total).toBeGreaterThan(1000)
  expect(await timesAsLong(board, () => admin.get('/catalog/batch/list?limit=20'))).toBeLessThan(30)
})
