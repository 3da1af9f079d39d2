import type { StageKey } from '@timbermark/contract'
import type { Whereabouts } from '@timbermark/contract/calls'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { costOf, shortText, watchStatements } from '../growth/watch-statements.ts'
import { makeDept, makeHolder } from '../system/people.ts'
import { type Company, makeCompany, report as reportStage } from './companies.ts'

/** Where goods are now, for enterprises that held them: what the public pages of their codes say, and nothing else. */
let world: World
let exporter: Company
let importer: Company
let factory: Company
let agent: Company
let stranger: Company
let goods: Goods
/** The importer's and the factory's batch, and the offers that made them. */
const importerGets = { offerId: 0, batchId: 0 }
const factoryGets = { offerId: 0, batchId: 0 }

const authorized: StageKey[] = ['felling', 'processing', 'factoryEntry', 'exportCustoms', 'productSales', 'factoryExit']
const gabon = { longitude: 9.45, latitude: 0.39 }
const shanghai = { longitude: 121.47, latitude: 31.23 }
/** A moment; the goods went from hand to hand in this order. */
const start = Date.now()
const hour = (n: number) => new Date(start - 100 * 3_600_000 + n * 3_600_000)

const report = async (
  by: Company,
  codes: readonly (string | undefined)[],
  stage: StageKey,
  at: Date,
  place?: object,
) => {
  const { code, msg } = await reportStage(world, by, codes, stage, at, place)
  expect(code, msg).toBe(200)
}

async function handOver(from: Company, to: Company, body: object, at: Date) {
  const { data, msg } = await from.admin.post<{ id: number }>('/custody/offer', {
    receiver: to.identification,
    ...body,
  })
  expect(data, msg).not.toBeNull()
  const { data: taken } = await to.admin.put<{ batchId: number }>(`/custody/offer/${data.id}/accept`, {})
  // Handed over in the past, so that what was reported before and after it can be told apart.
  await world.admin.query('update custody_handover set handed_at = $2 where offer_id = $1', [data.id, at])
  return { offerId: data.id, batchId: taken.batchId }
}

const numbers = (from: number, to: number) => ({ numbers: [{ requestId: goods.requestId, from, to }] })
const where = async (by: Company, query: string) => await by.admin.get<Whereabouts>(`/custody/whereabouts?${query}`)
const ofBatch = async (by: Company, id: number) => (await where(by, `batchId=${id}`)).data
const ofOffer = async (by: Company, id: number) => (await where(by, `offerId=${id}`)).data
const items = (item: number) => ({ item, package: 0, container: 0 })
const holdersOf = ({ holders }: Whereabouts) => holders.map(({ enterprise, counts }) => [enterprise, counts.item])
const stagesOf = ({ companies }: Whereabouts) =>
  companies.map(({ enterprise, role, stages }) => [enterprise, role, stages.map(({ stage }) => stage)])

beforeAll(async () => {
  world = await makeWorld({ background: true })
  exporter = await makeCompany(world, 'EXPORTER', authorized)
  importer = await makeCompany(world, 'IMPORTER', authorized)
  factory = await makeCompany(world, 'FACTORY', authorized)
  agent = await makeCompany(world, 'AGENT', authorized)
  stranger = await makeCompany(world, 'STRANGER', authorized)
  goods = await makeGoods(world, exporter.admin)
  const code = (n: number) => goods.codes[n - 1]
  await report(exporter, [code(1)], 'felling', hour(1), gabon)
  await report(exporter, [code(20)], 'productSales', hour(2))
  const { data } = await exporter.admin.post<{ id: number }>('/custody/invitation', {
    ...numbers(1, 30),
    partner: 'AGENT',
    stages: ['exportCustoms'],
    untilOn: '2099-01-01',
  })
  await agent.admin.put(`/custody/invitation/${data.id}/accept`, {})
  await report(agent, [code(3)], 'exportCustoms', hour(3))
  Object.assign(importerGets, await handOver(exporter, importer, numbers(1, 10), hour(4)))
  await report(importer, [code(2)], 'processing', hour(6), shanghai)
  const [request] = (await importer.admin.get('/code/request/list')).rows
  const four = { numbers: [{ requestId: request!.id, from: 1, to: 4 }] }
  Object.assign(factoryGets, await handOver(importer, factory, four, hour(8)))
  // After the handovers, about what stayed.
  await report(exporter, [code(40)], 'factoryExit', hour(10))
  await report(importer, [code(9)], 'factoryEntry', hour(11))
})

describe('the goods of a batch', () => {
  test('are counted by their present holders, and by the companies that they went through', async () => {
    const answer = await ofBatch(exporter, goods.batchId)
    expect(answer).toMatchObject({ counts: items(10_000), more: false })
    expect(holdersOf(answer)).toEqual([
      ['Demo EXPORTER', 9990],
      ['Demo IMPORTER', 6],
      ['Demo FACTORY', 4],
    ])
    expect(answer.holders.map(({ own, since }) => [own, since])).toEqual([
      [true, null],
      [false, hour(4).toISOString()],
      [false, hour(8).toISOString()],
    ])
    expect(stagesOf(answer)).toEqual([
      ['Demo EXPORTER', 'holder', ['felling', 'factoryExit', 'productSales']],
      ['Demo IMPORTER', 'holder', ['processing', 'factoryEntry']],
      ['Demo FACTORY', 'holder', []],
      ['Demo AGENT', 'partner', ['exportCustoms']],
    ])
    expect(answer.companies.map(({ counts, held }) => [counts.item, held.item])).toEqual([
      [10_000, 9990],
      [10, 6],
      [4, 4],
      [30, 0],
    ])
  })

  test('were last reported by their holder, or by who had them before', async () => {
    const { holders } = await ofBatch(exporter, goods.batchId)
    expect(holders.map(({ last }) => [last?.stage, last?.enterprise])).toEqual([
      ['factoryExit', 'Demo EXPORTER'],
      ['factoryEntry', 'Demo IMPORTER'],
      // Not what the importer reported after it had handed them on.
      ['processing', 'Demo IMPORTER'],
    ])
    expect(holders[2]!.last!.place).toMatchObject(shanghai)
    expect(holders[2]!.last!.place!.name).toContain('Shanghai')
  })

  test('of a later holder are these goods alone, from where they began', async () => {
    const answer = await ofBatch(factory, factoryGets.batchId)
    expect(answer.counts).toEqual(items(4))
    expect(holdersOf(answer)).toEqual([['Demo FACTORY', 4]])
    // The first holder reported the sale of another code, which is not on the pages of these.
    expect(stagesOf(answer)).toEqual([
      ['Demo EXPORTER', 'holder', ['felling', 'factoryExit']],
      ['Demo IMPORTER', 'holder', ['processing', 'factoryEntry']],
      ['Demo FACTORY', 'holder', []],
      ['Demo AGENT', 'partner', ['exportCustoms']],
    ])
  })

  test('that were only reported by invitation were never held', async () => {
    const [batch] = (await agent.admin.get('/catalog/batch/list')).rows
    expect(await ofBatch(agent, Number(batch!.id))).toMatchObject({ counts: items(0), holders: [], companies: [] })
  })
})

describe('the goods of a handover', () => {
  test('are the same for both sides', async () => {
    const atGiver = await ofOffer(exporter, importerGets.offerId)
    const received = await ofOffer(importer, importerGets.offerId)
    expect(holdersOf(atGiver)).toEqual([
      ['Demo IMPORTER', 6],
      ['Demo FACTORY', 4],
    ])
    const anonymous = (answer: Whereabouts) => ({
      ...answer,
      holders: answer.holders.map(one => ({ ...one, own: false })),
      companies: answer.companies.map(one => ({ ...one, own: false })),
    })
    expect(anonymous(received)).toEqual(anonymous(atGiver))
    expect(received.holders.map(({ own }) => own)).toEqual([true, false])
  })

  test('are none until it is accepted', async () => {
    const { data } = await exporter.admin.post<{ id: number }>('/custody/offer', {
      receiver: 'IMPORTER',
      ...numbers(50, 52),
    })
    expect(await ofOffer(exporter, data.id)).toMatchObject({ counts: items(0), holders: [], companies: [] })
  })

  test('come back: a company stands in the order once for each time', async () => {
    const { offerId } = await handOver(factory, exporter, { codes: [goods.codes[0], goods.codes[1]] }, hour(20))
    const answer = await ofOffer(importer, importerGets.offerId)
    expect(holdersOf(answer)).toEqual([
      ['Demo IMPORTER', 6],
      ['Demo FACTORY', 2],
      ['Demo EXPORTER', 2],
    ])
    expect(answer.companies.filter(({ enterprise }) => enterprise === 'Demo EXPORTER')).toHaveLength(2)
    expect(holdersOf(await ofOffer(factory, offerId))).toEqual([['Demo EXPORTER', 2]])
  })
})

describe('an earlier holder learns', () => {
  test('nothing that is not on the public page of one of the codes', async () => {
    const answer = await ofOffer(exporter, importerGets.offerId)
    const pages = await Promise.all(
      goods.codes.slice(0, 10).map(async code => (await world.anonymous.get<TraceAnswer>(`/trace/${code}`)).data),
    )
    const published = pages.flatMap(page => [...page.stages, ...(page.later ?? []).flatMap(({ stages }) => stages)])
    const facts = new Set(published.map(({ enterprise, stage, happenedAt }) => `${enterprise} ${stage} ${happenedAt}`))
    const answered = [
      ...answer.companies.flatMap(({ enterprise, stages }) =>
        stages.flatMap(({ stage, first, last }) => [
          `${enterprise} ${stage} ${first}`,
          `${enterprise} ${stage} ${last}`,
        ]),
      ),
      ...answer.holders.flatMap(({ last }) => (last ? [`${last.enterprise} ${last.stage} ${last.time}`] : [])),
    ]
    expect(answered.length).toBeGreaterThan(8)
    expect(answered.filter(fact => !facts.has(fact))).toEqual([])
    const places = new Set(published.map(({ place }) => JSON.stringify(place)))
    const shownPlaces = [...answer.companies, ...answer.holders].flatMap(({ last }) =>
      last?.place ? [JSON.stringify(last.place)] : [],
    )
    expect(shownPlaces).not.toEqual([])
    expect(shownPlaces.filter(place => !places.has(place))).toEqual([])
    expect(new Set(pages.flatMap(({ later = [] }) => later.map(({ name }) => name)))).toContain('Demo FACTORY')
  })

  test('no person, no paper, no number of another enterprise’s batch', async () => {
    const { raw } = await where(exporter, `offerId=${importerGets.offerId}`)
    const text = raw.toString('utf8')
    for (const secret of ['Reporter', 'PAPER']) expect(text).not.toContain(secret)
    const { rows } = await world.admin.query<{ batch_number: string }>(
      'select batch_number from batch where tenant_id <> $1',
      [exporter.admin.tenantId],
    )
    for (const { batch_number } of rows) expect(text).not.toContain(`"${batch_number}"`)
  })

  test('no record that was withdrawn', async () => {
    const before = await ofBatch(importer, importerGets.batchId)
    expect(before.companies.find(({ enterprise }) => enterprise === 'Demo IMPORTER')!.stages).toHaveLength(2)
    const [row] = (await importer.admin.get('/stage/record/list?stage=factoryEntry')).rows
    expect((await importer.admin.put(`/stage/record/${row!.recordId}/void`, { reason: 'Wrong' })).code).toBe(200)
    const after = await ofBatch(exporter, goods.batchId)
    expect(after.companies.find(({ enterprise }) => enterprise === 'Demo IMPORTER')!.stages).toHaveLength(1)
  })
})

describe('is not answered', () => {
  test('to strangers, for batches of others, without the right, or outside of the data scope', async () => {
    for (const query of [`batchId=${goods.batchId}`, `offerId=${importerGets.offerId}`])
      expect((await where(stranger, query)).error).toBe('notFound')
    // A later holder knows its own batch, not that of the first.
    expect((await where(importer, `batchId=${goods.batchId}`)).error).toBe('notFound')
    expect((await where(exporter, `batchId=${importerGets.batchId}`)).error).toBe('notFound')
    expect((await where(exporter, `offerId=${factoryGets.offerId}`)).error).toBe('notFound')
    expect((await exporter.field.get(`/custody/whereabouts?batchId=${goods.batchId}`)).error).toBe('forbidden')
    const { rows } = await world.admin.query<{ id: string }>('select id from dept where tenant_id = $1 limit 1', [
      exporter.admin.tenantId,
    ])
    const [here, there] = [
      await makeDept(exporter.admin, Number(rows[0]!.id)),
      await makeDept(exporter.admin, Number(rows[0]!.id)),
    ]
    await world.admin.query('update batch set dept_id = $2 where id = $1', [goods.batchId, here])
    await world.admin.query('update custody_offer set dept_id = $2 where id = $1', [importerGets.offerId, here])
    const permissions = ['custody:whereabouts:list']
    const near = await makeHolder(world, exporter.admin, here, permissions, { dataScope: '3' })
    const far = await makeHolder(world, exporter.admin, there, permissions, { dataScope: '3' })
    for (const query of [`batchId=${goods.batchId}`, `offerId=${importerGets.offerId}`]) {
      expect((await near.get(`/custody/whereabouts?${query}`)).code).toBe(200)
      expect((await far.get(`/custody/whereabouts?${query}`)).error).toBe('notFound')
    }
  })

  test('without one of the two, or with both', async () => {
    for (const query of ['', `batchId=${goods.batchId}&offerId=${importerGets.offerId}`, 'batchId=0', 'batchId=x'])
      expect((await where(exporter, query)).code).not.toBe(200)
  })
})

describe('of a batch of 1,000,000 codes', () => {
  let batchId: number
  const half = 500_000

  beforeAll(async () => {
    // One half went to the importer by two ranges; each hundredth code of both halves was sold, one by one.
    const large = await makeGoods(world, exporter.admin)
    batchId = large.batchId
    const sold = large.codes[0]
    await report(exporter, [sold], 'productSales', hour(1), gabon)
    const { admin } = world
    const { rows } = await admin.query<{ n: number }>('select request_number as n from code_request where id = $1', [
      large.requestId,
    ])
    const request = rows[0]!.n
    const { data } = await exporter.admin.post<{ id: number }>('/custody/offer', {
      receiver: 'IMPORTER',
      numbers: [{ requestId: large.requestId, from: 5001, to: 10_000 }],
    })
    await importer.admin.put(`/custody/offer/${data.id}/accept`, {})
    await admin.query('update code_request set count = 1000000 where id = $1', [large.requestId])
    await admin.query(`update custody_handover set serials = int4range($2::int, 750000) where offer_id = $1`, [
      data.id,
      half,
    ])
    await admin.query(
      `insert into custody_handover (tenant_id, offer_id, request_number, serials, receiver_tenant_id, received_request, received_first,
         handed_at, operator, personal_salt)
       select tenant_id, offer_id, request_number, int4range(750000, 1000000), receiver_tenant_id, received_request, 250000, handed_at,
         operator, personal_salt from custody_handover where offer_id = $1`,
      [data.id],
    )
    await admin.query(
      `update code_request r set count = $2 from custody_handover h
       where h.offer_id = $1 and r.tenant_id = h.receiver_tenant_id and r.request_number = h.received_request`,
      [data.id, half],
    )
    await admin.query(
      `with one as (select r.* from stage_record r where r.batch_id = $1 and r.stage = 'productSales' limit 1),
       made as (
         insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at,
           longitude, latitude, code_count, codes_digest, public_values, personal_salt, created_by)
         select o.tenant_id, o.dept_id, gen_random_uuid(), o.batch_id, o.stage, o.template_id, n::text, o.operator,
           o.happened_at + n * interval '1 second', o.longitude, o.latitude, 1, o.codes_digest, o.public_values, o.personal_salt, o.created_by
         from one o, generate_series(1, 9999) n returning tenant_id, id, document_code)
       insert into stage_record_code (tenant_id, record_id, stage, request_number, serials)
       select tenant_id, id, 'productSales', $2, int4range(document_code::int * 100, document_code::int * 100 + 1) from made`,
      [batchId, request],
    )
    await admin.query('analyze stage_record, stage_record_code, custody_handover, code_request')
    world.services.directory.forgetAll()
  })

  test('is answered from indexes: neither the codes nor the records of the whole batch are read', async () => {
    const watch = watchStatements()
    let answer!: Whereabouts
    const statements = await watch.during(async () => {
      answer = await ofBatch(exporter, batchId)
    })
    watch.stop()
    expect(holdersOf(answer)).toEqual([
      ['Demo EXPORTER', half],
      ['Demo IMPORTER', half],
    ])
    expect(stagesOf(answer)[0]).toEqual(['Demo EXPORTER', 'holder', ['productSales']])
    const relevant = statements.filter(({ text }) =>
      /custody_handover|stage_record|code_request|earlier|part/.test(text),
    )
    expect(relevant.length).toBeGreaterThan(4)
    expect(relevant.length).toBeLessThan(15)
    for (const statement of relevant) {
      const { rows, ms } = await costOf(world.admin, statement)
      // Sales are of single codes: of the half that is held, they are read once.
      const most = statement.text.includes('stage_record_code') ? 35_000 : 1000
      expect(rows, `${shortText(statement)} ${ms} ms`).toBeLessThan(most)
    }
  })
})
