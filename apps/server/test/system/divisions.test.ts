import { beforeAll, describe, expect, test } from 'vitest'
import { centreOf, readShippedDivisions, shortNameOf } from '../../src/areas/system/division/division-source.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { platformAdmin, refused } from './people.ts'

describe('the shipped data', () => {
  const rows = readShippedDivisions()
  const byCode = new Map(rows.map(row => [row.cityId, row]))

  test('has all provinces, and each division is below one of a higher level', () => {
    expect(rows.filter(row => row.level === 1)).toHaveLength(34)
    expect(rows.filter(row => row.level === 2).length).toBeGreaterThan(330)
    expect(rows.filter(row => row.level === 3).length).toBeGreaterThan(2800)
    expect(new Set(rows.map(row => row.cityId)).size).toBe(rows.length)
    for (const row of rows) {
      expect(String(row.cityId)).toMatch(/^\d{6}$/)
      if (row.level === 1) expect(row.parentId).toBe(0)
      else expect(byCode.get(row.parentId)!.level).toBeLessThan(row.level)
    }
  })

  test.each([
    [330000, '浙江省', '浙江', 1, 0, 120.1, 29.2],
    [330100, '杭州市', '杭州', 2, 330000, 119.5, 29.9],
    [330106, '西湖区', '西湖', 3, 330100, 120.1, 30.2],
    [110101, '东城区', '东城', 3, 110000, 116.4, 39.9],
    [429004, '仙桃市', '仙桃', 3, 420000, 113.4, 30.3],
    [540481, '米林市', '米林', 3, 540400, 94, 29.2],
    [710001, '高雄市', '高雄', 2, 710000, 120.6, 23],
    [810101, '中西区', '中西', 3, 810000, 114.1, 22.3],
  ])('%i is %s', (cityId, fullName, shortName, level, parentId, longitude, latitude) => {
    const row = byCode.get(cityId)!
    expect(row).toMatchObject({ fullName, shortName, level, parentId })
    expect(row.longitude).toBeCloseTo(longitude, 0)
    expect(row.latitude).toBeCloseTo(latitude, 0)
  })

  test('the centre of a shape is that of its largest part', () => {
    const square = (x: number, y: number, size: number) => [
      [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ],
    ]
    expect(centreOf({ type: 'MultiPolygon', coordinates: [square(0, 0, 1), square(100, 20, 4)] })).toEqual([102, 22])
    expect(centreOf({ type: 'MultiLineString', coordinates: [] })).toBeUndefined()
  })

  test.each([
    ['东城区', '东城'],
    ['威县', '威县'],
    ['孟村回族自治县', '孟村回族自治县'],
    ['阿荣旗', '阿荣'],
  ])('%s is called %s for short', (full, short) => expect(shortNameOf(full)).toBe(short))
})

describe('the screen', () => {
  let world: World
  let root: Caller
  let admin: Caller

  beforeAll(async () => {
    world = await makeWorld({ background: true })
    root = await platformAdmin(world)
    admin = await world.signIn(await world.makeTenant('DIVISIONS'), ['enterpriseAdmin'])
  })

  interface Sync {
    status: string
    progress: number
    done: number
    total: number
    error: string | null
  }

  async function finished(jobId: number): Promise<Sync> {
    for (let n = 0; n < 300; n++) {
      const { data } = await root.get<Sync>(`/system/division/sync/${jobId}`)
      if (data.status === 'done' || data.status === 'failed') return data
      await new Promise(done => setTimeout(done, 100))
    }
    throw new Error('The refresh did not end')
  }

  test('SCR-35, SYS-20, SYS-21: a refresh runs in the background, reports its progress, and fills three levels; rows added by people stay', async () => {
    expect(
      (
        await root.post('/system/division', {
          cityId: 990000,
          shortName: 'Own',
          fullName: 'Own province',
          level: 1,
          parentId: 0,
        })
      ).code,
    ).toBe(200)
    await world.admin.query(
      `insert into division (city_id, short_name, full_name, level, parent_id, source) values (980000, 'Gone', 'Gone', 1, 0, 'shipped'), (330000, 'Wrong', 'Wrong', 1, 0, 'shipped')`,
    )
    const started = await root.post<{ jobId: number; seconds: number }>('/system/division/sync')
    expect(started.data).toMatchObject({ seconds: 60 })
    const [state, again] = await Promise.all([
      root.get<Sync>(`/system/division/sync/${started.data.jobId}`),
      root.post('/system/division/sync'),
    ])
    expect(['queued', 'running']).toContain(state.data.status)
    expect(refused(again)).toBe('system.division.running')
    expect(await finished(started.data.jobId)).toMatchObject({ status: 'done', progress: 1, error: null })
    expect((await root.get<Sync>('/system/division/sync')).data).toMatchObject({
      status: 'done',
      total: expect.any(Number),
    })
    const provinces = await admin.get('/system/division/list?parentId=0')
    expect(provinces.rows).toHaveLength(35)
    expect(provinces.rows.find(row => row.cityId === 330000)).toMatchObject({
      shortName: '浙江',
      fullName: '浙江省',
      level: 1,
      hasChildren: true,
      source: 'shipped',
    })
    expect(provinces.rows.some(row => row.cityId === 980000)).toBe(false)
    expect(provinces.rows.some(row => row.cityId === 990000)).toBe(true)
    const cities = await admin.get('/system/division/list?parentId=330000')
    expect(cities.rows.every(row => row.level === 2 && row.parentId === 330000)).toBe(true)
    expect((await admin.get('/system/division/list?parentId=330100')).rows.some(row => row.fullName === '西湖区')).toBe(
      true,
    )
    const matches = await admin.get(`/system/division/list?fullName=${encodeURIComponent('西湖')}`)
    expect(matches.total).toBeGreaterThanOrEqual(2)
    expect(
      refused(
        await admin.post('/system/division', { cityId: 980000, shortName: 'x', fullName: 'x', level: 1, parentId: 0 }),
      ),
    ).toBe('forbidden')
  })

  test('A88: a broken source changes nothing', async () => {
    const sum = async () =>
      (
        await world.admin.query(
          `select md5(string_agg(city_id || full_name, '|' order by city_id)) as sum from division`,
        )
      ).rows[0].sum
    const before = await sum()
    await world.admin.query(
      `create function break_division() returns trigger language plpgsql as $$ begin if new.city_id = 659001 then raise exception 'half way'; end if; return new; end $$`,
    )
    await world.admin.query(
      'create trigger broken before update on division for each row execute function break_division()',
    )
    const { data } = await root.post<{ jobId: number }>('/system/division/sync')
    const state = await finished(data.jobId)
    await world.admin.query('drop trigger broken on division')
    expect(state).toMatchObject({ status: 'failed', error: 'system.division.source' })
    expect(await sum()).toBe(before)
  })

  test('a division is changed and removed by the platform only while it has no children', async () => {
    const province = (await root.get('/system/division/list?cityId=330000')).rows[0]!
    expect(refused(await root.delete(`/system/division/${province.id}`))).toBe('system.division.hasChildren')
    const ownRow = (await root.get('/system/division/list?cityId=990000')).rows[0]!
    expect((await root.put('/system/division', { id: ownRow.id, longitude: '12.5', latitude: '-0.7' })).code).toBe(200)
    expect((await root.get(`/system/division/${ownRow.id}`)).data).toMatchObject({
      longitude: 12.5,
      latitude: -0.7,
      source: 'manual',
    })
    expect(refused(await root.put('/system/division', { id: ownRow.id, latitude: '91' }))).toBe('latitude: tooLarge')
    expect((await root.delete(`/system/division/${ownRow.id}`)).code).toBe(200)
  })
})
