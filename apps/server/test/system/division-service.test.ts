import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDistricts, LocationServiceError, signature, toWgs84 } from '../../src/areas/place/location-service.ts'
import { divisionsOf } from '../../src/areas/system/division/division-service.ts'
import { readShippedDivisions } from '../../src/areas/system/division/division-source.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { type LocationStandIn, startLocationService } from '../stand-ins/location-service.ts'
import { platformAdmin } from './people.ts'

const key = 'TEST-KEY'
const secret = 'TEST-SK'

let service: LocationStandIn
beforeAll(async () => {
  service = await startLocationService(key, secret)
})
afterAll(() => service.stop())

describe('calls of the location service', () => {
  test('are signed over the sorted parameters before encoding', () => {
    const params = { location: '39.984154,116.307490', key, get_poi: '0' }
    expect(signature('/ws/geocoder/v1', params, secret)).toBe('28c5a9329a5d4a4feb361b48e5e049dc')
  })

  test('return points in WGS 84', () => {
    expect(toWgs84({ lng: 120.00567568355486, lat: 40.0013047896019 })).toEqual([120, 40])
    expect(toWgs84({ lng: 116.41024449916938, lat: 39.91640428150164 })).toEqual([116.404, 39.915])
  })

  test.each([
    ['a wrong key', () => ({ url: service.url, key: 'other', secret }), /status 311/],
    ['a wrong secret', () => ({ url: service.url, key, secret: 'other' }), /status 111/],
    ['no secret where one is wanted', () => ({ url: service.url, key }), /status 111/],
    ['nobody there', () => ({ url: 'http://127.0.0.1:9', key, secret }), /could not be read/],
  ])('%s is reported without the key', async (_, settings, message) => {
    const failure = await listDistricts(settings()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(LocationServiceError)
    expect(String(failure)).toMatch(message)
    expect(String(failure)).not.toContain('TEST-')
  })

  test('can be aborted', async () => {
    await expect(
      listDistricts({ url: service.url, key, secret }, AbortSignal.abort(new Error('stop'))),
    ).rejects.toThrow('stop')
  })
})

describe('the list of the location service', () => {
  test('becomes the same tree as the shipped data, whose country it describes', async () => {
    const rows = divisionsOf(await listDistricts({ url: service.url, key, secret }))
    const plain = (row: { cityId: number; fullName: string; parentId: number }) =>
      `${row.cityId} ${row.fullName} ${row.parentId}`
    expect(rows.map(plain).sort()).toEqual(readShippedDivisions().map(plain).sort())
    const of = (cityId: number) => rows.find(row => row.cityId === cityId)
    // A district of a municipality, a county without a city, a city: the level is that of the code, not of the list.
    expect(of(110101)).toMatchObject({ level: 3, parentId: 110000, shortName: '东城' })
    expect(of(429004)).toMatchObject({ level: 3, parentId: 420000, shortName: '仙桃' })
    expect(of(330100)).toMatchObject({ level: 2, parentId: 330000 })
    expect(rows.some(row => row.cityId > 999_999)).toBe(false)
  })

  test('that names missing children is refused', () => {
    const province = { id: '330000', fullname: '浙江省', cidx: [0, 1] as [number, number] }
    expect(() => divisionsOf([[province], [{ id: '330100', fullname: '杭州市' }], []])).toThrow(RangeError)
  })
})

describe('SYS-21: a refresh where a location service is configured', () => {
  let world: World
  let root: Caller

  beforeAll(async () => {
    const environment = { LOCATION_URL: service.url, LOCATION_KEY: key, LOCATION_SECRET: secret }
    world = await makeWorld({ background: true, environment })
    root = await platformAdmin(world)
  })

  async function refresh(): Promise<{ status: string; error: string | null }> {
    const { data } = await root.post<{ jobId: number }>('/system/division/sync')
    for (let n = 0; n < 300; n++) {
      const state = (await root.get<{ status: string; error: string | null }>(`/system/division/sync/${data.jobId}`))
        .data
      if (state.status === 'done' || state.status === 'failed') return state
      await new Promise(done => setTimeout(done, 100))
    }
    throw new Error('The refresh did not end')
  }
  const province = async () => (await root.get('/system/division/list?cityId=330000')).rows[0]

  test('reads it from there, by a signed call', async () => {
    service.calls.length = 0
    expect(await refresh()).toMatchObject({ status: 'done', error: null })
    expect(service.calls.map(call => call.pathname)).toEqual(['/ws/district/v1/list'])
    expect(await province()).toMatchObject({ fullName: '浙江省', source: 'service' })
  })

  test.each(['down', 'refused', 'garbage', 'few'] as const)(
    'keeps what is there while the service is %s',
    async fault => {
      const before = (
        await world.admin.query('select md5(string_agg(d::text, $1 order by id)) as sum from division d', ['|'])
      ).rows[0].sum
      service.fault = fault
      const state = await refresh()
      service.fault = undefined
      expect(state).toMatchObject({ status: 'failed', error: 'system.division.source' })
      const after = (
        await world.admin.query('select md5(string_agg(d::text, $1 order by id)) as sum from division d', ['|'])
      ).rows[0].sum
      expect(after).toBe(before)
    },
  )
})
