import type { AssignmentPeriod, TerritoryMap } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder } from '../system/people.ts'
import { makeDivisions } from './market.ts'
import { codeRequest } from '../code-request.ts'
import { waiting } from '../waiting.ts'
import { locks } from '../../src/platform/database/locks.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
let admin: Caller
let goods: Goods
let dealers: number[]

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('TERRITORY')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  await makeDivisions(world)
  dealers = await makeDealers(admin)
})

async function makeDealers(of: Caller): Promise<number[]> {
  const level = await of.post<{ id: number }>('/channel/dealer-level', {
    code: 'L1',
    name: 'Level one',
    level: '1',
    orderNum: 1,
    status: '0',
  })
  return Promise.all(
    ['North', 'South'].map(
      async name => (await of.post<{ id: number }>('/channel/dealer', { name, levelId: level.data.id })).data.id,
    ),
  )
}

type Assigned = { id: number; assigned: number; reassigned: number }
const assign = (dealer: number, more: object, by = admin) =>
  by.post<Assigned>('/channel/assignment/assign', { dealerId: dealers[dealer], ...more })
const withdraw = (more: object, by = admin) =>
  by.post<{ id: number; withdrawn: number }>('/channel/assignment/withdraw', { reason: 'Sent back', ...more })
const row = (from: number, to: number) => ({ ranges: [{ first: goods.codes[from], last: goods.codes[to] }] })
const periods = async (at: number) =>
  (await admin.get<AssignmentPeriod[]>(`/channel/assignment/code/${goods.codes[at]}`)).data
const issues = (answer: Answered) =>
  ((answer.data as { issues?: { field: string; error: string }[] })?.issues ?? []).map(i => `${i.field} ${i.error}`)

describe('territories', () => {
  const add = (more: object) => admin.post<{ id: number }>('/channel/territory', { validFrom: '2026-01-01', ...more })

  test('two dealers may share a division; one dealer may not have it twice on the same days', async () => {
    const body = { dealerId: dealers[0], divisionCode: '330100' }
    expect((await add({ ...body, validUntil: '2026-06-30' })).code).toBe(200)
    expect((await add({ ...body, dealerId: dealers[1] })).code).toBe(200)
    expect(issues(await add({ ...body, validFrom: '2026-06-30' }))).toEqual(['divisionCode channel.territoryTwice'])
    expect((await add({ ...body, validFrom: '2026-07-01' })).code).toBe(200)
    const { rows } = await admin.get(`/channel/territory/list?dealerId=${dealers[1]}`)
    expect(rows).toMatchObject([{ divisionName: '浙江省 杭州市', divisionCode: '330100', dealerName: 'South' }])
  })

  test('a division must be in the list, and the last day not before the first', async () => {
    const body = { dealerId: dealers[0], divisionCode: '510100' }
    expect(issues(await add({ ...body, divisionCode: '999999' }))).toEqual(['divisionCode referenceMissing'])
    expect(issues(await add({ ...body, validUntil: '2025-12-31' }))).toEqual(['validUntil channel.territoryDays'])
  })

  test('of two concurrent equal entries one is refused', async () => {
    const body = { dealerId: dealers[0], divisionCode: '510000' }
    const answers = await Promise.all([add(body), add(body), add(body)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500, 500])
  })

  test('are on a map as they are today, for readers with scope: a province as an area, a city as a point', async () => {
    const mapOf = async (query: string, by = admin) =>
      (await by.get<TerritoryMap>(`/channel/territory/map${query}`)).data.divisions
    const allDealers = await mapOf('')
    expect(allDealers.map(({ code, name, province, dealers: its }) => [code, name, province, its.length])).toEqual([
      ['330100', 'Hangzhou, Zhejiang', false, 2],
      ['510000', 'Sichuan', true, 1],
    ])
    const [hangzhou] = allDealers as [(typeof allDealers)[0]]
    expect(Math.hypot(hangzhou.longitude! - 119.9, hangzhou.latitude! - 30)).toBeLessThan(0.6)
    expect((await mapOf(`?dealerId=${dealers[1]}`)).map(({ code }) => code)).toEqual(['330100'])
    await admin.post('/channel/territory', {
      dealerId: dealers[1],
      divisionCode: '510100',
      validFrom: '2020-01-01',
      validUntil: '2020-12-31',
    })
    expect(await mapOf(`?dealerId=${dealers[1]}`), 'what has ended').toHaveLength(1)
    const narrow = await makeHolder(world, admin, tenant.deptId, ['channel:territory:list'], { dataScope: '5' })
    expect(await mapOf('', narrow)).toEqual([])
    const stranger = await world.signIn(await world.makeTenant('STRANGER'), ['enterpriseAdmin'])
    expect(await mapOf(`?dealerId=${dealers[1]}`, stranger)).toEqual([])
  })
})

describe('codes of dealers', () => {
  test('are assigned, moved with a reason and withdrawn, and the history stays', async () => {
    expect(await assign(0, row(0, 9))).toMatchObject({ data: { assigned: 10, reassigned: 0 } })
    const refused = await assign(1, { codes: [goods.codes[4]] })
    expect(refused).toMatchObject({ code: 500, error: 'channel.assigned' })
    expect(refused.msg).toContain(goods.codes[4])
    expect(refused.msg).toContain('North')
    expect(await assign(0, row(0, 9))).toMatchObject({ error: 'channel.assignedHere' })
    expect(await assign(1, { ...row(4, 5), reassign: true })).toMatchObject({ error: 'channel.reassignReason' })
    expect(await assign(1, { ...row(4, 5), reassign: true, reason: 'Wrong pallet' })).toMatchObject({
      data: { assigned: 2, reassigned: 2 },
    })
    expect(await withdraw({ codes: [goods.codes[4]] })).toMatchObject({ data: { withdrawn: 1 } })
    expect(await periods(4)).toMatchObject([
      { dealerName: 'South', until: expect.any(String), reason: 'Sent back' },
      { dealerName: 'North', until: expect.any(String), reason: 'Wrong pallet' },
    ])
    expect(await periods(3)).toMatchObject([{ dealerName: 'North', until: null }])
    expect(await withdraw({ codes: [goods.codes[4]] })).toMatchObject({ error: 'channel.notAssigned' })
    const { rows } = await admin.get(`/channel/assignment/list?code=${goods.codes[4]}`)
    expect(rows.map(({ action, dealerName, codes, held }) => [action, dealerName, codes, held])).toEqual([
      ['withdraw', 'South', 1, 0],
      ['reassign', 'South', 2, 1],
      ['assign', 'North', 10, 8],
    ])
  })

  test('the rest of an assignment is withdrawn at once', async () => {
    const { data } = await assign(0, row(20, 24))
    await withdraw({ codes: [goods.codes[21]] })
    expect(await withdraw({ assignmentId: data.id })).toMatchObject({ data: { withdrawn: 4 } })
    expect(await withdraw({ assignmentId: data.id })).toMatchObject({ error: 'channel.nothingHeld' })
  })

  test('the rest of an assignment is read under the lock: codes moved to another dealer meanwhile stay there', async () => {
    const { data } = await assign(0, row(25, 28))
    const request = Number(
      (await world.admin.query('select request_number as n from code_request where id = $1', [goods.requestId])).rows[0]
        .n,
    )
    await world.admin.query('select pg_advisory_lock($1, $2)', [locks.assignment, request])
    const moved = assign(1, { ...row(25, 26), reassign: true, reason: 'Wrong pallet' })
    await expect.poll(() => waiting(world)).toBe(1)
    const back = withdraw({ assignmentId: data.id })
    await expect.poll(() => waiting(world)).toBe(2)
    await world.admin.query('select pg_advisory_unlock($1, $2)', [locks.assignment, request])
    expect(await moved).toMatchObject({ data: { assigned: 2, reassigned: 2 } })
    expect(await back).toMatchObject({ data: { withdrawn: 2 } })
    expect(await periods(25)).toMatchObject([{ dealerName: 'South', until: null }, { dealerName: 'North' }])
    expect(await periods(27)).toMatchObject([{ dealerName: 'North', until: expect.any(String) }])
  })

  test('assigning a container assigns its contents at every depth', async () => {
    const packages = await makeGoods(world, admin, { codeType: 'package', batchId: goods.batchId })
    const containers = await makeGoods(world, admin, { codeType: 'container', batchId: goods.batchId })
    const pack = (parentCode: string, codes: string[]) =>
      admin.post('/code/packing/pack', { parentCode, codes, operator: 'x', time: '2026-11-01T08:00:00Z' })
    await pack(packages.codes[0]!, goods.codes.slice(30, 34))
    await pack(containers.codes[0]!, [packages.codes[0]!])
    expect(await assign(1, { codes: [containers.codes[0]] })).toMatchObject({ data: { assigned: 6 } })
    expect(await periods(33)).toMatchObject([{ dealerName: 'South', until: null }])
  })

  test('of concurrent assignments of the same codes to two dealers exactly one succeeds', async () => {
    for (const at of [40, 42, 44]) {
      const answers = await Promise.all([
        assign(0, row(at, at + 1)),
        assign(1, row(at, at + 1)),
        assign(1, row(at, at)),
      ])
      const successes = answers.filter(({ code }) => code === 200)
      const { rows } = await world.admin.query(
        `select count(*)::int as n from code_assignment where current and serials && int4range($1, $2)`,
        [at, at + 2],
      )
      expect(rows[0].n).toBeGreaterThan(0)
      const dealersOf = await world.admin.query(
        `select distinct dealer_id from code_assignment where current and serials @> $1::int`,
        [at],
      )
      expect(dealersOf.rows).toHaveLength(1)
      for (const { code, error } of answers)
        if (code !== 200) expect(['channel.assigned', 'channel.assignedHere']).toContain(error)
      expect(successes.length).toBeGreaterThanOrEqual(1)
      expect(successes.length).toBeLessThanOrEqual(2)
    }
  })

  test('twenty million codes are one row, assigned at the cost of one code', async () => {
    const batch = goods.batchId
    const { data } = await admin.post<{ id: number }>(
      '/code/request',
      codeRequest(batch, { name: 'Many', count: 20_000_000 }),
    )
    await world.admin.query(
      `update code_request set status = 'completed', progress = 1, manifest_sha256 = repeat('0', 64), completed_at = now() where id = $1`,
      [data.id],
    )
    world.services.directory.forgetAll()
    const { database, directory, audit } = world.services
    const seen = await world.admin.query<{ n: number }>('select request_number as n from code_request where id = $1', [
      data.id,
    ])
    const codes = directory.codesOf((await directory.find(seen.rows[0]!.n))!)
    const from = (first: number, last: number) => ({ ranges: [{ first: codes.code(first), last: codes.code(last) }] })
    const one = from(7, 7)
    const all = from(0, 19_999_999)
    const costs = new Map<object, { statements: number; ms: number }>()
    // Alternating, so that a slow machine affects both.
    for (let round = 0; round < 5; round++)
      for (const [which, assigned] of [
        [one, 1],
        [all, 20_000_000],
      ] as const) {
        const [before, begun] = [database.statements, performance.now()]
        expect(await assign(0, which)).toMatchObject({ data: { assigned } })
        await audit.whenSettled()
        const ms = Math.min(performance.now() - begun, costs.get(which)?.ms ?? Number.POSITIVE_INFINITY)
        costs.set(which, { statements: database.statements - before, ms })
        expect(await withdraw(which)).toMatchObject({ data: { withdrawn: assigned } })
      }
    expect(costs.get(all)!.statements).toBe(costs.get(one)!.statements)
    expect(costs.get(all)!.ms).toBeLessThan(2 * costs.get(one)!.ms + 50)
    const { rows } = await world.admin.query(
      'select count(*)::int as n from code_assignment c join code_request q using (request_number) where q.id = $1',
      [data.id],
    )
    expect(rows[0].n).toBe(10)
  })

  test('other enterprises neither see, assign nor withdraw them, and a role without the permission is refused', async () => {
    const other = await world.makeTenant('ELSEWHERE')
    const stranger = await world.signIn(other, ['enterpriseAdmin'])
    const body = { dealerId: dealers[0], ...row(46, 47) }
    expect(issues(await stranger.post('/channel/assignment/assign', body))).toEqual(['dealerId referenceMissing'])
    const [ownDealer] = await makeDealers(stranger)
    const taken = await stranger.post('/channel/assignment/assign', { ...body, dealerId: ownDealer })
    expect(taken).toMatchObject({ error: 'stage.foreignCode' })
    expect(await withdraw(row(0, 1), stranger)).toMatchObject({ error: 'stage.foreignCode' })
    expect(await stranger.get(`/channel/assignment/code/${goods.codes[0]}`)).toMatchObject({ error: 'code.unknown' })
    expect((await stranger.get('/channel/assignment/list')).rows).toEqual([])
    const printer = await world.signIn(tenant, ['codePrinter'])
    expect((await assign(0, row(46, 47), printer)).code).toBe(403)
  })

  test('a dealer with codes or a territory cannot be removed', async () => {
    expect(await admin.delete(`/channel/dealer/${dealers[0]}`)).toMatchObject({ error: 'inUse' })
  })
})
