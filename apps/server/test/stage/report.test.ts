import { randomUUID } from 'node:crypto'
import { stages, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let field: Caller
let goods: Goods
let felling: number
let packing: number
let circulationId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('REPORTING')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  goods = await makeGoods(world, admin)
  felling = await templateOf(world, 'felling')
  packing = await templateOf(world, 'packing')
  circulationId = await circulationOf(world, 'free')
  await authorize(admin, field.accountId, ['felling', 'packing', 'productSales'])
})

function body(codes: string[], more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: felling,
    circulationId,
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-11-01T08:00:00Z',
    codes,
    values: required('felling'),
    longitude: 9.45,
    latitude: 0.39,
    ...more,
  }
}

/** The required fields of a stage with values that fit. */
function required(stage: string): Record<string, unknown> {
  return sampleValues(valueFields(stages.find(item => item.key === stage)!).filter(field => field.required))
}

async function records(): Promise<number> {
  return (await world.admin.query('select count(*)::int as n from stage_record')).rows[0].n
}

test('a report is stored with its codes, sealed and its mention queued, and answered per code', async () => {
  const answer = await field.post<{ recordId: number; accepted: string[] }>(
    '/stage/report',
    body([goods.codes[0]!.toLowerCase(), goods.codes[1]!]),
  )
  expect(answer).toMatchObject({ code: 200, data: { accepted: [goods.codes[0], goods.codes[1]], refused: [] } })
  const stored = await world.admin.query(
    `select r.code_count, c.digest, c.open, c.withheld, c.personal, m.open as mention,
            exists (select from ledger_queue q where q.content = m.digest) as queued
     from stage_record r
     join sealed_content c on c.kind = 'record' and c.row_id = r.id
     join sealed_content m on m.kind = 'mention' and m.row_id = r.id where r.id = $1`,
    [answer.data.recordId],
  )
  expect(stored.rows).toHaveLength(1)
  const [row] = stored.rows
  expect(row).toMatchObject({ code_count: 2, queued: true })
  expect(JSON.stringify(row)).not.toContain('Demo operator')
  expect(JSON.parse(row.open)).toMatchObject({
    kind: 'record',
    stage: 'felling',
    version: 1,
    place: { longitude: '9.450000', latitude: '0.390000' },
    codes: { count: 2 },
  })
  expect(JSON.parse(row.mention).record).toMatchObject({
    record: answer.data.recordId,
    version: 1,
    stage: 'felling',
    says: row.digest.toString('base64url'),
  })
  const mine = await field.get('/stage/record/mine')
  expect(mine.rows[0]).toMatchObject({ stage: 'felling', codes: 2, ledger: 'queued', status: 'current' })
  const detail = await admin.get<{ values: unknown[]; codeList: string[] }>(`/stage/record/${answer.data.recordId}`)
  expect(detail.data.codeList).toEqual([goods.codes[0], goods.codes[1]])
})

test('the same report sent ten times at once has one effect (A19, F14)', async () => {
  const once = body([goods.codes[2]!])
  const before = await records()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => field.post<{ recordId: number }>('/stage/report', once)),
  )
  expect(new Set(answers.map(answer => answer.data.recordId)).size).toBe(1)
  expect(await records()).toBe(before + 1)
  expect(await field.post('/stage/report', { ...once, operator: 'Somebody else' })).toMatchObject({
    code: 500,
    error: 'idempotencyReuse',
  })
})

test('two phones report one code at the same moment: exactly one succeeds (A20)', async () => {
  const before = await records()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => field.post('/stage/report', body([goods.codes[3]!]))),
  )
  expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
  expect(answers.filter(answer => answer.error === 'stage.alreadyLinked')).toHaveLength(7)
  expect(await records()).toBe(before + 1)
})

test('ERR-22: a related code already linked aborts the whole report', async () => {
  const before = await records()
  const answer = await field.post<{ refused: { code: string; error: string }[] }>(
    '/stage/report',
    body([goods.codes[4]!, goods.codes[3]!, goods.codes[5]!]),
  )
  expect(answer).toMatchObject({ code: 500, error: 'stage.alreadyLinked' })
  expect(answer.msg).toContain(goods.codes[3]!)
  expect(await records()).toBe(before)
})

test('VAL-39, VAL-40: duplicate codes are flagged, no code is refused', async () => {
  expect(await field.post('/stage/report', body([goods.codes[6]!, goods.codes[6]!.toLowerCase()]))).toMatchObject({
    code: 500,
    error: 'stage.duplicateCode',
  })
  expect(await field.post('/stage/report', body([]))).toMatchObject({ code: 500, error: 'stage.noCodes' })
})

test('VAL-41, VAL-44: stage, document, operator, time, circulation and template must be chosen; the batch is that of the codes', async () => {
  for (const missing of ['stage', 'documentCode', 'operator', 'time', 'circulationId', 'templateId']) {
    const answer = await field.post<{ issues: { field: string; error: string }[] }>('/stage/report', {
      ...body([goods.codes[6]!]),
      [missing]: undefined,
    })
    expect(answer, missing).toMatchObject({ code: 500, error: 'invalid' })
    expect(answer.data.issues[0], missing).toMatchObject({ field: missing, error: 'required' })
  }
})

test('a report without a network goes by the circulation of its batch, whichever that is', async () => {
  const report = body([goods.codes[30]!], { circulationId: 'ofBatch' })
  expect(await field.post('/stage/report', report)).toMatchObject({ code: 200 })
  const { rows } = await world.admin.query('select circulation_id as id from batch where id = $1', [goods.batchId])
  expect(Number(rows[0].id)).toBe(circulationId)
  await world.admin.query('update batch set circulation_id = null, circulation_steps = null where id = $1', [
    goods.batchId,
  ])
  const without = await field.post<{ issues: unknown[] }>('/stage/report', {
    ...report,
    reportId: randomUUID(),
    codes: [goods.codes[31]!],
  })
  expect(without.data.issues).toEqual([expect.objectContaining({ field: 'circulationId', error: 'required' })])
  await world.admin.query('update batch set circulation_id = $1 where id = $2', [circulationId, goods.batchId])
})

test('accepts a time up to a day ahead of the server’s clock, because phone clocks are wrong, and no later one', async () => {
  const hours = (n: number) => new Date(Date.now() + n * 3600 * 1000).toISOString()
  for (const time of ['2199-01-01T00:00:00Z', hours(25)])
    expect(await field.post('/stage/report', body([goods.codes[8]!], { time })), time).toMatchObject({
      code: 500,
      error: 'stage.timeAhead',
      data: { issues: [{ field: 'time', error: 'stage.timeAhead' }] },
    })
  expect(await field.post('/stage/report', body([goods.codes[8]!], { time: hours(23) }))).toMatchObject({ code: 200 })
})

test('refuses the year 26, which a date input makes of two typed digits', async () => {
  expect(await field.post('/stage/report', body([goods.codes[8]!], { time: '0026-09-12T08:00:00Z' }))).toMatchObject({
    data: { issues: [{ field: 'time', error: 'notDate' }] },
  })
})

test('ERR-25: a document code without a file is refused', async () => {
  expect(await field.post('/stage/report', body([goods.codes[6]!], { documentCode: 'NO-SUCH' }))).toMatchObject({
    code: 500,
    error: 'stage.documentMissing',
  })
})

test('SEC-29: a stage without an authorization in force is refused at once', async () => {
  expect(
    await field.post('/stage/report', {
      ...body([goods.codes[6]!]),
      stage: 'seaShipping',
      templateId: await templateOf(world, 'seaShipping'),
      values: required('seaShipping'),
    }),
  ).toMatchObject({ code: 403, error: 'stage.notAuthorized' })
  const list = await admin.get(`/stage/authorization/list?stage=felling`)
  const id = list.rows.find(row => row.userId === field.accountId)!.id as number
  await admin.put('/stage/authorization', { id, status: '1' })
  expect(await field.post('/stage/report', body([goods.codes[6]!]))).toMatchObject({
    code: 403,
    error: 'stage.notAuthorized',
  })
  await admin.put('/stage/authorization', { id, status: '0' })
})

test('ERR-27: authorizing the same pair again answers that it can be modified', async () => {
  expect(await admin.post('/stage/authorization', { userId: field.accountId, stages: ['felling'] })).toMatchObject({
    code: 500,
    error: 'stage.alreadyAuthorized',
  })
})

test('forged codes and nonsense look the same (A24); of a genuine one of another enterprise its public holder is named', async () => {
  const other = await world.makeTenant('OTHER')
  const foreign = await makeGoods(world, await world.signIn(other, ['enterpriseAdmin']))
  const forged = `${goods.codes[0]!.slice(0, -1)}${goods.codes[0]!.endsWith('0') ? '1' : '0'}`
  expect(await field.post('/stage/report', body([foreign.codes[0]!]))).toMatchObject({
    error: 'custody.heldByOther',
    data: { refused: [{ message: expect.stringContaining('Demo OTHER') }] },
  })
  for (const code of [forged, 'hello']) {
    expect(await field.post('/stage/report', body([code]))).toMatchObject({ code: 500, error: 'stage.foreignCode' })
  }
})

test('ERR-24 and aggregation: children are packed into a parent of a higher level, once', async () => {
  const packages = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
  const containers = await makeGoods(world, admin, { codeType: 'container', batchId: goods.batchId })
  const packing = { stage: 'packing', templateId: await templateOf(world, 'packing'), values: required('packing') }
  expect(await field.post('/stage/report', body([containers.codes[0]!]))).toMatchObject({
    code: 500,
    error: 'stage.levelTooHigh',
  })
  expect(
    await field.post('/stage/report', body([packages.codes[0]!], { ...packing, parentCode: goods.codes[9] })),
  ).toMatchObject({ code: 500, error: 'stage.parentLevel' })
  expect(
    await field.post('/stage/report', body([packages.codes[0]!], { ...packing, parentCode: packages.codes[0] })),
  ).toMatchObject({ code: 500, error: 'stage.cycle' })
  expect(
    await field.post('/stage/report', body([packages.codes[0]!], { ...packing, parentCode: containers.codes[0] })),
  ).toMatchObject({ code: 200 })
  const link = await world.admin.query('select parent_serial from code_link')
  expect(link.rows).toHaveLength(1)
})

test('values are checked against the stage, and nothing is half-written', async () => {
  const before = await records()
  const answer = await field.post<{ issues: { field: string }[] }>(
    '/stage/report',
    body([goods.codes[7]!], { values: { ...required('felling'), nonsense: 1 } }),
  )
  expect(answer).toMatchObject({ code: 500, error: 'invalid' })
  expect(answer.data.issues[0]!.field).toBe('values.nonsense')
  expect(await field.post('/stage/report', { ...body([goods.codes[7]!]), tenantId: 1 })).toMatchObject({ code: 500 })
  expect(await records()).toBe(before)
  expect((await world.admin.query(`select count(*)::int as n from idempotency where answer is null`)).rows[0].n).toBe(0)
})

test('a closed batch accepts no more reports', async () => {
  const closed = await makeGoods(world, admin)
  await admin.put(`/catalog/batch/${closed.batchId}/state`, { verb: 'activate' })
  await admin.put(`/catalog/batch/${closed.batchId}/state`, { verb: 'close' })
  expect(
    await field.post('/stage/report', body([closed.codes[0]!], { documentCode: closed.documentCode })),
  ).toMatchObject({ code: 500, error: 'stage.batchInactive' })
})

test('a range is named by its first and last scanned code, and packed as one', async () => {
  const [request, box] = [await makeGoods(world, admin), await makeGoods(world, admin, { codeType: 'package' })]
  const [first, last] = [request.codes[9]!, request.codes[29]!]
  const query = `stage=packing&last=${last}`
  expect((await field.get(`/stage/code/${first}?${query}`)).data).toMatchObject({
    code: first,
    last,
    count: 21,
    refusal: null,
  })
  expect((await field.get(`/stage/code/${last}?stage=packing&last=${first}`)).error).toBe('code.rangeBroken')
  expect((await field.get(`/stage/code/${first}?stage=packing&last=${goods.codes[0]}`)).error).toBe('code.rangeBroken')
  const packed = (ranges: object[], more: object = {}) =>
    field.post<{ recordId: number }>(
      '/stage/report',
      body([], {
        stage: 'packing',
        templateId: packing,
        values: required('packing'),
        parentCode: box.codes[0],
        documentCode: request.documentCode,
        ranges,
        ...more,
      }),
    )
  expect((await packed([{ first: last, last: first }])).error).toBe('code.rangeBroken')
  expect((await packed([{ first, last: 'nonsense' }])).error).toBe('stage.foreignCode')
  const { data, msg } = await packed([{ first: first.toLowerCase(), last }])
  const { rows } = await world.admin.query(
    `select r.code_count as count, l.serials from stage_record r join code_link l on l.tenant_id = r.tenant_id
     join packing p on p.tenant_id = l.tenant_id and p.id = l.packing_id and p.record_id = r.id where r.id = $1`,
    [data?.recordId],
  )
  expect(rows, msg).toEqual([{ count: 21, serials: '[9,30)' }])
  // The same rules as for numbers: the refusal names an already packed code.
  const again = await packed([{ first: request.codes[29], last: request.codes[31] }])
  expect(again).toMatchObject({ error: 'stage.alreadyLinked', msg: expect.stringContaining(last) })
  expect((await field.get(`/stage/code/${first}?${query}`)).data).toMatchObject({ refusal: 'stage.alreadyLinked' })
})

test('the lookup of a code answers which stage it proposes, and whether that is reported', async () => {
  const { codes } = await makeGoods(world, admin)
  const about = async () => (await field.get(`/stage/code/${codes[0]}`)).data
  expect(await about()).toMatchObject({ proposed: 'felling', proposedReported: null })
  expect((await field.post('/stage/report', body([codes[0]!]))).code).toBe(200)
  expect(await about()).toMatchObject({ proposed: 'felling', proposedReported: 'code' })
  const other = await field.get(`/stage/code/${codes[1]}`)
  expect(other.data, 'of a stage of the whole batch').toMatchObject({ proposedReported: 'batch' })
})

test('a stage that the enterprise hides is refused by name until it is visible again', async () => {
  const { codes } = await makeGoods(world, admin)
  const show = (visible: string) => admin.put('/stage/template/choice', { id: felling, visible, orderNum: 2 })
  await show('1')
  const reportBody = body([codes[0]!])
  const refused = await field.post('/stage/report', reportBody)
  expect(refused).toMatchObject({ error: 'stage.hidden', msg: expect.stringContaining('Felling') })
  expect((await field.get(`/stage/code/${codes[0]}?stage=felling`)).data).toMatchObject({ refusal: 'stage.hidden' })
  await show('0')
  expect((await field.post('/stage/report', reportBody)).code, 'the very same report, once it is shown').toBe(200)
})
