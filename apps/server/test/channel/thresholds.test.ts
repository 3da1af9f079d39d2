import type { CaseThresholds } from '@timbermark/contract/calls'
import { beforeAll, expect, test } from 'vitest'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { backdate, check, scan, watched } from './market.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let other: Caller

const path = '/channel/case/thresholds'
const nothing = { speedKmh: null, placesMost: null, placesDays: null, crossVisits: null, warnDays: null }
const read = async (by: Caller) => (await by.get<CaseThresholds>(path)).data

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('STRICT')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  other = await world.signIn(await world.makeTenant('USUAL'), ['enterpriseAdmin'])
})

/** Cases of a new code of this enterprise that different people scan in three towns, one after the other. */
async function noticed(by: Caller): Promise<{ code: string; kinds: unknown[] }> {
  const code = (await makeGoods(world, by)).codes[0]!
  for (const town of ['hangzhou', 'beijing', 'guangzhou'] as const) await scan(world, code, town)
  await world.admin.query('truncate case_visit, channel_case cascade')
  await backdate(world, code, [300, 200, 100])
  await watched(world)
  return { code, kinds: (await by.get(`/channel/case/list?code=${code}`)).rows.map(({ kind }) => kind) }
}

test('an enterprise’s own thresholds apply to it and to nobody else', async () => {
  expect(await read(admin)).toMatchObject({ own: nothing, installation: { placesMost: 3, warnDays: 30 } })
  expect((await noticed(admin)).kinds).toEqual([])
  expect((await admin.put(path, { ...nothing, placesMost: 2 })).code).toBe(200)
  expect((await read(admin)).own).toEqual({ ...nothing, placesMost: 2 })
  expect((await read(other)).own).toEqual(nothing)
  expect((await noticed(admin)).kinds).toEqual(['places'])
  expect((await noticed(other)).kinds).toEqual([])
  // Without own thresholds again.
  expect((await admin.put(path, nothing)).code).toBe(200)
  expect((await noticed(admin)).kinds).toEqual([])
})

test('its public pages warn of a case for as long as it has set', async () => {
  await admin.put(path, { ...nothing, placesMost: 2 })
  const { code } = await noticed(admin)
  const warnings = async () =>
    (await world.anonymous.get<{ warnings: unknown[] }>(`/trace/${code}`)).data.warnings.length
  expect(await warnings()).toBe(1)
  await admin.put(path, { ...nothing, placesMost: 2, warnDays: 1 })
  expect(await warnings()).toBe(0)
  await admin.put(path, nothing)
  expect(await warnings()).toBe(1)
})

test('the parameters’ limits apply, and every threshold is required', async () => {
  for (const wrong of [
    { speedKmh: 199 },
    { speedKmh: 5001 },
    { placesMost: 0 },
    { placesDays: 91 },
    { crossVisits: 1.5 },
  ])
    expect((await admin.put(path, { ...nothing, ...wrong })).code, JSON.stringify(wrong)).not.toBe(200)
  expect((await admin.put(path, { speedKmh: 800 })).code).not.toBe(200)
  expect((await read(admin)).own).toEqual(nothing)
})

test('only the administrator may set it, not the clerk', async () => {
  const clerk = await world.signIn(tenant, ['enterpriseClerk'])
  expect((await clerk.get(path)).code).toBe(403)
  expect((await clerk.put(path, { ...nothing, placesMost: 50 })).code).toBe(403)
  expect((await clerk.get('/channel/case/list')).code).toBe(200)
})

test('wrong codes by two people are a case for the enterprise, and not shown to buyers', async () => {
  const code = (await makeGoods(world, admin)).codes[0]!
  for (const town of ['hangzhou', 'beijing'] as const) await check(world, code, 'WRONGCODE1', town)
  await scan(world, code, 'beijing')
  await backdate(world, code, [100, 50, 1])
  await world.admin.query('truncate case_visit, channel_case cascade')
  await world.admin.query('update watch_mark set entry = 0')
  await watched(world)
  const { rows } = await admin.get(`/channel/case/list?code=${code}`)
  expect(rows.map(({ kind }) => kind)).toEqual(['wrongCodes'])
  expect((await world.anonymous.get<{ warnings: unknown[] }>(`/trace/${code}`)).data.warnings).toEqual([])
  const evidence = await admin.get<{ visits: { log: string }[] }>(`/channel/case/${rows[0]!.id}/evidence`)
  expect(evidence.data.visits.filter(({ log }) => log === 'check')).toHaveLength(2)
})
