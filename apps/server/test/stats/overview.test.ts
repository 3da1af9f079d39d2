import { beforeAll, describe, expect, test } from 'vitest'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole, platformAdmin } from '../system/people.ts'
import { countInUtc } from './count-in-utc.ts'

/** Figures of the home page: an enterprise's own, or of all enterprises for platform users. */
let world: World
let one: Caller
let other: Caller
let operator: Caller
let auditorOfPlatform: Caller

interface Overview {
  scope: string
  codes: number
  scans: number
  checks: number
  products: number
  batches: number
  cities: { name: string; scans: number }[]
  trend: { day: string; scans: number; checks: number }[]
}

const read = async (caller: Caller) => (await caller.get<Overview>('/stats/overview')).data

beforeAll(async () => {
  world = await makeWorld()
  const [first, second] = [await world.makeTenant('FIRST'), await world.makeTenant('SECOND')]
  await countInUtc(world)
  one = await world.signIn(first, ['enterpriseAdmin'])
  other = await world.signIn(second, ['enterpriseAdmin'])
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  auditorOfPlatform = await world.signIn({ id: 1, deptId: null }, [])
  const root = await platformAdmin(world)
  const roleId = await makeRole(world, root, ['code:request:list'])
  await root.put(`/system/user/authRole?userId=${auditorOfPlatform.accountId}&roleIds=${roleId}`)
  await makeGoods(world, one)
  await makeGoods(world, other)
  for (const [tenant, city, scans] of [
    [first.id, 'Libreville', 5],
    [second.id, '杭州市', 7],
    [second.id, 'Libreville', 3],
  ])
    await world.admin.query(
      `with open as (insert into visit_day (tenant_id, day) values ($1, current_date) on conflict do nothing)
       insert into scan_day (tenant_id, day, product_id, city, scans, checks) values ($1, current_date, 0, $2, $3, 1)`,
      [tenant, city, scans],
    )
})

describe('the figures of the home page', () => {
  test('of an enterprise count its own rows', async () => {
    const mine = await read(one)
    expect(mine).toMatchObject({ scope: 'enterprise', codes: 10_000, batches: 1, scans: 5, checks: 1 })
    expect(mine.cities).toEqual([{ name: 'Libreville', scans: 5 }])
    expect(mine.trend).toHaveLength(30)
    expect(mine.trend.at(-1)).toMatchObject({ scans: 5, checks: 1 })
    expect((await read(other)).cities).toEqual([
      { name: 'Hangzhou', scans: 7 },
      { name: 'Libreville', scans: 3 },
    ])
  })

  test('of the platform count all rows, for users who may list enterprises', async () => {
    const all = await read(operator)
    expect(all).toMatchObject({ scope: 'platform', codes: 20_000, batches: 2, scans: 15, checks: 3 })
    expect(all.cities).toEqual([
      { name: 'Libreville', scans: 8 },
      { name: 'Hangzhou', scans: 7 },
    ])
  })

  test('are nothing for field users, suppliers and customers', async () => {
    for (const userType of [2, 3, 4, 5]) {
      await world.admin.query('update account set user_type = $1 where id = $2', [userType, other.accountId])
      expect((await other.get('/stats/overview')).error).toBe('forbidden')
    }
    await world.admin.query('update account set user_type = 1 where id = $1', [other.accountId])
  })

  test('are nothing for a user without permission, and are limited to records that the user may list', async () => {
    const tenant = { id: one.tenantId, deptId: null }
    expect((await (await world.signIn(tenant, [])).get('/stats/overview')).error).toBe('forbidden')
    const goods = await makeGoods(world, one)
    await world.admin.query(
      `insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, template_version, document_id, document_code, operator, happened_at, recorded_at, code_count, codes_digest, public_values, personal_values, personal_salt, attachments, created_by)
       select $1, null, gen_random_uuid(), $2, 'felling', t.id, 1, d.id, d.code, 'x', now(), now(), 1, repeat('0', 64), '{}', '{}', '', '{}', $3 from stage_template t, document d where t.stage = 'felling' and d.code = $4 limit 1`,
      [one.tenantId, goods.batchId, one.accountId, goods.documentCode],
    )
    const recent = async (caller: Caller) =>
      (await caller.get<{ recent: unknown[] }>('/stats/overview')).data.recent.length
    expect(await recent(one)).toBe(1)
    const ownRowsRole = await makeRole(world, one, ['stage:record:list'], { dataScope: '5' })
    const user = await world.signIn(tenant, [])
    await one.put(`/system/user/authRole?userId=${user.accountId}&roleIds=${ownRowsRole}`)
    expect(await recent(user)).toBe(0)
  })

  test('stay the own ones for platform users without that permission', async () => {
    expect(await read(auditorOfPlatform)).toMatchObject({ scope: 'enterprise', codes: 0, scans: null, cities: [] })
  })
})
