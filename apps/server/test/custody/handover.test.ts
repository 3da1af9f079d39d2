import type { StageKey } from '@timbermark/contract'
import type { OfferGoods } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin } from '../system/people.ts'
import { type Company, errorsOf, makeCompany, report as reportStage, scanFor } from './companies.ts'

let world: World
let exporter: Company
let importer: Company
let factory: Company
let goods: Goods

const authorized: StageKey[] = ['felling', 'processing', 'factoryEntry']

beforeAll(async () => {
  world = await makeWorld({ background: true })
  exporter = await makeCompany(world, 'EXPORTER', authorized)
  importer = await makeCompany(world, 'IMPORTER', authorized)
  factory = await makeCompany(world, 'FACTORY', authorized)
  goods = await makeGoods(world, exporter.admin)
})

const numbers = (from: number, to: number) => ({ numbers: [{ requestId: goods.requestId, from, to }] })

const makeOffer = (from: Company, to: Company, body: object) =>
  from.admin.post<{ id: number; codes: number }>('/custody/offer', { receiver: to.identification, ...body })

const acceptOffer = (by: Company, id: number, body: object = {}) =>
  by.admin.put<{ batchId: number; batchNumber: string; codes: number }>(`/custody/offer/${id}/accept`, body)

async function handOver(from: Company, to: Company, body: object): Promise<number> {
  const { data } = await makeOffer(from, to, body)
  expect(await acceptOffer(to, data.id)).toMatchObject({ code: 200, data: { codes: data.codes } })
  return data.id
}

const report = (by: Company, codes: readonly (string | undefined)[], stage?: StageKey, time?: Date) =>
  reportStage(world, by, codes, stage, time)
const scan = (by: Company, code: string) => scanFor(by, code, 'processing')
const offersOf = async (by: Company, query = '') => (await by.admin.get(`/custody/offer/list${query}`)).rows

describe('goods that change hands', () => {
  test('stay with the giver until they are accepted', async () => {
    const { data, code } = await makeOffer(exporter, importer, {
      ...numbers(1, 10),
      volume: '12.5',
      deliveryNote: 'DN-1',
    })
    expect(code).toBe(200)
    expect(data.codes).toBe(10)
    expect((await offersOf(exporter))[0]).toMatchObject({
      side: 'given',
      status: 'open',
      receiver: 'Demo IMPORTER',
      codes: 10,
    })
    expect((await offersOf(importer))[0]).toMatchObject({ side: 'received', giver: 'Demo EXPORTER', volume: '12.500' })
    expect(await offersOf(factory)).toEqual([])
    expect((await factory.admin.get(`/custody/offer/${data.id}/goods`)).error).toBe('notFound')
    const { data: offered } = await importer.admin.get<OfferGoods>(`/custody/offer/${data.id}/goods`)
    expect(offered.ranges).toEqual([{ codeType: 'item', first: goods.codes[0], last: goods.codes[9], count: 10 }])
    expect(await scan(importer, goods.codes[0]!)).toMatchObject({ known: false, refusal: 'custody.heldByOther' })
    expect((await report(exporter, [goods.codes[0]])).code).toBe(200)
    expect((await acceptOffer(factory, data.id)).error).toBe('notFound')
    expect((await acceptOffer(exporter, data.id)).error).toBe('notFound')
    expect(await acceptOffer(importer, data.id)).toMatchObject({ code: 200, data: { codes: 10 } })
    expect((await acceptOffer(importer, data.id)).error).toBe('stateRefused')
  })

  test('are reported by the receiver with the labels that are on them, and by nobody else', async () => {
    expect(await scan(importer, goods.codes[1]!)).toMatchObject({ known: true, refusal: null })
    expect(await report(importer, [goods.codes[1], goods.codes[2]], 'processing')).toMatchObject({
      code: 200,
      data: { count: 2, accepted: [goods.codes[1], goods.codes[2]] },
    })
    expect(errorsOf(await report(importer, [goods.codes[1]], 'processing'))).toEqual(['stage.alreadyLinked'])
    const late = await report(exporter, [goods.codes[1]], 'processing')
    expect(late).toMatchObject({ error: 'custody.handedOver', msg: expect.stringContaining('IMPORTER') })
    const stranger = await report(factory, [goods.codes[1]], 'factoryEntry')
    expect(stranger.data.refused).toMatchObject([
      { error: 'custody.heldByOther', message: expect.stringContaining('IMPORTER') },
    ])
    // What happened before the handover is reported later by an offline phone.
    expect((await report(exporter, [goods.codes[3]], 'felling', new Date(Date.now() - 3_600_000))).code).toBe(200)
    expect((await exporter.admin.post('/code/label/spoil', { ...numbers(2, 2), reason: 'damaged' })).error).toBe(
      'custody.handedOver',
    )
  })

  test('are known at the receiver by what is printed on them', async () => {
    const [request] = (await importer.admin.get('/code/request/list')).rows
    expect(request).toMatchObject({ origin: 'received', count: 10, status: 'completed' })
    const rows = (await importer.admin.get(`/code/qr/list?requestId=${request!.id}`)).rows
    expect(rows.map(row => row.printed)).toEqual(goods.codes.slice(0, 10))
    expect((await importer.admin.get(`/code/qr/${goods.codes[4]}`)).code).toBe(200)
    expect((await importer.admin.post('/code/request', { origin: 'received' })).code).not.toBe(200)
  })

  test('count as codes of the enterprise that made them, not of those that received them', async () => {
    const counted = async (by: Company) => {
      const { data } = await by.admin.get<{ codes: number }>('/stats/overview')
      const { data: days } = await by.admin.get<{ now: { codes: number } }>('/stats/activity?days=7')
      return [data.codes, days.now.codes]
    }
    expect(await counted(exporter)).toEqual([10_000, 10_000])
    expect(await counted(importer)).toEqual([0, 0])
    const { rows } = await (await platformAdmin(world)).get('/tenant/enterprise/list?limit=100')
    const listed = Object.fromEntries(rows.map(row => [row.identification, row.codes]))
    expect(listed).toMatchObject({ EXPORTER: 10_000, IMPORTER: 0 })
  })

  test('go on to a third enterprise, and come back', async () => {
    const [request] = (await importer.admin.get('/code/request/list')).rows
    await handOver(importer, factory, { numbers: [{ requestId: request!.id, from: 1, to: 5 }] })
    expect((await report(factory, [goods.codes[1]], 'factoryEntry')).code).toBe(200)
    expect(await report(importer, [goods.codes[0]], 'processing')).toMatchObject({ error: 'custody.handedOver' })
    // The third holder names them by their labels.
    await handOver(factory, exporter, { codes: [goods.codes[0], goods.codes[1]] })
    expect((await report(exporter, [goods.codes[1]], 'processing')).code).toBe(200)
    expect(await report(factory, [goods.codes[1]], 'processing')).toMatchObject({ error: 'custody.handedOver' })
    expect((await report(factory, [goods.codes[2]], 'processing')).code).toBe(200)
  })
})

describe('an offer', () => {
  test('is taken over in part, with the reason of the difference', async () => {
    const { data } = await makeOffer(exporter, importer, { ...numbers(11, 20), volume: '10' })
    const without = { codes: [goods.codes[10], goods.codes[15]] }
    expect((await acceptOffer(importer, data.id, { without })).data).toMatchObject({
      issues: [{ field: 'difference' }],
    })
    const outside = { without: { codes: [await codeAt(30)] }, difference: 'Two are missing' }
    expect((await acceptOffer(importer, data.id, outside)).error).toBe('custody.notOffered')
    const answer = await acceptOffer(importer, data.id, { without, receivedVolume: '8', difference: 'Two are missing' })
    expect(answer).toMatchObject({ code: 200, data: { codes: 8 } })
    expect((await offersOf(exporter, '?status=accepted'))[0]).toMatchObject({
      acceptedCodes: 8,
      receivedVolume: '8.000',
      difference: 'Two are missing',
    })
    expect((await report(exporter, [goods.codes[10]])).code).toBe(200)
    expect((await report(importer, [goods.codes[16]])).code).toBe(200)
    expect((await scan(importer, goods.codes[15]!)).refusal).toBe('custody.heldByOther')
  })

  test('is declined with a reason, or withdrawn, and then not accepted any more', async () => {
    const first = (await makeOffer(exporter, importer, numbers(21, 22))).data
    expect((await importer.admin.put(`/custody/offer/${first.id}/decline`, {})).code).not.toBe(200)
    expect((await exporter.admin.put(`/custody/offer/${first.id}/decline`, { reason: 'No' })).error).toBe('notFound')
    expect((await importer.admin.put(`/custody/offer/${first.id}/decline`, { reason: 'Wet' })).code).toBe(200)
    expect((await acceptOffer(importer, first.id)).error).toBe('stateRefused')
    const second = (await makeOffer(exporter, importer, numbers(21, 22))).data
    expect((await importer.admin.put(`/custody/offer/${second.id}/withdraw`, {})).error).toBe('notFound')
    expect((await exporter.admin.put(`/custody/offer/${second.id}/withdraw`, {})).code).toBe(200)
    expect((await acceptOffer(importer, second.id)).error).toBe('stateRefused')
    await expect
      .poll(async () => titles(await exporter.admin.get('/system/notice/listTop')))
      .toContain('Your goods were declined')
  })

  test('of the same goods to two enterprises is accepted once', async () => {
    for (let at = 31; at <= 40; at++) {
      const [one, other] = [
        (await makeOffer(exporter, importer, numbers(at, at))).data,
        (await makeOffer(exporter, factory, numbers(at, at))).data,
      ]
      const answers = await Promise.all([
        acceptOffer(importer, one.id),
        acceptOffer(importer, one.id),
        acceptOffer(factory, other.id),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      expect(
        answers
          .flatMap(({ error }) => error ?? [])
          .every(error => ['stateRefused', 'custody.handedOver'].includes(error)),
      ).toBe(true)
    }
  })

  test('is refused for what cannot change hands', async () => {
    const refused = async (body: object, to = importer) => (await makeOffer(exporter, to, body)).error
    expect(await refused(numbers(50, 50), exporter)).toBe('custody.ownReceiver')
    expect(await refused({ ...numbers(50, 50), receiver: 'NOBODY' })).toBe('custody.noReceiver')
    expect(await refused(numbers(1, 1))).toBe('custody.handedOver')
    expect((await makeOffer(importer, factory, { codes: [await codeAt(50)] })).error).toBe('stage.foreignCode')
    expect((await makeOffer(exporter, importer, { ...numbers(50, 50), expiresOn: '2020-01-01' })).data).toMatchObject({
      issues: [{ field: 'expiresOn', error: 'custody.expiresPast' }],
    })
    await exporter.admin.post('/code/label/spoil', { ...numbers(51, 51), reason: 'damaged' })
    expect(await refused(numbers(51, 51))).toBe('code.labelSpoiled')
    // What was spoiled after the offer is not taken over.
    const { data } = await makeOffer(exporter, importer, numbers(52, 53))
    await exporter.admin.post('/code/label/lose', { ...numbers(52, 52), reason: 'stolen' })
    expect((await acceptOffer(importer, data.id)).error).toBe('code.labelLost')
    expect(
      (await acceptOffer(importer, data.id, { without: { codes: [(await codeAt(51))!] }, difference: 'Stolen' })).code,
    ).toBe(200)
  })

  test('takes what is packed with it, as it is packed', async () => {
    const boxes = await makeGoods(world, exporter.admin, { codeType: 'package', batchId: goods.batchId })
    const pack = await exporter.admin.post('/code/packing/pack', {
      parentCode: boxes.codes[0],
      codes: [await codeAt(60), await codeAt(61)],
      operator: 'Packer',
      time: new Date(Date.now() - 1000).toISOString(),
    })
    expect(pack.code).toBe(200)
    expect((await makeOffer(exporter, importer, numbers(61, 61))).error).toBe('custody.packedElsewhere')
    const { data } = await makeOffer(exporter, importer, { codes: [boxes.codes[0]] })
    expect(data.codes).toBe(3)
    expect((await acceptOffer(importer, data.id)).code).toBe(200)
    const { data: contents } = await importer.admin.get<{ counts: object[] }>(
      `/code/packing/contents/${boxes.codes[0]}`,
    )
    expect(contents.counts).toEqual([{ codeType: 'item', count: 2 }])
    const unpacked = await exporter.admin.post('/code/packing/unpack', {
      codes: [await codeAt(60)],
      operator: 'Packer',
      time: new Date().toISOString(),
      reason: 'Mistake',
    })
    expect(unpacked.error).toBe('custody.handedOver')
  })

  test('is counted by what arrived, with what is packed in it', async () => {
    const boxes = await makeGoods(world, exporter.admin, { codeType: 'package', batchId: goods.batchId })
    for (const [at, box] of [boxes.codes[0], boxes.codes[1]].entries())
      await exporter.admin.post('/code/packing/pack', {
        parentCode: box,
        codes: [await codeAt(70 + 2 * at), await codeAt(71 + 2 * at)],
        operator: 'Packer',
        time: new Date(Date.now() - 1000).toISOString(),
      })
    const { data } = await makeOffer(exporter, importer, { codes: [boxes.codes[0], boxes.codes[1], await codeAt(75)] })
    expect(data.codes).toBe(7)
    const scanned = async (by: Caller, code: string | undefined) =>
      await by.get(`/custody/offer/${data.id}/code/${code}`)
    expect((await scanned(importer.field, boxes.codes[0])).data).toEqual({
      code: boxes.codes[0],
      codeType: 'package',
      offered: true,
      count: 3,
    })
    expect((await scanned(importer.field, await codeAt(76))).data).toMatchObject({ offered: false, count: 1 })
    expect((await scanned(importer.field, 'NONSENSE')).error).toBe('stage.foreignCode')
    expect((await scanned(factory.field, boxes.codes[0])).error).toBe('notFound')
    const take = (arrived: object, more: object = {}) =>
      importer.field.put<{ codes: number }>(`/custody/offer/${data.id}/accept`, {
        arrived,
        difference: 'One box is missing',
        ...more,
      })
    expect((await take({ codes: [] })).error).toBe('custody.nothingAccepted')
    expect((await take({ codes: [boxes.codes[0], await codeAt(76)] })).error).toBe('custody.notOffered')
    const without = { codes: [await codeAt(71)] }
    expect(await take({ codes: [boxes.codes[0], await codeAt(75)] }, { without })).toMatchObject({
      code: 200,
      data: { codes: 3 },
    })
    expect((await scan(importer, boxes.codes[0]!)).known).toBe(true)
    expect((await scan(importer, (await codeAt(71))!)).refusal).toBe('custody.heldByOther')
    expect((await scan(importer, boxes.codes[1]!)).refusal).toBe('custody.heldByOther')
  })

  test('leaves the ledger as it is sealed', async () => {
    await world.services.database.acrossTenants('ledger', async () => {})
    const { rows } = await world.admin.query(`
      select count(*)::int as n from custody_handover h
      where not exists (select from sealed_content c where c.tenant_id = h.tenant_id and c.kind = 'custody' and c.row_id = h.id)`)
    expect(rows[0].n).toBe(0)
  })
})

const titles = (answer: unknown) => (answer as { messages: { title: string }[] }).messages.map(({ title }) => title)

/** The code of a serial, counted from 0. */
async function codeAt(serial: number): Promise<string | undefined> {
  const { rows } = await world.admin.query<{ n: number }>(
    'select request_number as n from code_request where id = $1',
    [goods.requestId],
  )
  return (await world.services.directory.load([rows[0]!.n])).codeAt(rows[0]!.n, serial) ?? undefined
}
