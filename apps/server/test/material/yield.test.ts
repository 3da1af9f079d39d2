import type { AnswerOf } from '@timbermark/contract'
import type { woodYield } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { makeBatch } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { makeRole } from '../system/people.ts'

/** Yields by month, with the band that the records before the month teach. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let batchId: number

type Yields = AnswerOf<typeof woodYield>

interface Conversion {
  at: string
  input?: string
  output?: string
  stage?: string
  species?: object
  status?: string
  isFlagged?: boolean
  batch?: number
}

/** A report as it stands in the table; making one is tested elsewhere. */
const convert = async ({ at, input = '10', output = '5', stage = 'processing', ...more }: Conversion) => {
  const { species = { inputSpecies: 'OKO' }, status = 'current', isFlagged = false, batch = batchId } = more
  await world.admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count, codes_digest,
       public_values, personal_salt, created_by, status, flags)
     select $1, gen_random_uuid(), $2, $3, t.id, 'x', 'x', $4, 1, repeat('0', 64), $5, '', 1, $6, $7 from stage_template t where t.stage = $3 limit 1`,
    [
      tenant.id,
      batch,
      stage,
      at,
      JSON.stringify({ inputVolume: input, outputVolume: output, ...species }),
      status,
      JSON.stringify(isFlagged ? [{ rule: 'yieldUnusual' }] : []),
    ],
  )
}

const read = async (query: string, caller = admin) => (await caller.get<Yields>(`/material/yield?${query}`)).data

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('YIELDS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  await world.admin.query(`update enterprise set time_zone = 'Asia/Shanghai' where id = $1`, [tenant.id])
  batchId = await makeBatch(world, admin)
  // Yields of 41 to 61 % teach the band of February.
  for (let n = 1; n <= 21; n++) await convert({ at: '2026-01-10T08:00:00Z', output: String((40 + n) / 10) })
  // Neither what was withdrawn or corrected teaches or counts, nor what states no volumes.
  for (let n = 0; n < 20; n++)
    await convert({ at: '2026-01-11T08:00:00Z', output: '1', status: n % 2 ? 'voided' : 'superseded' })
  await convert({ at: '2026-01-12T08:00:00Z', output: '' })
  await convert({ at: '2026-01-12T08:00:00Z', input: '0' })
  // Confirmed exceptions count but teach nothing.
  await convert({ at: '2026-01-13T08:00:00Z', output: '1', isFlagged: true })
  // In China this is the first of February.
  await convert({ at: '2026-01-31T16:30:00Z', input: '3.3', output: '1.1' })
  await convert({
    at: '2026-02-10T08:00:00Z',
    input: '2',
    output: '1',
    species: { inputSpecies: 'OKO', outputSpecies: 'SAP' },
  })
  await convert({ at: '2026-02-10T08:00:00Z', stage: 'secondaryProcessing', input: '4', output: '3' })
})

test('yields are summed by month, stage and species, of the versions that count', async () => {
  const { rows, ...period } = await read('from=2026-01-15&to=2026-02-01')
  expect(period).toEqual({ from: '2026-01', to: '2026-02', timeZone: 'Asia/Shanghai' })
  expect(rows.map(({ band, ...row }) => row)).toEqual([
    {
      month: '2026-01',
      stage: 'processing',
      species: 'OKO',
      input: '220',
      output: '108.1',
      yield: 49.1,
      records: 22,
      outside: 1,
    },
    {
      month: '2026-02',
      stage: 'processing',
      species: 'OKO',
      input: '3.3',
      output: '1.1',
      yield: 33.3,
      records: 1,
      outside: 0,
    },
    {
      month: '2026-02',
      stage: 'processing',
      species: 'SAP',
      input: '2',
      output: '1',
      yield: 50,
      records: 1,
      outside: 0,
    },
    {
      month: '2026-02',
      stage: 'secondaryProcessing',
      species: 'OKO',
      input: '4',
      output: '3',
      yield: 75,
      records: 1,
      outside: 0,
    },
  ])
})

test('the band of a month is what the records before it teach, else the first one', async () => {
  const { rows } = await read('from=2026-01-01&to=2026-02-28')
  // The 5th and 95th percentile of 41 to 61 are 42 and 60; the band is five points wider.
  expect(rows.map(({ month, stage, species, band }) => [month, stage, species, band])).toEqual([
    ['2026-01', 'processing', 'OKO', { from: 25, to: 65, isLearned: false }],
    ['2026-02', 'processing', 'OKO', { from: 37, to: 65, isLearned: true }],
    ['2026-02', 'processing', 'SAP', { from: 25, to: 65, isLearned: false }],
    ['2026-02', 'secondaryProcessing', 'OKO', { from: 25, to: 95, isLearned: false }],
  ])
})

test('yields are those of batches in the reader’s scope and enterprise', async () => {
  const roleId = await makeRole(world, admin, ['material:yield:list'], { dataScope: '5' })
  const narrow = await world.signIn(tenant, [])
  await admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
  expect((await read('from=2026-01-01&to=2026-12-31', narrow)).rows).toEqual([])
  const batch = await makeBatch(world, admin)
  await world.admin.query('update batch set created_by = $2 where id = $1', [batch, narrow.accountId])
  await convert({ at: '2026-03-01T08:00:00Z', batch })
  const seen = (await read('from=2026-01-01&to=2026-12-31', narrow)).rows
  expect(seen.map(({ month, records, band }) => [month, records, band.isLearned])).toEqual([['2026-03', 1, true]])
  const foreign = await world.signIn(await world.makeTenant('YIELDSB'), ['enterpriseAdmin'])
  expect((await read('from=2026-01-01&to=2026-12-31', foreign)).rows).toEqual([])
  expect((await narrow.get('/material/yield/export')).code).toBe(403)
})

test('a period has three years at most, and begins before it ends', async () => {
  const issues = async (query: string) => (await admin.get<{ issues: unknown }>(`/material/yield?${query}`)).data.issues
  expect(await issues('from=2026-02-01&to=2026-01-31')).toMatchObject([{ field: 'to', error: 'tooSmall' }])
  expect(await issues('from=2023-01-01&to=2026-01-01')).toMatchObject([{ field: 'to', error: 'tooLarge' }])
  expect(await issues('from=2023-01-01&to=2025-12-31')).toBeUndefined()
})

test('the workbook is in each language', async () => {
  for (const language of ['zh', 'en', 'fr']) {
    const { raw } = await admin.get('/material/yield/export?from=2026-01-01&to=2026-02-28', {
      'accept-language': language,
    })
    const { header, rows } = await sheetOf(raw)
    expect(header.join()).not.toMatch(/material\./)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toHaveLength(header.length)
  }
})
