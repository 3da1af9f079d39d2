import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Company, makeCompany, report } from '../custody/companies.ts'
import { circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Answered, makeWorld, type World } from '../harness.ts'
import { woodValues } from './report-wood.ts'

/** From three plots in Gabon to a board in China: what each company sees of the wood, and what a buyer sees. */
let world: World
let concession: Company
let factory: Company
let goods: Goods
let circulationId: number

const stages: StageKey[] = ['forestSurvey', 'felling', 'processing', 'secondaryProcessing', 'productInformation']
const plots = ['OKALA-1', 'OKALA-2', 'OKALA-3']
/** Logs of each plot, of 1.5 m³ each. */
const logs = [14, 13, 13]

beforeAll(async () => {
  world = await makeWorld()
  concession = await makeCompany(world, 'OKALA', stages)
  factory = await makeCompany(world, 'BOARDS', stages)
  goods = await makeGoods(world, concession.admin)
  circulationId = await circulationOf(world, 'free')
})

const ok = (answer: Answered) => expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)

const state = async (by: Company, codes: readonly (string | undefined)[], stage: StageKey, values: object) =>
  ok(
    (await report(world, by, codes, stage, new Date(), {
      circulationId,
      values: woodValues(stage, values),
    })) as unknown as Answered,
  )

interface Flow {
  nodes: { kind: string; volume: string; plot: string | null; partner: string | null; stage: string | null }[]
}
const flowOf = async (by: Company, batchId: number) => {
  const { data } = await by.admin.get<Flow>(`/material/flow?batchId=${batchId}`)
  return data.nodes.map(({ kind, volume, plot, partner, stage }) =>
    [kind, plot ?? partner ?? stage, volume].filter(Boolean).join(' '),
  )
}

test('three plots, 40 logs, a sawmill, a factory, and a buyer who sees where the board is from', async () => {
  // Walked with the phone.
  for (const [n, number] of plots.entries()) {
    const [west, south] = [11.6 + n * 0.02, -0.7]
    const ring = [
      [west, south],
      [west + 0.01, south],
      [west + 0.01, south + 0.01],
      [west, south],
    ]
    const coordinates = [ring.map(position => position.map(value => Math.round(value * 1e6) / 1e6))]
    const walked = { walkId: randomUUID(), name: `Parcelle ${number}`, number, country: 'GA' }
    const shape = { geometry: JSON.stringify({ type: 'Polygon', coordinates }), worstAccuracy: 12, medianAccuracy: 5 }
    ok(await concession.field.post('/material/plot/walked', { ...walked, ...shape }))
  }
  // Surveyed and felled: 40 logs in three tables, each of one plot.
  const templateId = await templateOf(world, 'felling')
  let next = 0
  for (const [n, plot] of plots.entries()) {
    await state(concession, [goods.codes[n]], 'forestSurvey', {
      forestLevel: 'secondary',
      forestLocation: 'Ogooué-Lolo',
      plot,
    })
    const { treeSpecies, ...common } = woodValues('felling', { treeSpecies: 'OKO', plot }) as Record<string, unknown>
    const answer = await concession.field.post('/stage/report/rows', {
      reportId: randomUUID(),
      stage: 'felling',
      templateId,
      circulationId,
      documentCode: 'PAPER',
      operator: 'Reporter',
      time: new Date().toISOString(),
      values: common,
      rows: Array.from({ length: logs[n]! }, () => ({
        code: goods.codes[next++],
        values: { treeSpecies, volume: '1.5', logNumber: `L-${next}` },
      })),
    })
    ok(answer)
  }
  // Sawn, and handed over to the factory, which measures again.
  await state(concession, goods.codes.slice(0, 10), 'processing', {
    inputSpecies: 'OKO',
    inputVolume: '60',
    outputVolume: '28',
    processorName: 'Scierie de démonstration',
  })
  const offered = await concession.admin.post<{ id: number }>('/custody/offer', {
    receiver: factory.identification,
    codes: goods.codes.slice(0, 10),
    volume: '20',
  })
  ok(offered)
  const accepted = await factory.admin.put<{ batchId: number }>(`/custody/offer/${offered.data.id}/accept`, {
    receivedVolume: '19.5',
    difference: 'Dried on the way',
  })
  ok(accepted)
  const { batchId } = accepted.data
  await world.admin.query('update batch set circulation_id = $2, circulation_steps = null where id = $1', [
    batchId,
    circulationId,
  ])
  const boards = { inputSpecies: 'OKO', inputVolume: '19.5', outputVolume: '15', manufacturerName: '示例板材' }
  await state(factory, goods.codes.slice(0, 10), 'secondaryProcessing', boards)

  expect((await flowOf(concession, goods.batchId)).sort()).toEqual([
    'felled OKALA-1 21',
    'felled OKALA-2 19.5',
    'felled OKALA-3 19.5',
    'handedOver Demo BOARDS 20',
    'lost 32',
    'stage processing 60',
    'there 8',
    'wood 28',
    'wood 60',
  ])
  expect((await flowOf(factory, batchId)).sort()).toEqual([
    'lost 4.5',
    'measuredLess 0.5',
    'received Demo OKALA 20',
    'stage secondaryProcessing 19.5',
    'there 15',
    'wood 15',
    'wood 20',
  ])

  // The buyer: the region, both companies, what went in and came out, but not the plots, which are not public.
  const page = await world.anonymous.get<object>(`/trace/${goods.codes[0]}`)
  ok(page)
  const text = JSON.stringify(page.data)
  for (const seen of ['Ogooué-Lolo', 'Demo OKALA', 'Demo BOARDS', '"28"', '"15"']) expect(text, seen).toContain(seen)
  for (const plot of plots) expect(text).not.toContain(plot)
})
