import { randomUUID } from 'node:crypto'
import type { CodeAnswer } from '@timbermark/contract/stage-calls'
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
let owner: { id: number; deptId: number }

beforeAll(async () => {
  world = await makeWorld()
  owner = await world.makeTenant('LABELS')
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

/** The first codes of a request. */
async function codesOf({ requestId }: Goods, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let page = 1; codes.length < count; page++)
    codes.push(
      ...(await admin.get(`/code/qr/list?requestId=${requestId}&page=${page}&limit=100`)).rows.map(row =>
        String(row.code),
      ),
    )
  return codes
}

/** What the phone is told of a code when it is scanned. */
const stateOf = async (code: string, last?: string) =>
  (await field.get<CodeAnswer>(`/stage/code/${code}${last ? `?last=${last}` : ''}`)).data

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
    const reader = await world.signIn(owner, ['auditor'])
    expect((await act('activate', rows(1, 1), reader)).error).toBe('forbidden')
  })

  test('names every label that is in the way, so that a phone can take them out of its list', async () => {
    const spoiled = [7, 8].map(n => ({ code: goods.codes[n], error: 'code.labelState' }))
    const answer = await act('activate', { codes: [goods.codes[0], ...goods.codes.slice(7, 9)] })
    expect(answer).toMatchObject({ error: 'code.labelState', data: { refused: spoiled } })
    const mixed = await act('activate', { codes: [goods.codes[0], 'not-a-code', 'nor-this'] })
    expect(mixed).toMatchObject({
      error: 'stage.foreignCode',
      data: { refused: [{ code: 'not-a-code' }, { code: 'nor-this' }] },
    })
  })

  test('overlapping spoilage counts a label once', async () => {
    const spoil = (from: number, to: number) => act('spoil', { ...rows(from, to), reason: 'damaged' })
    expect((await spoil(40, 43)).data).toEqual({ codes: 4, unchanged: 0 })
    expect((await spoil(42, 45)).data).toEqual({ codes: 2, unchanged: 2 })
    const state = (await stateOf(goods.codes[41]!)).label
    expect(state).toMatchObject({ state: 'spoiled', reason: 'damaged', codes: 1, code: goods.codes[41] })
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

test('1,000 races of two phones that attach overlapping labels leave every label in one row, moved once', async () => {
  const labels = await makeGoods(world, admin, { batchId: goods.batchId, certified: false })
  const phones = [field, await world.signIn(owner, ['fieldReporter'])]
  const codes = await codesOf(labels, 2500)
  let moved = 0
  for (let race = 0; race < 1000; race += 20) {
    const pairs = Array.from({ length: 20 }, (_, n) => codes.slice(2 * (race + n), 2 * (race + n) + 3))
    const answers = await Promise.all(
      pairs.flatMap(pair =>
        phones.map(phone =>
          phone.post<{ codes: number }>(`${base}/activate`, { codes: pair }, { 'idempotency-key': randomUUID() }),
        ),
      ),
    )
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([])
    moved += answers.reduce((sum, { data }) => sum + data.codes, 0)
  }
  expect(moved).toBe(2001)
  const counted = await admin.get<{ inUse: number }>(`${base}/counts/${labels.requestId}`)
  expect(counted.data.inUse).toBe(2001)
  const { rows: overlapping } = await world.admin.query(
    `select count(*)::int as n from label_state a join label_state b
       on a.tenant_id = b.tenant_id and a.request_number = b.request_number and a.id < b.id and a.serials && b.serials`,
  )
  expect(overlapping).toEqual([{ n: 0 }])
})

test('20,000,000 labels are put in use as one row of state and one act', async () => {
  const many = await makeGoods(world, admin, { batchId: goods.batchId, certified: false, count: 20_000_000 })
  const rowsOf = async () =>
    (
      await world.admin.query(
        `select (select count(*)::int from label_act) as acts, (select count(*)::int from label_state) as states`,
      )
    ).rows[0]
  const before = await rowsOf()
  const answer = await act('activate', { numbers: [{ requestId: many.requestId, from: 1, to: 20_000_000 }] })
  expect(answer.data).toEqual({ codes: 20_000_000, unchanged: 0 })
  expect(await rowsOf()).toEqual({ acts: before.acts + 1, states: before.states + 1 })
})

describe('a field user by phone', () => {
  const attach = (body: object, caller = field, key: string = randomUUID()) =>
    caller.post<{ codes: number; unchanged: number }>(`${base}/activate`, body, { 'idempotency-key': key })
  let fresh: Goods

  beforeAll(async () => {
    fresh = await makeGoods(world, admin, { batchId: goods.batchId, certified: false })
  })

  test('puts labels in use that somebody else requested, by code and by the ends of a row', async () => {
    const [first, last] = [fresh.codes[0], fresh.codes[4]]
    expect((await attach({ ranges: [{ first, last }], codes: [fresh.codes[6]] })).data).toEqual({
      codes: 6,
      unchanged: 0,
    })
    expect((await field.get(`${base}/list`)).error).toBe('forbidden')
  })

  test('sends it ten times with the effect of once', async () => {
    const key = randomUUID()
    const body = { codes: [fresh.codes[8]] }
    for (let n = 0; n < 10; n++) expect((await attach(body, field, key)).data).toEqual({ codes: 1, unchanged: 0 })
    expect(
      (await admin.get<unknown[]>(`${base}/history?code=${fresh.codes[8]}`)).data.filter(
        one => (one as { verb: string }).verb === 'activate',
      ),
    ).toHaveLength(1)
  })

  test('cannot name labels by number, of another enterprise, or across the end of a request', async () => {
    expect((await attach({ numbers: [{ requestId: fresh.requestId, from: 20, to: 21 }] })).error).toBe(
      'stage.foreignCode',
    )
    const other = await world.makeTenant('LABELS-OTHER')
    const otherField = await world.signIn(other, ['fieldReporter'])
    expect((await attach({ codes: [fresh.codes[20]] }, otherField)).error).toBe('stage.foreignCode')
    const across = { ranges: [{ first: fresh.codes[20], last: fresh.codes[21] }] }
    expect((await attach(across, otherField)).error).toBe('stage.foreignCode')
    const ends = { ranges: [{ first: goods.codes[48], last: fresh.codes[2] }] }
    expect((await attach(ends)).error).toBe('code.rangeBroken')
    expect((await stateOf(fresh.codes[20]!)).label?.state).toBe('notInUse')
  })

  test('is one of two who attach the same labels at once: both are done, each label is moved once', async () => {
    const second = await world.signIn(owner, ['fieldReporter'])
    const body = { codes: fresh.codes.slice(30, 34) }
    const both = await Promise.all([attach(body), attach(body, second)])
    expect(both.map(({ error }) => error)).toEqual([undefined, undefined])
    expect(both.map(({ data }) => data.codes).sort()).toEqual([0, 4])
  })

  test('is told of a scanned code what stands against it, before the form is filled in', async () => {
    const [unused, used, spoiled, lost] = [fresh.codes[22]!, fresh.codes[0]!, fresh.codes[24]!, fresh.codes[26]!]
    await admin.post(`${base}/spoil`, { codes: [spoiled], reason: 'misprint' })
    await admin.post(`${base}/lose`, { codes: [lost], reason: 'stolen' })
    expect(await stateOf(unused)).toMatchObject({ refusal: null, label: { state: 'notInUse', since: null } })
    expect(await stateOf(used)).toMatchObject({ refusal: null, label: { state: 'inUse' } })
    const answer = await stateOf(spoiled)
    expect(answer).toMatchObject({ refusal: 'code.labelSpoiled', label: { state: 'spoiled', reason: 'misprint' } })
    expect(Date.parse(answer.label!.since!)).toBeLessThanOrEqual(Date.now())
    expect(await stateOf(lost)).toMatchObject({ refusal: 'code.labelLost', label: { state: 'lost', reason: 'stolen' } })
    // Of a row of labels the most serious state, with the label that has it.
    expect(await stateOf(fresh.codes[20]!, fresh.codes[28])).toMatchObject({
      refusal: 'code.labelLost',
      label: { state: 'lost', code: lost, codes: 1 },
    })
  })

  test('is told that a label must be attached first, where the enterprise demands it, and of recalled goods', async () => {
    await admin.put(`${base}/rule`, { mustActivate: true })
    expect((await stateOf(fresh.codes[22]!)).refusal).toBe('code.labelNotInUse')
    await admin.put(`${base}/rule`, { mustActivate: false })
    const recall = { reason: 'Cracked', advice: 'Do not use it', contact: '+86 571 88888888' }
    const codes = [fresh.codes[22]]
    const declared = await admin.post('/catalog/recall/declare', { ...recall, reports: 'ask', codes })
    expect(declared.error, declared.msg).toBeUndefined()
    expect(await stateOf(fresh.codes[22]!)).toMatchObject({ refusal: null, recalled: 'Cracked' })
    expect((await stateOf(fresh.codes[23]!)).recalled).toBeNull()
    const strict = { ...recall, reports: 'refuse', codes: [fresh.codes[23]] }
    expect((await admin.post('/catalog/recall/declare', strict)).error).toBeUndefined()
    expect(await stateOf(fresh.codes[23]!)).toMatchObject({ refusal: 'stage.recalled', recalled: 'Cracked' })
  })
})
