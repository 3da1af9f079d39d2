import { beforeAll, describe, expect, test } from 'vitest'
import { makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeRole } from '../system/people.ts'
import { countInUtc } from './count-in-utc.ts'

/** The home page's activity of a period and its first steps. */
let world: World
let one: Caller
let fresh: Caller
let narrow: Caller

interface Activity {
  now: Record<'scans' | 'checks' | 'codes', number | null>
  before: Record<'scans' | 'checks' | 'codes', number | null>
  trend: { day: string; scans: number }[]
  cities: { name: string; scans: number }[]
}

beforeAll(async () => {
  world = await makeWorld()
  const tenant = await world.makeTenant('FIRST')
  one = await world.signIn(tenant, ['enterpriseAdmin'])
  fresh = await world.signIn(await world.makeTenant('FRESH'), ['enterpriseAdmin'])
  await countInUtc(world)
  await makeGoods(world, one)
  for (const [days, city, scans] of [
    [0, '杭州市', 7],
    [6, '恩施土家族苗族自治州', 2],
    [7, 'Owendo', 4],
    [40, '北京市', 9],
  ])
    await world.admin.query(
      `with open as (insert into visit_day (tenant_id, day) values ($1, current_date - $2::int))
       insert into scan_day (tenant_id, day, product_id, city, scans, checks) values ($1, current_date - $2::int, 0, $3, $4, 1)`,
      [tenant.id, days, city, scans],
    )
  narrow = await world.signIn({ id: tenant.id, deptId: null }, [])
  const roleId = await makeRole(world, one, ['trace:scan-log:list'], { dataScope: '5' })
  await one.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
})

const read = async (caller: Caller, days: number) => (await caller.get<Activity>(`/stats/activity?days=${days}`)).data

describe('the activity of a period', () => {
  test('counts its days and as many before, each once', async () => {
    const week = await read(one, 7)
    expect(week.now).toEqual({ scans: 9, checks: 2, wrongChecks: 0, codes: 10_000 })
    expect(week.before).toEqual({ scans: 4, checks: 1, wrongChecks: 0, codes: 0 })
    expect(week.trend).toHaveLength(7)
    expect(week.trend.at(-1)?.scans).toBe(7)
    const quarter = await read(one, 90)
    expect(quarter.now.scans).toBe(22)
    expect(quarter.trend).toHaveLength(90)
  })

  test('names cities in the reader’s language, as far as they have a name there', async () => {
    for (const figures of ['/stats/activity?days=90', '/stats/overview']) {
      const named = async (language: string) => {
        const answer = await one.get<Pick<Activity, 'cities'>>(figures, { 'accept-language': language })
        return answer.data.cities.map(({ name }) => name)
      }
      expect(await named('zh')).toEqual(['北京市', '杭州市', 'Owendo', '恩施土家族苗族自治州'])
      expect(await named('en')).toEqual(['Beijing', 'Hangzhou', 'Owendo', 'Enshi'])
      expect(await named('fr')).toEqual(['Pékin', 'Hangzhou', 'Owendo', 'Enshi'])
    }
  })

  test('covers the reader’s scope, and omits what the reader may not count', async () => {
    const figures = await read(narrow, 30)
    expect(figures.now).toEqual({ scans: 0, checks: null, wrongChecks: null, codes: null })
    expect(figures.cities).toEqual([])
  })

  test('refuses any other number of days', async () => {
    expect((await one.get('/stats/activity?days=31')).error).toBe('invalid')
  })
})

describe('the first steps', () => {
  test('are those that the enterprise has really taken', async () => {
    expect((await fresh.get('/stats/firstSteps')).data).toEqual({
      product: false,
      batch: false,
      request: false,
      labels: false,
      certification: false,
      authorization: false,
      report: false,
      scan: false,
    })
    expect((await one.get('/stats/firstSteps')).data).toMatchObject({
      product: true,
      batch: true,
      request: true,
      scan: true,
    })
    expect((await narrow.get('/stats/firstSteps')).error).toBe('forbidden')
  })
})
