import { randomUUID } from 'node:crypto'
import { rowVolume, stages, tableOf, tableRows, valueFields } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

interface Refused {
  issues: { field: string; error: string; message: string }[]
  refused: { code: string; error: string; message: string }[]
}

let world: World
let field: Caller
let admin: Caller
let goods: Goods
let felling: number
let circulationId: number

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('TABLES')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  goods = await makeGoods(world, admin)
  felling = await templateOf(world, 'felling')
  circulationId = await circulationOf(world, 'free')
  await authorize(admin, field.accountId, ['felling', 'packing', 'forestInspection', 'rawMaterialPurchase'])
})

const path = '/stage/report/rows'

/** What a report without a rule says of a log. */
const meanVolume = (largeEnd: number, smallEnd: number): string =>
  rowVolume(tableOf('felling')!, { diameter1: largeEnd, diameter2: smallEnd, length: '11.4' })!

function log(code: string, diameter: number, more: Record<string, unknown> = {}) {
  return {
    code,
    values: {
      logNumber: `L-${diameter}`,
      treeSpecies: 'OKO',
      diameter1: String(diameter),
      diameter2: String(diameter - 4),
      length: '11.4',
      volume: meanVolume(diameter, diameter - 4),
      ...more,
    },
  }
}

/** Required values of a felling for the whole report. */
function commonValues(): Record<string, unknown> {
  const table = tableOf('felling')!
  const fields = valueFields(stages.find(stage => stage.key === 'felling')!)
  return sampleValues(fields.filter(one => one.required && !table.fields.includes(one.key)))
}

function body(rows: unknown[], more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: felling,
    circulationId,
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-11-01T08:00:00Z',
    rows,
    values: commonValues(),
    ...more,
  }
}

const records = async () => (await world.admin.query('select count(*)::int as n from stage_record')).rows[0].n as number

test('logs of different size become one sealed record each, only once however often they are sent', async () => {
  const sent = body([0, 1, 2, 3, 4].map(n => log(goods.codes[n]!, 60 + n)))
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => field.post<{ records: { code: string; recordId: number }[] }>(path, sent)),
  )
  const [first] = answers
  expect(first, JSON.stringify(first)).toMatchObject({ code: 200 })
  for (const answer of answers) expect(answer.data).toEqual(first!.data)
  expect(first!.data.records.map(record => record.code)).toEqual(goods.codes.slice(0, 5))
  expect(await records()).toBe(5)
  const { rows } = await world.admin.query(
    `select r.public_values->>'volume' as volume, r.public_values->>'loggingPermitNumber' as permit, r.code_count,
       (select count(*)::int from sealed_content c where c.row_id = r.id and c.kind in ('record', 'mention')) as sealed
     from stage_record r order by r.id`,
  )
  expect(rows).toEqual(
    [0, 1, 2, 3, 4].map(n => ({
      volume: meanVolume(60 + n, 56 + n),
      permit: commonValues().loggingPermitNumber,
      code_count: 1,
      sealed: 2,
    })),
  )
  expect(await field.post(path, { ...sent, operator: 'Somebody else' })).toMatchObject({ error: 'idempotencyReuse' })
})

test('one invalid row refuses all rows, and the refusal names each row and field', async () => {
  const before = await records()
  const answer = await field.post<Refused>(
    path,
    body([
      log(goods.codes[10]!, 60),
      log(goods.codes[11]!, 70, { treeSpecies: undefined }),
      log(goods.codes[0]!, 62),
      log('0000AX7QK2M5N8P9R3T6', 63),
      log(goods.codes[10]!.toLowerCase(), 64),
    ]),
  )
  expect(answer).toMatchObject({ code: 500, error: 'stage.alreadyLinked' })
  expect(answer.data.issues.map(({ field, error }) => [field, error])).toEqual([
    ['rows.1.values.treeSpecies', 'required'],
    ['rows.2.code', 'stage.alreadyLinked'],
    ['rows.3.code', 'stage.foreignCode'],
    ['rows.4.code', 'stage.duplicateCode'],
  ])
  for (const { message } of answer.data.issues) expect(message).not.toMatch(/rows|values|treeSpecies|undefined/)
  expect(answer.data.refused.map(({ code, error }) => [code, error])).toEqual([
    [goods.codes[0], 'stage.alreadyLinked'],
    ['0000AX7QK2M5N8P9R3T6', 'stage.foreignCode'],
    [goods.codes[10], 'stage.duplicateCode'],
  ])
  expect(await records()).toBe(before)
  // A refused report can be sent again with the same id after it is fixed.
  const right = body([log(goods.codes[10]!, 60), log(goods.codes[11]!, 70)])
  expect(await field.post(path, right)).toMatchObject({ code: 200 })
})

test('a volume must follow from the two diameters and the length', async () => {
  const answer = await field.post<Refused>(path, body([log(goods.codes[12]!, 60, { volume: '9.9' })]))
  expect(answer.data.issues).toMatchObject([{ field: 'rows.0.values.volume', error: 'stage.volumeByRule' }])
  expect(answer.msg).toContain(meanVolume(60, 56))
  // Without all measures the volume is not checked.
  expect(
    await field.post(path, body([log(goods.codes[12]!, 60, { volume: '3.1', diameter2: undefined })])),
  ).toMatchObject({ code: 200 })
})

describe('under a measure rule', () => {
  const under = (rule: string, values: Record<string, unknown>, language?: string) =>
    field.post<Refused>(
      path,
      body([{ code: goods.codes[40]!, values: { treeSpecies: 'OKO', ...values } }], {
        values: { ...commonValues(), measureRule: rule },
      }),
      language ? { 'accept-language': language } : {},
    )
  const ends = { diameter1: '80', diameter2: '72', length: '6.2' }

  test.each([
    ['a volume by another rule', 'smalian', { ...ends, volume: '2.813' }, 'volume', 'plausible.measuredVolume'],
    ['no volume', 'smalian', ends, 'volume', 'plausible.measuredVolume'],
    ['a measure too few', 'newton', { ...ends, volume: '2.815' }, 'middleDiameter', 'plausible.measureMissing'],
    ['a log too long', 'gbt4814', { ...ends, length: '21', volume: '9' }, 'length', 'plausible.measureAbove'],
    ['a log too short', 'gbt4814Long', { ...ends, volume: '9' }, 'length', 'plausible.measureBelow'],
  ])('refuses %s', async (_, rule, values, at, error) => {
    const answer = await under(rule, values)
    expect(answer.data.issues).toMatchObject([{ field: `rows.0.values.${at}`, error }])
  })

  test.each([
    ['zh', '按“平均断面积法 Smalian（两端）”计算，“第 1 项的材积”应为 2.82 立方米'],
    ['en', 'By the rule “Smalian (both ends)”, “Volume (entry 1)” must be 2.82 m³'],
    ['fr', 'Selon la règle « Smalian (deux bouts) », la valeur de « Volume (élément 1) » doit être de 2,82 m³'],
  ])('says so in %s', async (language, sentence) => {
    const { data } = await under('smalian', { ...ends, volume: '2.813' }, language)
    expect(data.issues[0]!.message.replace(/\s/g, ' ')).toBe(sentence)
  })

  test('takes what the rule makes, and stores rule and measures', async () => {
    expect(await under('smalian', { ...ends, volume: '2.820' })).toMatchObject({ code: 200 })
    const { rows } = await world.admin.query('select public_values from stage_record order by id desc limit 1')
    expect(rows[0].public_values).toMatchObject({ ...ends, measureRule: 'smalian', volume: '2.82' })
  })
})

test.each([
  ['what a row holds among the values of the whole', { values: { ...commonValues(), length: '3' } }, 'values.length'],
  ['how many pieces, which are the rows', { values: { ...commonValues(), quantity: '5' } }, 'values.quantity'],
])('refuses %s', async (_, more, at) => {
  const answer = await field.post<Refused>(path, body([log(goods.codes[13]!, 60)], more))
  expect(answer.data.issues).toMatchObject([{ field: at, error: 'unknownField' }])
})

test('refuses a field of the whole report in a row, no rows, too many rows, and a stage without a table', async () => {
  const strange = await field.post<Refused>(path, body([log(goods.codes[13]!, 60, { loggingPermitNumber: 'X' })]))
  expect(strange.data.issues).toMatchObject([{ field: 'rows.0.values.loggingPermitNumber', error: 'unknownField' }])
  expect(await field.post(path, body([]))).toMatchObject({ error: 'stage.noCodes' })
  const many = Array.from({ length: tableRows + 1 }, () => log(goods.codes[13]!, 60))
  expect(await field.post(path, body(many))).toMatchObject({ error: 'stage.tooManyCodes' })
  const packing = { stage: 'packing', templateId: await templateOf(world, 'packing') }
  expect(await field.post(path, body([log(goods.codes[13]!, 60)], packing))).toMatchObject({ error: 'stage.noTable' })
})

test('a reason that all rows share is reported once, for the report', async () => {
  const rows = [log(goods.codes[13]!, 60), log(goods.codes[14]!, 61)]
  const missing = await field.post<Refused>(path, body(rows, { documentCode: 'NO-SUCH' }))
  expect(missing).toMatchObject({ error: 'stage.documentMissing' })
  expect(missing.data?.issues ?? []).toEqual([])
  const late = await field.post<Refused>(path, body(rows, { time: '2199-01-01T00:00:00Z' }))
  expect(late.data.issues).toMatchObject([{ field: 'time', error: 'stage.timeAhead' }])
  const stranger = await world.signIn(await world.makeTenant('STRANGER'), ['fieldReporter'])
  expect(await stranger.post(path, body(rows))).toMatchObject({ code: 403, error: 'stage.notAuthorized' })
})

test('one table may contain logs of two batches, each record with its own batch', async () => {
  const other = await makeGoods(world, admin)
  const answer = await field.post<{ records: { recordId: number }[] }>(
    path,
    body([log(goods.codes[15]!, 60), log(other.codes[0]!, 61)]),
  )
  const ids = answer.data.records.map(record => record.recordId)
  const { rows } = await world.admin.query('select batch_id from stage_record where id = any($1) order by id', [ids])
  expect(rows.map(row => Number(row.batch_id))).toEqual([goods.batchId, other.batchId])
})

test('of two concurrent reports of one log one is stored completely, the other names the log and writes nothing', async () => {
  const before = await records()
  const shared = goods.codes[30]!
  const answers = await Promise.all(
    [31, 32, 33, 34].map(n => field.post<Refused>(path, body([log(goods.codes[n]!, 60), log(shared, 61)]))),
  )
  expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
  for (const answer of answers.filter(one => one.code !== 200)) {
    expect(answer).toMatchObject({ error: 'stage.alreadyLinked' })
    expect(answer.data.refused.map(one => one.code)).toEqual([shared])
    expect(answer.data.issues).toMatchObject([{ field: 'rows.1.code', error: 'stage.alreadyLinked' }])
  }
  expect(await records()).toBe(before + 2)
  // The same logs in another order: no deadlock.
  const [first, second] = [log(goods.codes[35]!, 60), log(goods.codes[36]!, 61)]
  const crossed = await Promise.all(
    Array.from({ length: 8 }, (_, n) => field.post<Refused>(path, body(n % 2 ? [first, second] : [second, first]))),
  )
  expect(crossed.map(answer => answer.error ?? 'taken').sort()).toEqual([
    ...Array(7).fill('stage.alreadyLinked'),
    'taken',
  ])
})

test('accepts a report from a phone whose clock is 500 days behind or two days ahead, with both times', async () => {
  const day = 24 * 3600_000
  const now = Date.now()
  const iso = (moment: number) => new Date(moment).toISOString()
  const times = async (answer: { data: { records: { recordId: number }[] } }) =>
    (
      await world.admin.query('select happened_at, phone_at, reckoned_at, claimed_at from stage_record where id = $1', [
        answer.data.records[0]!.recordId,
      ])
    ).rows[0]
  const send = (code: string, time: number, shown: number, reckoned: number) =>
    field.post<{ records: { recordId: number }[] }>(
      path,
      body([log(code, 60)], { time: iso(time), clock: { shown: iso(shown), reckoned: iso(reckoned) } }),
    )
  const behind = await times(await send(goods.codes[16]!, now - day, now - 500 * day, now - 1000))
  expect(behind).toMatchObject({
    happened_at: new Date(now - day),
    phone_at: new Date(now - 500 * day),
    reckoned_at: new Date(now - 1000),
    claimed_at: null,
  })
  // Sealed too, among the withheld fields.
  const sealed = await world.admin.query(
    `select c.withheld::text as withheld from sealed_content c join stage_record r on r.id = c.row_id
     where c.kind = 'record' and r.phone_at is not null`,
  )
  expect(sealed.rows[0].withheld).toContain(iso(now - 500 * day))
  // The phone did not know: it trusted its clock and took the time of the stage from it.
  const ahead = await times(await send(goods.codes[17]!, now + 2 * day - 3600_000, now + 2 * day, now + 2 * day))
  expect(ahead.claimed_at).toEqual(new Date(now + 2 * day - 3600_000))
  expect(Math.abs(ahead.happened_at - (now - 3600_000))).toBeLessThan(60_000)
  const right = await times(await send(goods.codes[18]!, now - day, now, now))
  expect(right).toMatchObject({ phone_at: null, reckoned_at: null, claimed_at: null })
  // A wrong clock does not explain a time that is ahead of the phone's clock too.
  expect(await send(goods.codes[19]!, now + 9 * day, now, now)).toMatchObject({ error: 'stage.timeAhead' })
})

test('plausibility questions are asked when everything else is valid', async () => {
  const rows = [log(goods.codes[41]!, 60), log(goods.codes[42]!, 61)]
  const values = { ...commonValues(), fellingTime: '2026-11-03T08:00:00Z' }
  const wrong = await field.post<Refused>(
    path,
    body([...rows, log(goods.codes[43]!, 60, { treeSpecies: undefined })], { values }),
  )
  expect(wrong.data.issues.map(issue => issue.field)).toEqual(['rows.2.values.treeSpecies'])
  const unconfirmed = await field.post<Refused>(path, body(rows, { values }))
  expect(unconfirmed).toMatchObject({ error: 'stage.unconfirmed' })
  expect(unconfirmed.data.issues).toMatchObject([{ field: 'values.fellingTime', error: 'plausible.happenedLater' }])
  const confirmed = [{ rule: 'happenedLater', reason: 'Entered the day before' }]
  expect(await field.post(path, body(rows, { values, confirmed }))).toMatchObject({ code: 200 })
})

test('the volumes of one table are compared with the felled volume together, not each by itself', async () => {
  const freshGoods = await makeGoods(world, admin)
  expect(await field.post(path, body([log(freshGoods.codes[0]!, 80)]))).toMatchObject({ code: 200 })
  const there = Number(meanVolume(80, 76))
  const templateId = await templateOf(world, 'rawMaterialPurchase')
  const {
    treeSpecies,
    volume: _,
    ...values
  } = sampleValues(valueFields(stages.find(stage => stage.key === 'rawMaterialPurchase')!).filter(one => one.required))
  const bought = (more: object) =>
    field.post<Refused>(
      path,
      body(
        freshGoods.codes.slice(1, 4).map(code => ({ code, values: { treeSpecies, volume: (there / 2).toFixed(3) } })),
        { stage: 'rawMaterialPurchase', templateId, values, ...more },
      ),
    )
  const before = await records()
  // A row with a question still counts for the next one: both questions come at once.
  const late = await bought({ time: new Date(Date.now() - 40 * 86_400_000).toISOString() })
  expect(new Set(late.data.issues.map(({ error }) => error))).toEqual(
    new Set(['plausible.beforeEarlierStage', 'plausible.volumeAboveEarlier']),
  )
  const unconfirmed = await bought({})
  expect(unconfirmed).toMatchObject({ code: 500, error: 'stage.unconfirmed' })
  // Two halves are the felled volume; the last row in code order is one half too many.
  expect(unconfirmed.data.issues.map(({ field, error }) => [field.replace(/\d/, 'n'), error])).toEqual([
    ['rows.n.values.volume', 'plausible.volumeAboveEarlier'],
  ])
  expect(await records()).toBe(before)
  const confirmed = [{ rule: 'volumeAboveEarlier', reason: 'The yard measures with bark' }]
  expect(await bought({ confirmed })).toMatchObject({ code: 200 })
  const { rows } = await world.admin.query(
    `select count(*) filter (where flags <> '[]')::int as flagged, count(*)::int as n from stage_record where batch_id = $1 and stage = 'rawMaterialPurchase'`,
    [freshGoods.batchId],
  )
  expect(rows).toEqual([{ flagged: 1, n: 3 }])
})
