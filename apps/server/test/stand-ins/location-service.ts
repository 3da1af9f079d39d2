import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Division, readShippedDivisions } from '../../src/areas/system/division/division-source.ts'

export interface LocationStandIn {
  url: string
  /** Answers in place of the documented ones, until it is undefined again. */
  fault: undefined | 'down' | 'refused' | 'garbage' | 'few'
  calls: URL[]
  stop(): Promise<void>
}

/**
 * The location service as its documentation says: calls with a known key, signed with the secret over the parameters as
 * they are before encoding; refusals are a status in an answer 200. It lists the country of the shipped data, with the
 * documented peculiarities: lists that refer to each other by place, districts without a short name, municipalities whose
 * districts stand in the list of cities, counties without a city that are listed twice.
 */
export async function startLocationService(key: string, secret: string): Promise<LocationStandIn> {
  const lists = districtLists(readShippedDivisions())
  const server = createServer((request, response) => {
    const call = new URL(request.url ?? '', self.url)
    self.calls.push(call)
    const send = (body: unknown) => response.end(JSON.stringify(body))
    if (self.fault === 'down') return response.writeHead(502).end()
    if (self.fault === 'garbage') return response.end('<html>maintenance</html>')
    if (call.searchParams.get('key') !== key) return send({ status: 311, message: 'key format error' })
    if (self.fault === 'refused') return send({ status: 121, message: 'daily limit reached' })
    const raw = [...call.searchParams].filter(([name]) => name !== 'sig').sort(([a], [b]) => (a < b ? -1 : 1))
    const text = `${call.pathname}?${raw.map(([name, value]) => `${name}=${value}`).join('&')}${secret}`
    if (createHash('md5').update(text).digest('hex') !== call.searchParams.get('sig'))
      return send({ status: 111, message: 'signature check failed' })
    if (call.pathname !== '/ws/district/v1/list') return response.writeHead(404).end()
    const result = self.fault === 'few' ? [lists[0]!.map(({ cidx: _, ...one }) => one), []] : lists
    send({ status: 0, message: 'query ok', data_version: '20260701', result })
  })
  const self: LocationStandIn = {
    url: '',
    fault: undefined,
    calls: [],
    stop: () => new Promise(done => server.close(() => done())),
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self
}

interface Entry {
  id: string
  name?: string
  fullname: string
  pinyin?: string[]
  location: { lat: number; lng: number }
  cidx?: [number, number]
}

function districtLists(rows: readonly Division[]): Entry[][] {
  const below = Map.groupBy(rows, row => row.parentId)
  const entry = (row: Division): Entry => ({
    id: String(row.cityId),
    ...(row.level < 3 ? { name: row.shortName, pinyin: ['x'] } : {}),
    fullname: row.fullName,
    location: { lat: row.latitude ?? 0, lng: row.longitude ?? 0 },
  })
  const lists: Entry[][] = [[], [], []]
  for (const province of below.get(0) ?? []) {
    const first = entry(province)
    lists[0]!.push(first)
    const from = lists[1]!.length
    for (const city of below.get(province.cityId) ?? []) {
      const second = entry(city)
      lists[1]!.push(second)
      const start = lists[2]!.length
      for (const district of below.get(city.cityId) ?? []) lists[2]!.push(entry(district))
      const municipality = /^(11|12|31|50|81|82)/.test(second.id)
      if (city.level === 3 && !municipality) lists[2]!.push({ ...second, id: `${second.id}99` })
      if (lists[2]!.length > start) second.cidx = [start, lists[2]!.length - 1]
    }
    if (lists[1]!.length > from) first.cidx = [from, lists[1]!.length - 1]
  }
  return lists
}
