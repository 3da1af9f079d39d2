import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let field: Caller
/** Separate goods for one test, so that reports of other tests do not affect it. */
let goods: Goods

const stages: StageKey[] = ['felling', 'rawMaterialPurchase', 'processing', 'packing', 'importCustoms', 'productSales']

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('PLAUSIBLE')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, stages)
})

const paper = async () => {
  goods = await makeGoods(world, admin)
}

/** Reports a stage with its required fields and these values. */
async function report(
  stage: StageKey,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Answered<{ recordId: number }>> {
  return field.post('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-05-01T08:00:00Z',
    codes: [goods.codes[0]],
    ...more,
    values: { ...sampleValues(valueFields(stageByKey(stage)).filter(one => one.required)), ...values },
  })
}

const questionsOf = (answer: Answered): string[] =>
  (answer.data as unknown as { issues: { error: string }[] } | undefined)?.issues.map(({ error }) => error) ?? []

describe('impossible values are refused, whatever the reason', () => {
  beforeAll(paper)

  test.each([
    ['1 m³ becomes 1000 m³', 'processing', { inputVolume: '1', outputVolume: '1000' }, 'outputAboveInput'],
    ['the same as numbers', 'processing', { inputVolume: 1, outputVolume: 1000 }, 'outputAboveInput'],
    ['5000 m³ in a metre of log', 'felling', { length: '1', volume: '5000' }, 'logVolumeImpossible'],
    ['a log that grows towards its top', 'felling', { diameter1: '10', diameter2: '90' }, 'smallEndWider'],
    ['an import in 2099', 'importCustoms', { importDate: '2099-01-01' }, 'dateFuture'],
  ] as const)('%s', async (_what, stage, values, rule) => {
    const answer = await report(stage, values, { confirmed: [{ rule: 'logVolume', reason: 'It is so' }] })
    expect(answer).toMatchObject({ code: 500, error: `plausible.${rule}` })
    expect(answer.msg).not.toMatch(/[{}]/)
    expect(await report(stage, values, { confirmed: [{ rule, reason: 'It is so' }] })).toMatchObject({
      error: 'invalid',
      data: { issues: [{ field: 'confirmed.0.rule', error: 'notOneOf' }] },
    })
  })
})

describe('unlikely values are asked about once and stored with their reason', () => {
  beforeAll(paper)
  const thick = { diameter1: '80', diameter2: '72', length: '6.2', quantity: '1', volume: '4' }

  test('the question comes with its numbers; nothing is written before it is answered', async () => {
    const answer = await report('felling', thick)
    expect(answer).toMatchObject({ code: 500, error: 'stage.unconfirmed' })
    expect(answer.data).toMatchObject({
      issues: [
        {
          field: 'values.volume',
          error: 'plausible.logVolume',
          params: { volume: 4, expected: 2.813, pieces: 1 },
          message: expect.stringContaining('2.813'),
        },
      ],
    })
    const { rows } = await world.admin.query('select 1 from stage_record r where r.batch_id = $1', [goods.batchId])
    expect(rows).toEqual([])
  })

  test.each([
    ['no reason', [{ rule: 'logVolume', reason: '  ' }]],
    ['a reason for something else', [{ rule: 'tooFast', reason: 'By air' }]],
    ['no answer at all', []],
    ['a rule that there is not', [{ rule: 'anything', reason: 'So' }]],
  ])('%s is no answer', async (_what, confirmed) => {
    expect((await report('felling', thick, { confirmed })).code).toBe(500)
  })

  test('with a reason the record stores rule, numbers and reason, sealed, and is found among the flagged records', async () => {
    const answer = await report('felling', thick, {
      confirmed: [
        { rule: 'logVolume', reason: ' Measured with bark ' },
        { rule: 'tooFast', reason: 'Nobody asked' },
      ],
    })
    expect(answer.code).toBe(200)
    const id = answer.data.recordId
    const flags = [
      {
        rule: 'logVolume',
        field: 'values.volume',
        params: { volume: 4, expected: 2.813, pieces: 1 },
        reason: 'Measured with bark',
      },
    ]
    expect((await admin.get(`/stage/record/${id}`)).data).toMatchObject({
      flagged: true,
      flags,
      createBy: expect.any(String),
    })
    const listed = async (flagged: boolean) => {
      const list = await admin.get(`/stage/record/list?flagged=${flagged}&batchId=${goods.batchId}`)
      expect(list.code, list.msg).toBe(200)
      return list.rows.map(row => row.id)
    }
    expect(await listed(true)).toEqual([id])
    expect(await listed(false)).toEqual([])
    const { rows } = await world.admin.query(
      `select personal::jsonb ? 'flags' as sealed, open from sealed_content where kind = 'record' and row_id = $1`,
      [id],
    )
    expect(rows[0].sealed).toBe(true)
    expect(rows[0].open).not.toContain('bark')
  })

  test('removing personal data also empties the reason; the flagged rule stays', async () => {
    const [row] = (await admin.get(`/stage/record/list?flagged=true&batchId=${goods.batchId}`)).rows
    expect((await admin.post(`/stage/record/${row!.id}/forget`, {})).code).toBe(200)
    expect((await admin.get(`/stage/record/${row!.id}`)).data).toMatchObject({
      flagged: true,
      flags: [{ rule: 'logVolume', reason: '' }],
    })
  })
})

describe('compared with the stored records of the batch and its codes', () => {
  beforeAll(paper)
  const first = () => ({ codes: [goods.codes[0]] })

  test('a species of neither the codes nor the product', async () => {
    const answer = await report('felling', { treeSpecies: 'IRO' })
    expect(questionsOf(answer)).toEqual(['plausible.speciesContradicted'])
    expect(JSON.stringify(answer.data)).toContain('Iroko (Milicia excelsa)')
    expect(JSON.stringify(answer.data)).toContain('Aucoumea klaineana')
    const confirmed = [{ rule: 'speciesOther', reason: 'It is so' }]
    expect(await report('felling', { treeSpecies: 'IRO' }, { confirmed })).toMatchObject({ code: 500 })
  })

  test('volumes and pieces without a source, in one report or in many', async () => {
    expect((await report('felling', { volume: '100' }, first())).code).toBe(200)
    expect(questionsOf(await report('rawMaterialPurchase', { volume: '111' }, first()))).toEqual([
      'plausible.volumeAboveEarlier',
    ])
    expect((await report('rawMaterialPurchase', { volume: '60' }, first())).code).toBe(200)
    const second = { codes: [goods.codes[1]] }
    expect(questionsOf(await report('rawMaterialPurchase', { volume: '51' }, second))).toEqual([
      'plausible.volumeAboveEarlier',
    ])
    expect((await report('rawMaterialPurchase', { volume: '50' }, second)).code).toBe(200)
    const processing = { inputVolume: '100', outputVolume: '47', productQuantity: 400, productionDate: '2026-05-01' }
    expect((await report('processing', processing, first())).code).toBe(200)
    const parentCode = (await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })).codes[0]
    expect(questionsOf(await report('packing', { quantity: 401 }, { ...first(), parentCode }))).toEqual([
      'plausible.piecesAboveMade',
    ])
    expect(questionsOf(await report('packing', { quantity: 400, volume: '60' }, { ...first(), parentCode }))).toEqual([
      'plausible.volumeAboveEarlier',
    ])
  })

  test('stages in an impossible order', async () => {
    const answer = await report('importCustoms', { importDate: '2026-04-01' }, { time: '2026-04-01T08:00:00Z' })
    expect(questionsOf(answer)).toEqual(['plausible.beforeEarlierStage'])
    const late = await report('felling', {}, { codes: [goods.codes[2]], time: '2026-05-20T08:00:00Z' })
    expect(questionsOf(late)).toEqual(['plausible.afterLaterStage'])
  })

  test('a sale is compared only with the sold codes', async () => {
    const sold = { saleTime: '2026-03-31T08:00:00Z' }
    const time = '2026-04-01T08:00:00Z'
    expect(questionsOf(await report('productSales', sold, { codes: [goods.codes[0]], time }))).toContain(
      'plausible.beforeEarlierStage',
    )
    expect((await report('productSales', sold, { codes: [goods.codes[9]], time })).code).toBe(200)
  })
})

describe('compared with the place of the report', () => {
  beforeAll(paper)
  const gabon = { longitude: 9.45, latitude: 0.39 }
  const ningbo = { longitude: 121.55, latitude: 29.87 }

  test('a position outside of the named country', async () => {
    const values = { countryOrRegion: 'CN' }
    expect(questionsOf(await report('felling', values, gabon))).toEqual(['plausible.outsideCountry'])
    // The outlines are too coarse to distinguish the banks of a border river.
    const [brazzaville, kinshasa] = [{ longitude: 15.27, latitude: -4.26 }, { countryOrRegion: 'CD' }]
    expect((await report('felling', kinshasa, brazzaville)).code).toBe(200)
  })

  test('zero degrees of a phone without a fix, and a place on the open sea', async () => {
    expect(await report('felling', {}, { longitude: 0, latitude: 0 })).toMatchObject({
      data: { issues: [{ field: 'longitude', error: 'noFix' }] },
    })
    expect(questionsOf(await report('felling', {}, { codes: [goods.codes[2]], longitude: -2, latitude: 0 }))).toEqual([
      'plausible.atSea',
    ])
    // A pier, and a ship at anchor off a port.
    expect((await report('felling', {}, { codes: [goods.codes[2]], longitude: 9.3, latitude: 0.35 })).code).toBe(200)
  })

  test('a journey of one code that is too fast for lorry and ship', async () => {
    const time = '2026-05-02T08:00:00Z'
    const values = { importDate: '2026-05-02' }
    expect((await report('felling', {}, { codes: [goods.codes[1]], ...gabon })).code).toBe(200)
    expect(questionsOf(await report('importCustoms', values, { codes: [goods.codes[1]], time, ...ningbo }))).toEqual([
      'plausible.tooFast',
    ])
    expect((await report('importCustoms', values, { codes: [goods.codes[5]], time, ...ningbo })).code).toBe(200)
  })
})
