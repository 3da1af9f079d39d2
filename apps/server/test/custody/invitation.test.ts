import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import type { OfferGoods } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Goods, makeBatch, makeGoods } from '../goods.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { makeWorld, type World } from '../harness.ts'
import { type Company, errorsOf, makeCompany, report, scanFor } from './companies.ts'

let world: World
let exporter: Company
let agent: Company
let importer: Company
let goods: Goods

const authorized: StageKey[] = ['felling', 'processing', 'exportCustoms', 'seaShipping']
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  world = await makeWorld({ background: true })
  exporter = await makeCompany(world, 'EXPORTER', authorized)
  agent = await makeCompany(world, 'AGENT', authorized)
  importer = await makeCompany(world, 'IMPORTER', authorized)
  goods = await makeGoods(world, exporter.admin)
})

const numbers = (from: number, to: number) => ({ numbers: [{ requestId: goods.requestId, from, to }] })
const codeOf = (number: number) => goods.codes[number - 1]!

const makeInvitation = (body: object, by = exporter) =>
  by.admin.post<{ id: number; codes: number }>('/custody/invitation', {
    partner: 'AGENT',
    stages: ['exportCustoms'],
    untilOn: day(30),
    ...body,
  })

const accept = (id: number, by = agent) =>
  by.admin.put<{ batchId: number; codes: number }>(`/custody/invitation/${id}/accept`, {})

async function invite(body: object): Promise<number> {
  const { data } = await makeInvitation(body)
  expect(await accept(data.id)).toMatchObject({ code: 200 })
  return data.id
}

const rowsOf = async (by: Company, query = '') => (await by.admin.get(`/custody/invitation/list${query}`)).rows
const customs = (by: Company, codes: readonly string[], time?: Date) => report(world, by, codes, 'exportCustoms', time)

describe('an invitation to stages', () => {
  test('is seen by the two enterprises only, and opens nothing until it is accepted', async () => {
    const { data } = await makeInvitation({ ...numbers(1, 5), note: 'Declare before Friday' })
    expect(data.codes).toBe(5)
    expect((await rowsOf(exporter))[0]).toMatchObject({ side: 'given', partner: 'Demo AGENT', standing: 'open' })
    expect((await rowsOf(agent, '?side=received'))[0]).toMatchObject({
      side: 'received',
      holder: 'Demo EXPORTER',
      stages: ['exportCustoms'],
      codes: 5,
    })
    expect(await rowsOf(importer)).toEqual([])
    expect((await importer.admin.get(`/custody/invitation/${data.id}/goods`)).error).toBe('notFound')
    const { data: content } = await agent.admin.get<OfferGoods>(`/custody/invitation/${data.id}/goods`)
    expect(content).toMatchObject({
      note: 'Declare before Friday',
      ranges: [{ codeType: 'item', first: codeOf(1), last: codeOf(5), count: 5 }],
    })
    expect(errorsOf(await customs(agent, [codeOf(1)]))).toEqual(['custody.heldByOther'])
    expect((await accept(data.id, importer)).error).toBe('notFound')
    expect((await accept(data.id, exporter)).error).toBe('notFound')
    expect(await accept(data.id)).toMatchObject({ code: 200, data: { codes: 5 } })
    expect((await accept(data.id)).error).toBe('stateRefused')
    expect((await rowsOf(exporter))[0]).toMatchObject({ status: 'accepted', standing: 'current' })
  })

  test('lets the partner report its stages by the labels on the goods, and nothing else', async () => {
    expect(await scanFor(agent, codeOf(1), 'exportCustoms')).toMatchObject({ known: true })
    expect(await scanFor(agent, codeOf(1), 'felling')).toMatchObject({ refusal: 'custody.stageNotInvited' })
    expect((await report(world, agent, [codeOf(1)], 'felling')).error).toBe('custody.stageNotInvited')
    const only = { error: 'custody.invitedOnly' }
    expect(await agent.admin.post('/code/label/spoil', { codes: [codeOf(1)], reason: 'damaged' })).toMatchObject(only)
    expect(await agent.admin.post('/custody/offer', { receiver: 'IMPORTER', codes: [codeOf(1)] })).toMatchObject(only)
    expect(
      await agent.admin.post('/custody/invitation', {
        partner: 'IMPORTER',
        codes: [codeOf(1)],
        stages: ['seaShipping'],
        untilOn: day(3),
      }),
    ).toMatchObject(only)
    const recall = { reason: 'Beetles', advice: 'Return it', contact: '+33 1 23 45 67 89', reports: 'ask' }
    expect(await agent.admin.post('/catalog/recall/declare', { ...recall, codes: [codeOf(1)] })).toMatchObject(only)
    const [batch] = (await agent.admin.get('/catalog/batch/list')).rows
    expect(await agent.admin.post('/catalog/recall/declare', { ...recall, batchId: batch!.id })).toMatchObject(only)
    const [request] = (await agent.admin.get('/code/request/list')).rows
    expect(request).toMatchObject({ origin: 'invited', count: 5 })
    const { codes: packages } = await makeGoods(world, agent.admin, { codeType: 'package' })
    const packed = { parentCode: packages[0], linkCodes: true }
    expect(await report(world, agent, [codeOf(1)], 'exportCustoms', new Date(), packed)).toMatchObject(only)
    expect((await agent.admin.post('/code/request', { origin: 'invited' })).code).not.toBe(200)
  })

  test('keeps one order of stages for the holder and its partners', async () => {
    const step = (stage: StageKey) => ({ stage, required: true })
    const circulation = await exporter.admin.post<{ id: number }>('/stage/circulation', {
      name: 'Export',
      steps: [step('felling'), step('exportCustoms'), step('seaShipping')],
    })
    const batchId = await makeBatch(world, exporter.admin, circulation.data.id)
    const ordered = await makeGoods(world, exporter.admin, { batchId })
    const [code, other] = ordered.codes as [string, string]
    await invite({ codes: [code, other] })
    // Before felling nobody may declare the goods.
    expect(await customs(agent, [code])).toMatchObject({ error: 'stage.tooEarly' })
    expect(await scanFor(agent, code, 'exportCustoms')).toMatchObject({ refusal: 'stage.tooEarly', first: 'felling' })
    expect((await report(world, exporter, [code, other])).code).toBe(200)
    expect((await report(world, exporter, [code], 'seaShipping')).code).not.toBe(200)
    expect(await scanFor(agent, code, 'exportCustoms')).toMatchObject({ refusal: null })
    expect(await customs(agent, [code])).toMatchObject({ code: 200 })
    expect(errorsOf(await customs(agent, [code]))).toEqual(['stage.alreadyLinked'])
    expect(errorsOf(await customs(exporter, [code]))).toEqual(['stage.alreadyLinked'])
    // What a partner reported counts for the next stage of the holder.
    expect(await report(world, exporter, [code], 'seaShipping')).toMatchObject({ code: 200 })
    expect(await customs(exporter, [other])).toMatchObject({ code: 200 })
    expect(errorsOf(await customs(agent, [other]))).toEqual(['stage.alreadyLinked'])
  })

  test('counts what partners reported in the progress of the batch, and holds withdrawals that later stages rely on', async () => {
    const circulation = await exporter.admin.post<{ id: number }>('/stage/circulation', {
      name: 'Counted together',
      steps: (['felling', 'exportCustoms', 'seaShipping'] as const).map(stage => ({ stage, required: true })),
    })
    const batchId = await makeBatch(world, exporter.admin, circulation.data.id)
    const items = await makeGoods(world, exporter.admin, { batchId })
    const others = await makeGoods(world, exporter.admin, { batchId })
    await invite({ codes: items.codes.slice(0, 3) })
    const progress = async () =>
      (await exporter.admin.get('/stage/progress/list?limit=100')).rows.find(({ id }) => id === batchId)
    const picture = async () =>
      (
        await exporter.admin.get<{ next: string; stages: { stage: string; state: string; reported: object }[] }>(
          `/catalog/batch/${batchId}/stages`,
        )
      ).data
    const withdraw = (by: Company, recordId: number, more: object = {}) =>
      by.admin.put(`/stage/record/${recordId}/void`, { reason: 'Mistake', ...more })
    const hour = (n: number) => new Date(Date.now() - n * 3_600_000)

    const felled = await report(world, exporter, [...items.codes.slice(0, 3), others.codes[0]], 'felling', hour(3))
    expect(await progress()).toMatchObject({ nextStage: 'exportCustoms', done: 1, reportedItems: 4 })
    const declared = await customs(agent, items.codes.slice(0, 3), hour(2))
    expect(declared.code).toBe(200)
    expect(await progress()).toMatchObject({
      nextStage: 'seaShipping',
      done: 2,
      reportedItems: 3,
      lastTime: expect.stringMatching(hour(2).toISOString().slice(0, 13)),
    })
    expect((await exporter.admin.get('/stage/progress/list?nextStage=seaShipping')).rows).toMatchObject([
      { id: batchId },
    ])
    const { next, stages } = await picture()
    expect(next).toBe('seaShipping')
    expect(stages.find(({ stage }) => stage === 'exportCustoms')).toMatchObject({
      state: 'done',
      reported: { items: 3 },
    })

    // The holder's stage came first, and the partner relies on it.
    const needed = { error: 'stage.laterStages' }
    const { recordId: felling } = felled.data as unknown as { recordId: number }
    const { recordId: declaration } = declared.data as unknown as { recordId: number }
    expect(await withdraw(exporter, felling)).toMatchObject(needed)
    // A stage of the whole batch counts for codes that no partner was invited to.
    const shipped = await report(world, exporter, [others.codes[0]], 'seaShipping', hour(1))
    expect(shipped.code).toBe(200)
    expect(await withdraw(agent, declaration)).toMatchObject(needed)
    expect(await withdraw(agent, declaration, { laterStages: true })).toMatchObject({ code: 200 })
    expect(await progress()).toMatchObject({ nextStage: 'exportCustoms' })
  })

  test('passes what partners reported on with the goods', async () => {
    const { codes } = await makeGoods(world, exporter.admin)
    await invite({ codes: codes.slice(0, 2) })
    expect((await report(world, exporter, codes.slice(0, 2))).code).toBe(200)
    expect((await customs(agent, codes.slice(0, 2))).code).toBe(200)
    const offer = await exporter.admin.post<{ id: number }>('/custody/offer', {
      receiver: 'IMPORTER',
      codes: codes.slice(0, 2),
    })
    const { data } = await importer.admin.put<{ batchId: number }>(`/custody/offer/${offer.data.id}/accept`, {})
    const row = (await importer.admin.get('/stage/progress/list?limit=100')).rows.find(({ id }) => id === data.batchId)
    expect(row).toMatchObject({ nextStage: 'seaShipping' })
  })

  test('names its stages in their order, apart from each other, in the language of the reader', async () => {
    await makeInvitation({ ...numbers(20, 20), stages: ['seaShipping', 'dockEntry', 'exportCustoms'] })
    const named = async (language: string) =>
      (await exporter.admin.get('/custody/invitation/list', { 'accept-language': language })).rows[0]!.stageNames
    expect(await named('zh')).toBe('码头入库、出口报关（来源国）和出口海运')
    expect(await named('en')).toMatch(/^[^,]+, [^,]+ and [^,]+$/)
    expect(await named('fr')).toMatch(/^[^,]+, [^,]+ et [^,]+$/)
  })

  test('takes many reports of partners at once, which all look at what the others reported', async () => {
    const circulation = await exporter.admin.post<{ id: number }>('/stage/circulation', {
      name: 'By partners',
      steps: [
        { stage: 'felling', required: true },
        { stage: 'exportCustoms', required: true },
      ],
    })
    const batchId = await makeBatch(world, exporter.admin, circulation.data.id)
    const { codes } = await makeGoods(world, exporter.admin, { batchId })
    const many = codes.slice(0, 40)
    await invite({ codes: many, stages: ['felling', 'exportCustoms'] })
    expect(await report(world, agent, many)).toMatchObject({ code: 200 })
    // A busy server refuses for now, and a phone sends the same report again.
    const send = async (code: string) => {
      const reportId = randomUUID()
      for (;;) {
        const answer = await report(world, agent, [code], 'exportCustoms', undefined, { reportId })
        if (answer.error !== 'unavailable') return answer
      }
    }
    const answers = await Promise.all(many.map(send))
    expect(answers.map(({ code }) => code)).toEqual(many.map(() => 200))
  })

  test('ends with its last day by the time of the act, with its revocation at once, and with the custody of who gave it', async () => {
    const id = await invite(numbers(6, 8))
    expect((await report(world, exporter, [codeOf(6), codeOf(7), codeOf(8)])).code).toBe(200)
    await world.admin.query('update custody_invitation set until_on = current_date - 1 where id = $1', [id])
    expect(await customs(agent, [codeOf(6)])).toMatchObject({ error: 'custody.invitationEnded' })
    const before = new Date(Date.now() - 2 * 86_400_000)
    expect(await customs(agent, [codeOf(6)], before)).toMatchObject({ code: 200 })
    await world.admin.query('update custody_invitation set until_on = current_date + 9 where id = $1', [id])
    expect((await exporter.admin.put(`/custody/invitation/${id}/revoke`, {})).code).not.toBe(200)
    const revoked = await exporter.admin.put(`/custody/invitation/${id}/revoke`, { reason: 'Another agent' })
    expect(revoked.code).toBe(200)
    expect(await customs(agent, [codeOf(7)], before)).toMatchObject({ error: 'custody.invitationEnded' })
    expect((await rowsOf(agent))[0]).toMatchObject({ status: 'revoked', standing: 'ended', reason: 'Another agent' })

    await invite(numbers(9, 9))
    expect((await report(world, exporter, [codeOf(9)])).code).toBe(200)
    const offer = await exporter.admin.post<{ id: number }>('/custody/offer', {
      receiver: 'IMPORTER',
      ...numbers(9, 9),
    })
    expect((await importer.admin.put(`/custody/offer/${offer.data.id}/accept`, {})).code).toBe(200)
    expect(await customs(agent, [codeOf(9)])).toMatchObject({
      error: 'custody.handedOver',
      msg: expect.stringContaining('IMPORTER'),
    })
  })

  test('is declined with a reason, withdrawn before acceptance, and refused twice for the same stage', async () => {
    const { data: first } = await makeInvitation(numbers(10, 11))
    expect(await makeInvitation(numbers(11, 12))).toMatchObject({ error: 'custody.alreadyInvited' })
    expect(await makeInvitation({ ...numbers(11, 12), stages: ['seaShipping'] })).toMatchObject({ code: 200 })
    expect((await agent.admin.put(`/custody/invitation/${first.id}/decline`, {})).code).not.toBe(200)
    expect((await exporter.admin.put(`/custody/invitation/${first.id}/decline`, { reason: 'x' })).error).toBe(
      'notFound',
    )
    expect((await agent.admin.put(`/custody/invitation/${first.id}/decline`, { reason: 'No permit' })).code).toBe(200)
    expect((await accept(first.id)).error).toBe('stateRefused')
    const { data: second } = await makeInvitation(numbers(10, 11))
    expect((await agent.admin.put(`/custody/invitation/${second.id}/withdraw`, {})).error).toBe('notFound')
    expect((await exporter.admin.put(`/custody/invitation/${second.id}/withdraw`, {})).code).toBe(200)
    expect((await accept(second.id)).error).toBe('stateRefused')
  })

  test('is refused for oneself, the unknown, a day in the past and codes of others', async () => {
    expect(await makeInvitation({ ...numbers(13, 13), partner: 'EXPORTER' })).toMatchObject({
      error: 'custody.ownReceiver',
    })
    expect(await makeInvitation({ ...numbers(13, 13), partner: 'NOBODY' })).toMatchObject({
      error: 'custody.noReceiver',
    })
    expect(await makeInvitation({ ...numbers(13, 13), untilOn: day(-1) })).toMatchObject({
      error: 'custody.expiresPast',
    })
    expect(await makeInvitation({ ...numbers(13, 13), stages: [] })).toMatchObject({ code: 500 })
    expect((await makeInvitation({ codes: [codeOf(13)], partner: 'EXPORTER' }, importer)).code).not.toBe(200)
    expect((await exporter.field.post('/custody/invitation', {})).code).toBe(403)
  })

  test('of two acceptances at once one counts', async () => {
    const { data } = await makeInvitation(numbers(14, 15))
    const answers = await Promise.all([accept(data.id), accept(data.id), accept(data.id)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const { rows } = await world.admin.query(
      'select count(*)::int as n from custody_handover where invitation_id = $1',
      [data.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('row security keeps each side to its part', async () => {
    const { data } = await makeInvitation(numbers(16, 16))
    const { database } = world.services
    const count = (tenantId: number) =>
      database.withTenant(tenantId, async db => {
        const rows = await db.query(sql`select id from custody_invitation where id = ${data.id}`)
        const ranges = await db.query(sql`select id from custody_invitation_range where invitation_id = ${data.id}`)
        return rows.length + ranges.length
      })
    expect(await count(exporter.admin.tenantId)).toBe(2)
    expect(await count(agent.admin.tenantId)).toBe(2)
    expect(await count(importer.admin.tenantId)).toBe(0)
  })
})
