import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { pdf } from '../samples.ts'

/** Goods of a species that CITES lists cross a border with a permit that is valid that day. */
let world: World
let admin: Caller
let field: Caller
let goods: Goods
let next = 0

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('LISTED')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  field = await world.signIn(tenant, ['fieldReporter'])
  await authorize(admin, field.accountId, ['exportCustoms', 'importCustoms', 'felling'])
  goods = await makeGoods(world, admin)
})

const setSpecies = (genus: string, species: string) =>
  world.admin.query(
    `update product p set latin_genus = $2, latin_species = $3 from batch b where b.id = $1 and p.id = b.product_id`,
    [goods.batchId, genus, species],
  )

/** @returns the code of a permit that is valid until this day */
async function makePermit(validUntil: string | null): Promise<string> {
  const code = `CITES-${randomUUID().slice(0, 8)}`
  const bytes = Buffer.concat([pdf, Buffer.from(`% ${code}\n`)])
  const file = (await admin.upload<{ id: string }>('/common/upload', { name: 'permit.pdf', content: bytes })).data.id
  const body = {
    code,
    name: 'Permit',
    type: 'certificate',
    file: [file],
    coveredVolume: '100',
    ...(validUntil ? { validUntil } : {}),
  }
  expect((await admin.post('/evidence/document', body)).code).toBe(200)
  return code
}

async function report(
  stage: StageKey,
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Answered<{ recordId: number }>> {
  const required = sampleValues(valueFields(stageByKey(stage)).filter(one => one.required))
  return field.post('/stage/report', {
    reportId: randomUUID(),
    stage,
    templateId: await templateOf(world, stage),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo operator',
    time: '2026-05-01T08:00:00Z',
    codes: [goods.codes[next++]],
    ...more,
    values: { ...required, ...(stage === 'felling' ? {} : { originCountry: 'GA', volume: '1' }), ...values },
  })
}

const issuesOf = ({ data }: Answered): string[] =>
  ((data as { issues?: { field: string; error: string }[] } | undefined)?.issues ?? []).map(
    ({ field, error }) => `${field} ${error}`,
  )

test.each([
  ['exportCustoms', 'exportDate'],
  ['importCustoms', 'importDate'],
] as const)('%s of ramin is refused without a valid permit, whatever the reason', async (stage, dayField) => {
  await setSpecies('Gonystylus', 'bancanus')
  const day = { [dayField]: '2026-05-01' }
  const answer = await report(stage, day)
  expect(answer).toMatchObject({ code: 500, error: 'plausible.citesPermitMissing' })
  expect(issuesOf(answer)).toEqual(['values.citesPermit plausible.citesPermitMissing'])
  expect(answer.msg).toContain('Gonystylus bancanus')
  const reasons = { confirmed: [{ rule: 'citesPermitMissing', reason: 'It is on its way' }] }
  expect(issuesOf(await report(stage, day, reasons))).toEqual(['confirmed.0.rule notOneOf'])
  expect(issuesOf(await report(stage, { ...day, citesPermit: await makePermit('2026-04-30') }))).toEqual([
    'values.citesPermit plausible.citesPermitInvalid',
  ])
  expect(issuesOf(await report(stage, { ...day, citesPermit: await makePermit(null) }))).toEqual([
    'values.citesPermit plausible.citesPermitUndated',
  ])
  const accepted = await report(stage, { ...day, citesPermit: await makePermit('2026-05-01') })
  expect(accepted.code, accepted.msg).toBe(200)
  const { rows } = await world.admin.query('select count(*)::int as n from stage_record where stage = $1', [stage])
  expect(rows).toEqual([{ n: 1 }])
})

test('a correction cannot take the permit away', async () => {
  await setSpecies('Gonystylus', 'bancanus')
  const permit = await makePermit('2026-12-31')
  const accepted = await report('exportCustoms', { exportDate: '2026-05-01', citesPermit: permit })
  expect(accepted.code, accepted.msg).toBe(200)
  const recordUrl = `/stage/record/${accepted.data.recordId}`
  const { data } = await admin.get<{ values: { key: string; value: unknown }[] }>(recordUrl)
  const values = Object.fromEntries(data.values.map(({ key, value }) => [key, value]))
  expect(values.citesPermit).toBe(permit)
  const body = { reason: 'Wrong paper', documentCode: goods.documentCode, operator: 'Demo operator' }
  const correct = (citesPermit?: string) =>
    admin.put(`${recordUrl}/correct`, { ...body, time: '2026-05-01T08:00:00Z', values: { ...values, citesPermit } })
  expect(issuesOf(await correct())).toEqual(['values.citesPermit plausible.citesPermitMissing'])
  expect((await correct(await makePermit('2026-11-30'))).code).toBe(200)
})

test('padouk may cross as finished goods, with a reason that is stored', async () => {
  await setSpecies('Pterocarpus', 'soyauxii')
  const question = await report('exportCustoms', { exportDate: '2026-05-01' })
  expect(question).toMatchObject({ error: 'stage.unconfirmed' })
  expect(issuesOf(question)).toEqual(['values.citesPermit plausible.citesPermitAsked'])
  const confirmed = [{ rule: 'citesPermitAsked', reason: 'Finished tables' }]
  const accepted = await report('exportCustoms', { exportDate: '2026-05-01' }, { confirmed })
  expect(accepted.code, accepted.msg).toBe(200)
  const { rows } = await world.admin.query('select flags from stage_record where id = $1', [accepted.data.recordId])
  expect(rows[0].flags).toMatchObject([{ rule: 'citesPermitAsked', reason: 'Finished tables' }])
})

test('other species, other stages and other populations need none', async () => {
  await setSpecies('Gonystylus', 'bancanus')
  expect((await report('felling', {})).code).toBe(200)
  await setSpecies('Pterocarpus', 'soyauxii')
  expect((await report('exportCustoms', { originCountry: 'IN', exportDate: '2026-05-01' })).code).toBe(200)
  await setSpecies('Aucoumea', 'klaineana')
  expect((await report('exportCustoms', { exportDate: '2026-05-01' })).code).toBe(200)
})
