import type { AnswerOf } from '@timbermark/contract'
import type { ImportedPlots, plotHistory } from '@timbermark/contract/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'

let world: World
let admin: Caller
let other: Caller

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('PLOTS-A'), ['enterpriseAdmin'])
  other = await world.signIn(await world.makeTenant('PLOTS-B'), ['enterpriseAdmin'])
})

type History = AnswerOf<typeof plotHistory>
type PlotRow = Record<string, unknown> & { id: number }

const square = (west: number, south: number, size = 0.01) =>
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ].map(position => position.map(value => Math.round(value * 1e6) / 1e6))
const outline = (west: number, south: number, size?: number) =>
  JSON.stringify({ type: 'Polygon', coordinates: [square(west, south, size)] })

const add = (by: Caller, name: string, geometry: string, more: object = {}) =>
  by.post<{ id: number }>('/material/plot', { name, country: 'GA', geometry, ...more })
const read = async (by: Caller, id: number) => (await by.get<PlotRow>(`/material/plot/${id}`)).data
const history = async (by: Caller, id: number) => (await by.get<History>(`/material/plot/${id}/history`)).data
const issuesOf = (answer: Answered) =>
  (answer.data as { issues: { field: string; error: string }[] }).issues.map(({ field, error }) => `${field} ${error}`)

test('a plot has the area of its outline, and a changed shape keeps the earlier one', async () => {
  const { data } = await add(admin, 'North', outline(11, 0), { number: 'N-1', declaredArea: '120' })
  expect(await read(admin, data.id)).toMatchObject({
    kind: 'polygon',
    positions: 5,
    version: 1,
    area: '123.0907',
    overlapCount: 0,
  })
  expect((await admin.put('/material/plot', { id: data.id, name: 'North wood' })).code).toBe(200)
  expect((await admin.put('/material/plot', { id: data.id, geometry: outline(11, 0, 0.02) })).code).toBe(200)
  expect(await read(admin, data.id)).toMatchObject({ name: 'North wood', version: 2 })
  const { earlier } = await history(admin, data.id)
  expect(earlier).toMatchObject([{ version: 1, geometry: outline(11, 0), positions: 5 }])
  const { rows } = await admin.get<PlotRow>('/material/plot/list?name=North')
  expect(rows[0]).toMatchObject({ id: data.id, number: 'N-1' })
  expect(rows[0]).not.toHaveProperty('geometry')
})

describe('refused', () => {
  test.each([
    [
      'a bow tie',
      '{"type":"Polygon","coordinates":[[[11,1],[11.01,1.01],[11.01,1],[11,1.01],[11,1]]]}',
      {},
      'geometry material.plot.crossing',
    ],
    ['no GeoJSON', 'over there', {}, 'geometry material.plot.notGeometry'],
    ['swapped axes, by the country', '{"type":"Point","coordinates":[0.4,11.7]}', {}, 'geometry material.plot.swapped'],
    [
      'a point for more than four hectares',
      '{"type":"Point","coordinates":[11.7,0.4]}',
      { declaredArea: '4.5' },
      'declaredArea material.plot.pointArea',
    ],
    ['a number that another plot has', outline(11.5, 0.5), { number: 'N-1' }, 'number material.plotNumberTaken'],
  ])('%s', async (_, geometry, more, issue) => {
    expect(issuesOf(await add(admin, 'Wrong', geometry, more))).toEqual([issue])
  })

  test('a larger stated area of a stored point', async () => {
    const { data } = await add(admin, 'Point', '{"type":"Point","coordinates":[11.8,0.4]}', { declaredArea: '3' })
    expect(issuesOf(await admin.put('/material/plot', { id: data.id, declaredArea: '5' }))).toEqual([
      'declaredArea material.plot.pointArea',
    ])
  })

  test('half a million positions', async () => {
    const geometry = JSON.stringify({
      type: 'Polygon',
      coordinates: [Array.from({ length: 500_000 }, (_, at) => [11 + at / 1e6, 0])],
    })
    expect((await add(admin, 'Huge', geometry)).code).not.toBe(200)
    const file = Buffer.from(JSON.stringify({ type: 'Feature', properties: {}, geometry: JSON.parse(geometry) }))
    const { data } = await admin.upload<ImportedPlots>('/material/plot/importData', {
      name: 'huge.geojson',
      content: file,
    })
    expect(data.plots[0]!.faults.map(fault => fault.error)).toContain('material.plot.tooManyPositions')
  })
})

describe('overlaps', () => {
  test('within the enterprise both name each other with the common area, until one is removed', async () => {
    const first = (await add(admin, 'East', outline(12, 0))).data.id
    const second = (await add(admin, 'West', outline(12.005, 0))).data.id
    // They only share a border.
    const third = (await add(admin, 'Neighbour', outline(12.015, 0))).data.id
    expect(await history(admin, first)).toMatchObject({ overlaps: [{ id: second, name: 'West', foreign: false }] })
    expect(Number((await history(admin, second)).overlaps[0]!.area)).toBeCloseTo(61.545, 2)
    expect(await read(admin, third)).toMatchObject({ overlapCount: 0 })
    expect(await read(admin, first)).toMatchObject({ overlapCount: 1 })
    await admin.delete(`/material/plot/${second}`)
    expect(await read(admin, first)).toMatchObject({ overlapCount: 0 })
  })

  test('with another enterprise it is said, but not whose plot it is, nor what shape it has', async () => {
    await add(other, 'Secret wood', outline(13, 0), { producer: 'Secret producer' })
    const { data } = await add(admin, 'Ours', outline(13.004, 0))
    expect(await read(admin, data.id)).toMatchObject({ overlapCount: 1 })
    const answer = await history(admin, data.id)
    expect(answer.overlaps).toEqual([{ id: null, name: null, foreign: true, area: null }])
    expect(JSON.stringify(answer)).not.toMatch(/Secret|geometry":"/)
  })
})

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>From KML</name><ExtendedData><Data name="ProducerName"><value>A &amp; B</value></Data></ExtendedData>
    <Polygon><outerBoundaryIs><LinearRing><coordinates>14,0,5 14.01,0,5 14.01,0.01,5 14,0.01,5</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Track</name><LineString><coordinates>14,0 14.1,0</coordinates></LineString></Placemark>
</Document></kml>`

describe('a file of plots', () => {
  const send = (name: string, content: string, fields: Record<string, string> = {}) =>
    admin.upload<ImportedPlots>(
      '/material/plot/importData',
      { name, content: Buffer.from(content) },
      { country: 'GA', ...fields },
    )

  test('KML: the preview says repairs and faults and stores nothing; then only the faultless are stored', async () => {
    const { data } = await send('plots.kml', kml)
    expect(data).toMatchObject({ count: 2, faulty: 1, stored: 0 })
    expect(data.plots).toMatchObject([
      { row: 2, name: 'Track', faults: [{ error: 'material.plot.lineType' }] },
      { row: 1, name: 'From KML', kind: 'polygon', area: '123.0907', repairs: ['altitude', 'closed'], faults: [] },
    ])
    expect((await admin.get('/material/plot/list?name=From')).rows).toHaveLength(0)
    expect((await send('plots.kml', kml, { mode: 'commit' })).data).toMatchObject({ stored: 1 })
    expect((await admin.get('/material/plot/list?name=From')).rows).toMatchObject([
      { producer: 'A & B', country: 'GA' },
    ])
  })

  test('CSV: points with their area, and semicolons with a decimal comma', async () => {
    const { data } = await send(
      'points.csv',
      'nom;latitude;longitude;surface\nUn;0,51;11,21;2,5\nDeux;95;11;1\nTrois;0,6;11,3;9\n',
    )
    expect(data.plots.map(({ name, faults }) => [name, faults.map(fault => fault.error)])).toEqual([
      ['Deux', ['material.plot.swapped']],
      ['Trois', ['material.plot.pointArea']],
      ['Un', []],
    ])
  })

  test('GeoJSON: the properties of the European system; an area as text and a broken file are refused', async () => {
    const feature = (properties: object, geometry: string) => ({
      type: 'Feature',
      properties,
      geometry: JSON.parse(geometry) as unknown,
    })
    const collection = {
      type: 'FeatureCollection',
      features: [
        feature(
          { ProducerName: 'P', ProducerCountry: 'CM', ProductionPlace: 'Lot 1', Area: 2 },
          '{"type":"Point","coordinates":[11.5,4]}',
        ),
        feature({ ProducerCountry: 'Cameroon' }, outline(11.5, 4.1)),
      ],
    }
    const { data } = await send('plots.geojson', JSON.stringify(collection))
    expect(data.plots.map(({ country, name, faults }) => [country, name, faults.length > 0])).toEqual([
      ['CAMEROON', 'Plot 2', true],
      ['CM', 'Lot 1', false],
    ])
    for (const broken of [
      '{"type":',
      '<kml><a></kml>',
      'a,b\n1,2\n',
      '<!DOCTYPE k [<!ENTITY a "aaaa">]><kml>&a;</kml>',
    ])
      expect((await send('broken', broken)).code).toBe(500)
  })
})

// The goal is 30 s; a busy machine may take some times that.
test('ten thousand plots among a hundred thousand are imported with their overlaps', async () => {
  const { rows } = await world.admin.query<{ tenant_id: number }>(`select tenant_id from plot order by id desc limit 1`)
  await world.admin.query(
    `insert into plot (tenant_id, name, country, kind, geometry, positions, area, box)
     select $1, 'Stored ' || n, 'GA', 'polygon',
       format('{"type":"Polygon","coordinates":[[[%s,%s],[%s,%s],[%s,%s],[%s,%s]]]}', w, s, w + 0.004, s, w + 0.004, s + 0.004, w, s),
       4, 1, box(point(w + 0.004, s + 0.004), point(w, s))
     from (select n, 20 + (n % 400) * 0.005 as w, -3 - (n / 400) * 0.005 as s from generate_series(1, 100000) n) g`,
    [rows[0]!.tenant_id],
  )
  await world.admin.query('analyze plot')
  const features = Array.from({ length: 10_000 }, (_, at) => {
    const [west, south] = [20 + (at % 100) * 0.005 + 0.0035, -3.5 - Math.floor(at / 100) * 0.005]
    return {
      type: 'Feature',
      properties: { name: `New ${at}` },
      geometry: JSON.parse(outline(west, south, 0.003)) as unknown,
    }
  })
  const content = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const start = performance.now()
  const { data } = await admin.upload<ImportedPlots>(
    '/material/plot/importData',
    { name: 'many.geojson', content },
    { mode: 'commit', country: 'CD' },
  )
  const seconds = (performance.now() - start) / 1000
  console.log(`10,000 plots among 100,000: ${seconds.toFixed(1)} s`)
  expect(data).toMatchObject({ count: 10_000, faulty: 0, stored: 10_000 })
  expect(seconds).toBeLessThan(120)
  const counted = await world.admin.query<{ n: number }>(
    `select count(*)::int as n from plot where overlap_count > 0 and name like 'New %'`,
  )
  expect(counted.rows[0]!.n).toBeGreaterThan(9000)
})
