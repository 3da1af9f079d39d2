import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { checkReport, checkReports } from '../../src/areas/stage/report/check-reports.ts'
import type { CheckedReport } from '../../src/areas/stage/report/effects.ts'
import type { ReportContext } from '../../src/areas/stage/report-context.ts'
import type { Actor } from '../../src/platform/actor.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { type Company, makeCompany, report } from '../custody/companies.ts'
import { type Goods, makeBatch, makeGoods, templateOf } from '../goods.ts'
import { makeDice } from '../dice.ts'
import { makeWorld, type World } from '../harness.ts'

/** Reports of a list are checked together; what each of them gets is what it would get alone. */

let world: World
let company: Company
let actor: Actor
let goods: Goods
const stages = ['felling', 'rawMaterialPurchase', 'productInformation', 'productSales'] as const
let templates: Map<StageKey, number>
let circulationId: number
/** What each report of the beginning felled and bought, cubic metres; two felled. */
const felled = '1000'
const bought = '1'
/** Codes in all states that a report may meet. */
let pool: string[]

beforeAll(async () => {
  world = await makeWorld()
  company = await makeCompany(world, 'MILL', stages)
  const other = await makeCompany(world, 'DEALER', ['productSales'])
  const { admin } = company
  const { data } = await admin.post<{ id: number }>('/stage/circulation', {
    name: 'Felled and sold',
    steps: stages.map(stage => ({ stage, required: true })),
  })
  circulationId = data.id
  const batchId = await makeBatch(world, admin, circulationId)
  goods = await makeGoods(world, admin, { batchId })
  const uncertified = await makeGoods(world, admin, { batchId, certified: false })
  const elsewhere = await makeGoods(world, admin, { batchId: await makeBatch(world, admin, circulationId) })
  const foreign = await makeGoods(world, other.admin)
  templates = new Map()
  for (const stage of stages) templates.set(stage, await templateOf(world, stage))
  const code = (n: number) => goods.codes[n]!
  const succeed = async (answer: Promise<{ code: number; msg?: string }>) =>
    expect(await answer).toMatchObject({ code: 200 })
  const before = [goods.codes.slice(0, 7), goods.codes.slice(7, 25), elsewhere.codes.slice(0, 3)]
  for (const [day, stage, codes] of [
    [1, 'felling', before[0]],
    [1, 'felling', before[1]],
    [1, 'felling', before[2]],
    [2, 'rawMaterialPurchase', [code(10), code(11)]],
    [3, 'productInformation', goods.codes.slice(0, 12)],
    [4, 'productSales', [code(9)]],
  ] as const)
    await succeed(
      report(world, company, codes!, stage, new Date(`2026-11-0${day}T08:00:00Z`), {
        // Some were felled at a place that is known.
        ...(codes === before[0] && { longitude: 11.5, latitude: -0.5 }),
        values: {
          ...valuesOf(stage),
          ...(stage === 'felling' && { volume: felled }),
          ...(stage === 'rawMaterialPurchase' && { volume: bought }),
        },
      }),
    )
  await succeed(admin.post('/code/label/spoil', { numbers: numbers(13, 14), reason: 'misprint' }))
  const words = { reason: 'Varnish', advice: 'Return', contact: '+33 1 00 00 00 00' }
  for (const [n, reports] of [
    [15, 'refuse'],
    [16, 'ask'],
  ] as const)
    await succeed(admin.post('/catalog/recall/declare', { ...words, reports, codes: [code(n)] }))
  const offer = await admin.post<{ id: number }>('/custody/offer', { receiver: 'DEALER', numbers: numbers(18, 19) })
  await succeed(other.admin.put(`/custody/offer/${offer.data.id}/accept`, {}))
  pool = [
    ...goods.codes.slice(0, 30),
    ...uncertified.codes.slice(0, 3),
    ...elsewhere.codes.slice(0, 5),
    foreign.codes[0]!,
    '0000AX7QK2M5N8P9R3T6',
  ]
  actor = (await world.services.sessions.actor(admin.token!))!
})

const numbers = (from: number, to: number) => [{ requestId: goods.requestId, from, to }]

const valuesOf = (stage: StageKey) => sampleValues(valueFields(stageByKey(stage)).filter(field => field.required))

function contextOf(db: Db, stage: StageKey, more: Partial<Report>): ReportContext<Report> {
  const body: Report = {
    reportId: randomUUID(),
    stage,
    templateId: templates.get(stage)!,
    circulationId,
    documentCode: 'PAPER',
    operator: 'Reporter',
    time: '2026-11-03T08:00:00.000Z',
    codes: [],
    ranges: [],
    values: valuesOf(stage),
    attributes: {},
    ...more,
  }
  const { services } = world
  return { services, db, actor, stage: stageByKey(stage), body, language: 'en', recordedAt: new Date() }
}

/** Runs work in a transaction of which nothing stays. */
async function inTransaction<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const undone = new Error('undone')
  let answer: Answer | undefined
  await world.services.database
    .withTenant(actor.tenantId, async db => {
      answer = await work(db)
      throw undone
    })
    .catch(error => {
      if (error !== undone) throw error
    })
  return answer as Answer
}

/** What a report gets, comparable. */
const answerOf = (outcome: CheckedReport | Refusal) =>
  outcome instanceof Refusal
    ? { refused: outcome.key, params: outcome.params, issues: outcome.issues, data: outcome.data }
    : {
        ranges: outcome.ranges.map(({ text }) => text),
        batch: outcome.batch.id,
        circulation: outcome.circulation,
        flags: outcome.flags,
        documents: outcome.documents,
        count: outcome.count,
      }

const alone = (context: ReportContext<Report>) =>
  checkReport(context).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

describe('reports of a list', () => {
  test('get what each of them would get alone, whatever their codes are', async () => {
    const { random, below: pick } = makeDice(20_261_129)
    const met = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const stage = stages[pick(4)]!
      // Half of the lists have only codes of which most are good.
      const rest = [...(round % 2 === 0 ? pool : pool.slice(0, 12))].sort(() => random() - 0.5)
      const bodies: Partial<Report>[] = []
      while (rest.length > 0 && bodies.length < 8) {
        const codes = rest.splice(0, 1 + pick(3))
        bodies.push({
          codes,
          documentCode: pick(12) === 0 ? 'NONE' : 'PAPER',
          time: pick(12) === 0 ? '2036-11-03T08:00:00.000Z' : '2026-11-03T08:00:00.000Z',
          ...(pick(4) === 0 && { values: { ...valuesOf(stage), volume: '0.01' } }),
          ...(pick(3) === 0 && { longitude: 119.95, latitude: 29.2, time: '2026-11-01T09:00:00.000Z' }),
          ...(pick(6) === 0 && { confirmed: [{ rule: 'recalled', reason: 'Known' }] }),
        })
      }
      await inTransaction(async db => {
        const contexts = bodies.map(body => contextOf(db, stage, body))
        const together = await checkReports(contexts)
        for (const [n, context] of contexts.entries()) {
          const answer = answerOf(together[n]!)
          met.add('refused' in answer ? String(answer.refused) : 'passed')
          expect(answer, JSON.stringify(context.body)).toEqual(answerOf(await alone(context)))
        }
      })
    }
    expect([...met].sort()).toEqual(
      [
        'passed',
        'invalid',
        'stage.documentMissing',
        'stage.foreignCode',
        'stage.batchMixed',
        'code.labelSpoiled',
        'custody.heldByOther',
        'stage.notCertified',
        'stage.recalled',
        'stage.unconfirmed',
        'stage.alreadyLinked',
        'stage.codeTooEarly',
        'stage.tooEarly',
      ].sort(),
    )
  })

  test('may not name a code twice: the later one is refused', async () => {
    const [a, b, c] = goods.codes.slice(0, 3) as [string, string, string]
    const outcomes = await inTransaction(db =>
      checkReports([
        contextOf(db, 'rawMaterialPurchase', { codes: [a, b] }),
        contextOf(db, 'rawMaterialPurchase', { codes: [c, b] }),
        contextOf(db, 'rawMaterialPurchase', { ranges: [{ requestId: goods.requestId, from: 1, to: 3 }] }),
      ]),
    )
    expect(outcomes.map(answerOf)).toMatchObject([
      { count: 2 },
      { refused: 'stage.duplicateCode', data: { refused: [{ code: b }] } },
      { refused: 'stage.duplicateCode' },
    ])
  })

  test('count their volumes together', async () => {
    const check = (...volumes: number[]) =>
      inTransaction(db =>
        checkReports(
          volumes.map((volume, n) =>
            contextOf(db, 'rawMaterialPurchase', {
              codes: [goods.codes[n]!],
              values: { ...valuesOf('rawMaterialPurchase'), volume: String(volume) },
            }),
          ),
        ),
      )
    // Half of what was felled is more than the rest only when it is bought three times.
    const half = Number(felled) - Number(bought) / 2
    const outcomes = await check(half, half, half)
    expect(outcomes.map(outcome => outcome instanceof Refusal && outcome.key)).toEqual([
      false,
      false,
      'stage.unconfirmed',
    ])
    expect((await check(half))[0]).not.toBeInstanceOf(Refusal)
  })

  test('take as many statements as a few of them, and few more for a code that is refused', async () => {
    const count = (reports: number, spoiled = 0) =>
      inTransaction(async db => {
        let statements = 0
        const counted = new Proxy(db, {
          get(target, name) {
            const value = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return (...args: unknown[]) => {
              if (['query', 'one', 'maybe', 'execute'].includes(String(name))) statements++
              return value.apply(target, args)
            }
          },
        })
        const outcomes = await checkReports(
          Array.from({ length: reports }, (_, n) => {
            const serial = n === spoiled - 1 ? 13 : 101 + n
            return contextOf(counted, 'felling', { ranges: [{ requestId: goods.requestId, from: serial, to: serial }] })
          }),
        )
        expect(outcomes.flatMap((outcome, n) => (outcome instanceof Refusal ? n + 1 : []))).toEqual(
          spoiled ? [spoiled] : [],
        )
        return statements
      })
    const few = await count(3)
    expect(few).toBeGreaterThan(5)
    expect(await count(150)).toBe(few)
    expect(await count(150, 71)).toBeLessThan(few + 50)
  })
})
