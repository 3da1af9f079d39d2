import type { AnswerOf } from '@timbermark/contract'
import type { woodWarning } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { makeBatch } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole } from '../system/people.ts'

/** The board of wood that does not add up, and who may act. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let batchId: number

type Warnings = AnswerOf<typeof woodWarning>
const read = async (caller = admin) => (await caller.get<Warnings>('/material/warning')).data
const keysOf = async (caller: Caller) => (await read(caller)).lines.map(({ key }) => key)

const addRecord = (rule: string, status = 'current') =>
  world.admin.query(
    `insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, recorded_at, code_count,
       codes_digest, public_values, personal_salt, created_by, status, flags)
     select $1, gen_random_uuid(), $2, 'processing', t.id, 'x', 'x', now(), now() - interval '3 days', 1, repeat('0', 64), '{}', '', 1, $3, $4
     from stage_template t where t.stage = 'processing' limit 1`,
    [tenant.id, batchId, status, JSON.stringify([{ rule }])],
  )

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('WARNS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  batchId = await makeBatch(world, admin)
})

test('says nothing while all wood adds up', async () => {
  expect(await read()).toEqual({ lines: [], kinds: 7 })
})

test('has a line for each kind, which counts what its list shows, with the people who may act', async () => {
  await world.admin.query(
    `insert into material_balance (tenant_id, batch_id, species, form, volume_out, undeclared) values ($1, $2, 'OKO', 'log', 4, 4)`,
    [tenant.id, batchId],
  )
  await world.admin.query(
    `insert into material_entry (tenant_id, batch_id, species, form, act, volume, record_id, stage, happened_at, recorded_at)
     values ($1, $2, 'OKO', 'log', 'undeclared', 4, 1, 'processing', now(), now() - interval '9 days')`,
    [tenant.id, batchId],
  )
  for (const rule of ['yieldUnusual', 'yieldUnusual', 'speciesOther', 'speciesChanged', 'tooFast'])
    await addRecord(rule)
  await addRecord('yieldUnusual', 'superseded')
  const square = (x: number) =>
    JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [x, 0.1],
          [x + 0.01, 0.1],
          [x + 0.01, 0.11],
          [x, 0.11],
          [x, 0.1],
        ],
      ],
    })
  for (const x of [11.5, 11.505, 11.7]) {
    const added = await admin.post('/material/plot', { name: `Plot ${x}`, country: 'GA', geometry: square(x) })
    expect(added.msg).toBe('ok')
  }
  const { lines } = await read()
  expect(lines.map(({ key, count }) => [key, count])).toEqual([
    ['woodUndeclared', 1],
    ['plotsOverlapping', 2],
    ['yieldsUnusual', 2],
    ['speciesAsked', 2],
  ])
  for (const { key, count, filter } of lines) {
    const path =
      { woodUndeclared: 'material/balance', plotsOverlapping: 'material/plot' }[key as string] ?? 'stage/record'
    const { total } = await admin.get(`/${path}/list?${new URLSearchParams(filter)}`)
    expect([key, total]).toEqual([key, count])
  }
  expect(Math.round((Date.now() - Date.parse(lines[0]!.oldest!)) / 86_400_000)).toBe(9)
  expect(lines[0]!.people.length).toBe(1)
  expect(lines[0]).toMatchObject({
    morePeople: false,
    people: [{ name: expect.any(String), role: expect.any(String) }],
  })
  for (let n = 0; n < 3; n++) await world.signIn(tenant, ['enterpriseClerk'])
  const more = (await read()).lines[0]!
  expect([more.people.length, more.morePeople]).toEqual([3, true])
})

test('shows who may only read a list its line too, in their scope; home shows only who may act', async () => {
  const holds = async (permissions: string[], dataScope: string) => {
    const roleId = await makeRole(world, admin, permissions, { dataScope })
    const caller = await world.signIn(tenant, [])
    await admin.put(`/system/user/authRole?userId=${caller.accountId}&roleIds=${roleId}`)
    return caller
  }
  const reader = await holds(['material:warning:list', 'material:balance:list'], '1')
  expect(await keysOf(reader)).toEqual(['woodUndeclared'])
  const lines = (await reader.get<{ lines: unknown[] }>('/stats/waiting')).data.lines
  expect(lines).toEqual([])
  expect(await keysOf(await holds(['material:warning:list', 'material:balance:list'], '5'))).toEqual([])
  expect((await (await holds(['material:balance:list'], '1')).get('/material/warning')).code).toBe(403)
  const foreign = await world.signIn(await world.makeTenant('WARNSB'), ['enterpriseAdmin'])
  // A plot of another enterprise that overlaps is no row of this one.
  expect(await keysOf(foreign)).toEqual([])
  const home = (await admin.get<Warnings>('/stats/waiting')).data.lines.map(({ key }) => key)
  expect(home).toContain('woodUndeclared')
  expect(home).not.toContain('yieldsUnusual')
})

test('lists refuse a question that there is not', async () => {
  for (const path of ['/stage/record/list?question=color', '/material/plot/list?hasOverlaps=perhaps'])
    expect((await admin.get<{ issues: unknown }>(path)).data.issues).toMatchObject([{ error: 'notOneOf' }])
})
