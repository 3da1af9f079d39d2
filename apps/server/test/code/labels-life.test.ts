import { randomUUID } from 'node:crypto'
import { stages, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let field: Caller
let stranger: Caller
let goods: Goods

beforeAll(async () => {
  world = await makeWorld()
  const owner = await world.makeTenant('LABELS')
  admin = await world.signIn(owner, ['enterpriseAdmin'])
  field = await world.signIn(owner, ['fieldReporter'])
  stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
  goods = await makeGoods(world, admin, { certified: false })
  await authorize(admin, field.accountId, ['felling', 'processing'])
})

const base = '/code/label'
const rows = (from: number, to: number) => ({ numbers: [{ requestId: goods.requestId, from, to }] })
const act = (verb: string, body: object, caller = admin) =>
  caller.post<{ codes: number; unchanged: number }>(`${base}/${verb}`, body)
const counts = async () => (await admin.get(`${base}/counts/${goods.requestId}`)).data
const history = async (at: number) =>
  (await admin.get<{ verb: string; state: string; cause: string | null }[]>(`${base}/history?code=${goods.codes[at]}`))
    .data

async function report(codes: readonly (string | undefined)[], stage = 'felling') {
  const declared = stages.find(item => item.key === stage)!
  const [templateId, circulationId] = await Promise.all([templateOf(world, stage), circulationOf(world, 'free')])
  return field.post('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId,
    circulationId,
    documentCode: goods.documentCode,
    operator: 'Reporter',
    time: '2026-11-01T08:00:00Z',
    codes,
    values: sampleValues(valueFields(declared).filter(field => field.required)),
  })
}

describe('the life of labels', () => {
  test('begins with labels that are only made', async () => {
    expect(await counts()).toMatchObject({ inUse: 0, spoiled: 0, lost: 0 })
  })

  test('goes on by ranges: put in use, spoiled, lost, and taken back', async () => {
    expect((await act('activate', rows(1, 5))).data).toEqual({ codes: 5, unchanged: 0 })
    expect((await act('activate', rows(3, 7))).data).toEqual({ codes: 2, unchanged: 3 })
    expect((await act('spoil', { ...rows(8, 9), reason: 'misprint' })).data).toEqual({ codes: 2, unchanged: 0 })
    expect((await act('lose', { ...rows(7, 7), reason: 'stolen', note: 'Lorry at Lambaréné' })).data).toMatchObject({
      codes: 1,
    })
    expect(await counts()).toMatchObject({ inUse: 6, spoiled: 2, lost: 1 })
    expect((await act('reinstate', { ...rows(7, 7), note: 'Found again' })).data).toMatchObject({ codes: 1 })
    expect(await counts()).toMatchObject({ inUse: 7, spoiled: 2, lost: 0 })
    expect((await history(6)).map(({ verb }) => verb)).toEqual(['reinstate', 'lose', 'activate'])
  })

  test('refuses what does not follow, for all labels or none', async () => {
    expect((await act('activate', rows(6, 9))).error).toBe('code.labelState')
    expect((await act('reinstate', { ...rows(1, 1), note: 'Never lost' })).error).toBe('code.labelState')
    expect((await act('lose', { ...rows(8, 8), reason: 'lost' })).error).toBe('code.labelState')
    expect((await act('spoil', { ...rows(1, 1), reason: 'stolen' })).error).toBe('invalid')
    expect((await act('spoil', { ...rows(1, 999_999), reason: 'surplus' })).error).toBe('stage.noSuchRange')
    expect(await counts()).toMatchObject({ inUse: 7, spoiled: 2, lost: 0 })
  })

  test('is the own enterprise’s alone', async () => {
    expect((await act('activate', { codes: [goods.codes[0]] }, stranger)).error).toBe('stage.foreignCode')
    expect((await act('activate', rows(1, 1), stranger)).error).toBe('invalid')
    expect((await stranger.get(`${base}/counts/${goods.requestId}`)).error).toBe('notFound')
    expect((await act('activate', rows(1, 1), field)).error).toBe('forbidden')
  })
})

describe('what names a label', () => {
  test('puts it in use, once', async () => {
    const submit = (codes: readonly string[]) => admin.post('/certification/authorization/submit', { codes })
    expect((await submit(goods.codes.slice(12, 13))).error).toBeUndefined()
    expect(await history(12)).toMatchObject([{ verb: 'activate', state: 'inUse', cause: 'certification' }])
    expect((await submit(goods.codes.slice(12, 14))).error).toBe('certification.stateRefused')
    expect(await history(12)).toHaveLength(1)
    expect(await history(13)).toEqual([])
  })

  test('is its package too', async () => {
    const boxes = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId, certified: false })
    const packed = await admin.post('/code/packing/pack', {
      parentCode: boxes.codes[0],
      codes: [goods.codes[13]],
      operator: 'Packer',
      time: '2026-11-01T08:00:00Z',
    })
    expect(packed.error).toBeUndefined()
    expect(await history(13)).toMatchObject([{ verb: 'activate', cause: 'packing' }])
    expect((await admin.get(`${base}/history?code=${boxes.codes[0]}`)).data).toMatchObject([{ cause: 'packing' }])
  })

  test('is refused for spoiled and lost labels', async () => {
    expect((await report([goods.codes[7]])).error).toBe('code.labelSpoiled')
    await act('lose', { ...rows(15, 15), reason: 'stolen' })
    expect((await report([goods.codes[14]])).error).toBe('code.labelLost')
    expect((await admin.post('/certification/authorization/submit', { codes: [goods.codes[14]] })).error).toBe(
      'code.labelLost',
    )
  })

  test('is refused for labels not in use where the enterprise demands an activation', async () => {
    expect((await admin.put(`${base}/rule`, { mustActivate: true })).error).toBeUndefined()
    const submit = () => admin.post('/certification/authorization/submit', { codes: [goods.codes[16]] })
    expect((await submit()).error).toBe('code.labelNotInUse')
    await act('activate', rows(17, 17))
    expect((await submit()).error).toBeUndefined()
    await admin.put(`${base}/rule`, { mustActivate: false })
  })
})

test('a race of activations leaves every label in one row', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 40 }, (_, n) => act('activate', rows(18 + (n % 4), 19 + (n % 4)))),
  )
  expect(attempts.filter(({ error }) => error !== undefined && error !== 'tooFast')).toEqual([])
  const { rows: overlapping } = await world.admin.query(
    `select count(*)::int as n from label_state a join label_state b
       on a.tenant_id = b.tenant_id and a.request_number = b.request_number and a.id < b.id and a.serials && b.serials`,
  )
  expect(overlapping).toEqual([{ n: 0 }])
})

test('a range of many labels is one row of state and one act', async () => {
  const { rows: before } = await world.admin.query('select count(*)::int as n from label_act')
  await act('activate', rows(22, 24))
  const { rows: after } = await world.admin.query('select count(*)::int as n from label_act')
  expect(after[0].n - before[0].n).toBe(1)
})
