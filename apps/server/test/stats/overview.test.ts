import { beforeAll, describe, expect, test } from 'vitest'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** The figures of the home page: an enterprise's own, or everybody's for those who run the platform. */
let world: World
let one: Caller
let other: Caller
let operator: Caller
let certifierOfPlatform: Caller

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
  one = await world.signIn(first, ['enterpriseAdmin'])
  other = await world.signIn(second, ['enterpriseAdmin'])
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  certifierOfPlatform = await world.signIn({ id: 1, deptId: null }, [])
  await makeGoods(world, one)
  await makeGoods(world, other)
  for (const [tenant, city, scans] of [
    [first.id, 'Libreville', 5],
    [second.id, '杭州市', 7],
    [second.id, 'Libreville', 3],
  ])
    await world.admin.query(
      'insert into scan_day (tenant_id, day, product_id, city, scans, checks) values ($1, current_date, 0, $2, $3, 1)',
      [tenant, city, scans],
    )
})

describe('the figures of the home page', () => {
  test('of an enterprise count what is its own', async () => {
    const mine = await read(one)
    expect(mine).toMatchObject({ scope: 'enterprise', codes: 10_000, batches: 1, scans: 5, checks: 1 })
    expect(mine.cities).toEqual([{ name: 'Libreville', scans: 5 }])
    expect(mine.trend).toHaveLength(30)
    expect(mine.trend.at(-1)).toMatchObject({ scans: 5, checks: 1 })
    expect((await read(other)).cities).toEqual([
      { name: '杭州市', scans: 7 },
      { name: 'Libreville', scans: 3 },
    ])
  })

  test('of the platform count everybody’s, for whoever may list enterprises', async () => {
    const all = await read(operator)
    expect(all).toMatchObject({ scope: 'platform', codes: 20_000, batches: 2, scans: 15, checks: 3 })
    expect(all.cities).toEqual([
      { name: 'Libreville', scans: 8 },
      { name: '杭州市', scans: 7 },
    ])
  })

  test('are nothing for field users, suppliers and customers', async () => {
    for (const userType of [2, 3, 4, 5]) {
      await world.admin.query('update account set user_type = $1 where id = $2', [userType, other.accountId])
      expect((await other.get('/stats/overview')).error).toBe('forbidden')
    }
    await world.admin.query('update account set user_type = 1 where id = $1', [other.accountId])
  })

  test('stay the own ones for people of the platform without that right', async () => {
    expect(await read(certifierOfPlatform)).toMatchObject({ scope: 'enterprise', codes: 0, scans: 0, cities: [] })
  })
})
