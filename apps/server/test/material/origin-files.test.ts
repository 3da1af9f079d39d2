import { beforeAll, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { sheetOf } from '../sheet.ts'
import { addPlot, felled, handOver, originStages, square, state } from './origin-world.ts'

/** The files of plots that a buyer takes away: what the European system reads, and a workbook that also says what is missing. */
let world: World
let forest: Company
let buyer: Company
let goods: Goods
let batchId: number

interface Feature {
  type: string
  properties: Record<string, unknown>
  geometry: { type: string; coordinates: number[] | number[][][] }
}

beforeAll(async () => {
  world = await makeWorld()
  forest = await makeCompany(world, 'FILES-FOREST', originStages)
  buyer = await makeCompany(world, 'FILES-BUYER', originStages)
  goods = await makeGoods(world, forest.admin)
  await addPlot(forest, 'PL-1', square(11.612345, -0.712345))
  const point = JSON.stringify({ type: 'Point', coordinates: [11.7, -0.700001] })
  await addPlot(forest, 'PL-2', point, { declaredArea: '3.5', producer: null, place: null })
  await state(world, forest, goods.codes[0], 'felling', felled('5', 'PL-1', '2026-04-01'))
  await state(world, forest, goods.codes[1], 'felling', felled('3', 'PL-1', '2026-04-02'))
  await state(world, forest, goods.codes[2], 'felling', felled('4', 'PL-2'))
  await state(world, forest, goods.codes[3], 'felling', felled('1.5'))
  batchId = (await handOver(forest, buyer, { codes: goods.codes.slice(0, 10), sharesPlots: true })).batchId
})

const read = async (by: Company, query: string) => {
  const answer = await by.admin.get(`/material/origin/export?${query}`)
  expect(answer.status).toBe(200)
  return answer
}

test('GeoJSON has each plot once, longitude first, with the properties of the European system and exact areas', async () => {
  const { raw, headers } = await read(buyer, `batchId=${batchId}`)
  expect(headers['content-type']).toContain('application/geo+json')
  expect(headers['content-disposition']).toContain('.geojson')
  const text = raw.toString('utf8')
  const { type, features } = JSON.parse(text) as { type: string; features: Feature[] }
  expect(type).toBe('FeatureCollection')
  const { rows } = await world.admin.query<{ area: string }>(
    `select trim_scale(area)::text as area from plot where tenant_id = $1 and number = 'PL-1'`,
    [forest.admin.tenantId],
  )
  expect(features.map(({ properties }) => properties)).toEqual([
    {
      ProducerName: 'Okala Forestry',
      ProducerCountry: 'GA',
      ProductionPlace: 'PL-1, Parcel PL-1, Okala',
      Area: Number(rows[0]!.area),
    },
    { ProducerCountry: 'GA', ProductionPlace: 'PL-2, Parcel PL-2', Area: 3.5 },
  ])
  // As it is stored, not by way of a float.
  expect(text).toContain(`"Area":${rows[0]!.area}}`)
  expect(features.map(({ geometry }) => geometry)).toEqual([
    JSON.parse(square(11.612345, -0.712345)),
    { type: 'Point', coordinates: [11.7, -0.700001] },
  ])
})

test('the workbook has a row for each plot and each gap, in three languages', async () => {
  for (const language of ['zh', 'en', 'fr']) {
    const answer = await buyer.admin.get(`/material/origin/export?batchId=${batchId}&format=xlsx`, {
      'accept-language': language,
    })
    const { header, rows } = await sheetOf(answer.raw)
    expect(header).toHaveLength(16)
    const all = [...header, ...rows.flat()].join()
    expect(all).not.toMatch(/material\.|undefined|OKO/)
    expect(rows.map(row => [row[0], row[1], row[4], row[11], row[14]].map(cell => String(cell ?? '')))).toEqual([
      ['1', 'Demo FILES-FOREST', 'PL-1', '2', '8'],
      ['1', 'Demo FILES-FOREST', 'PL-2', '1', '4'],
      // How much wood has no plot is the affair of its company.
      ['1', 'Demo FILES-FOREST', '', '1', ''],
    ])
  }
  const atForest = await sheetOf((await read(forest, `batchId=${goods.batchId}&format=xlsx`)).raw)
  expect(atForest.rows.map(row => String(row[14]))).toEqual(['8', '4', '1.5'])
})

test('what is not shared is in neither file but as a number; a file without plots is empty', async () => {
  const [offer] = (await forest.admin.get('/custody/offer/list?side=given')).rows
  expect((await forest.admin.put(`/custody/offer/${offer!.id}/plots`, { sharesPlots: false })).code).toBe(200)
  const geojson = (await read(buyer, `batchId=${batchId}`)).raw.toString('utf8')
  expect(JSON.parse(geojson)).toEqual({ type: 'FeatureCollection', features: [] })
  const { rows } = await sheetOf((await read(buyer, `batchId=${batchId}&format=xlsx`)).raw)
  expect(rows).toHaveLength(2)
  expect(rows[0]!.join()).toContain('2')
  expect(rows.flat().join()).not.toContain('PL-')
  expect((await forest.admin.put(`/custody/offer/${offer!.id}/plots`, { sharesPlots: true })).code).toBe(200)
})

test('outlines beyond the limit of the European system are refused, never cut', async () => {
  const big = await makeGoods(world, forest.admin)
  const plotId = await addPlot(forest, 'PL-BIG', square(12.5, -0.7))
  await state(world, forest, big.codes[0], 'felling', felled('5', 'PL-BIG'))
  // Eighty versions of 400,000 characters, each named by a felling.
  await world.admin.query(
    `with one as (select r.* from stage_record r where r.batch_id = $1),
     made as (
       insert into stage_record (tenant_id, dept_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, code_count,
         codes_digest, public_values, personal_salt, created_by)
       select o.tenant_id, o.dept_id, gen_random_uuid(), o.batch_id, o.stage, o.template_id, n::text, o.operator, o.happened_at, 1,
         o.codes_digest, o.public_values, o.personal_salt, o.created_by
       from one o, generate_series(2, 81) n returning tenant_id, id, document_code)
     insert into stage_record_plot (tenant_id, record_id, plot_id, version, number)
     select tenant_id, id, $2, document_code::int, 'PL-BIG' from made`,
    [big.batchId, plotId],
  )
  await world.admin.query(
    `insert into plot_version (tenant_id, plot_id, version, geometry, area, positions)
     select tenant_id, id, n, rpad(geometry, 400000), area, positions from plot, generate_series(2, 81) n where id = $1`,
    [plotId],
  )
  const answer = await forest.admin.get(`/material/origin/export?batchId=${big.batchId}`)
  expect(answer.error).toBe('material.originTooLarge')
  // The page has what fits, and says that there is more.
  const page = await forest.admin.get<{ cut: boolean; plots: { geometry: string | null }[] }>(
    `/material/origin?batchId=${big.batchId}`,
  )
  expect(page.data.cut).toBe(true)
  expect(page.data.plots).toHaveLength(81)
  expect(page.data.plots.filter(({ geometry }) => geometry !== null)).toHaveLength(5)
  const { rows } = await sheetOf((await read(forest, `batchId=${big.batchId}&format=xlsx`)).raw)
  expect(rows.length).toBeGreaterThan(80)
})
