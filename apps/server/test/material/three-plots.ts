import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { expect } from 'vitest'
import { type Company, makeCompany, report } from '../custody/companies.ts'
import { circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import type { Answered, World } from '../harness.ts'
import { woodValues } from './report-wood.ts'

/** Numbers of the plots, which no buyer sees. */
export const plots = ['OKALA-1', 'OKALA-2', 'OKALA-3']
/** Logs of each plot, of 1.5 m³ each. */
const logs = [14, 13, 13]
const stages: StageKey[] = ['forestSurvey', 'felling', 'processing', 'secondaryProcessing', 'productInformation']

/** Wood that came from three plots in Gabon to boards in China. */
export interface BoardsOfThreePlots {
  concession: Company
  factory: Company
  /** Of the concession; the first ten codes were handed over. */
  goods: Goods
  /** The batch of the factory. */
  batchId: number
}

const ok = (answer: Answered) => expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)

/** Walks three plots, fells 40 logs there, saws them, hands part of them to a factory and makes boards of that, by calls. */
export async function makeBoardsOfThreePlots(world: World): Promise<BoardsOfThreePlots> {
  const concession = await makeCompany(world, 'OKALA', stages)
  const factory = await makeCompany(world, 'BOARDS', stages)
  const goods = await makeGoods(world, concession.admin)
  const circulationId = await circulationOf(world, 'free')
  const state = async (by: Company, codes: readonly (string | undefined)[], stage: StageKey, values: object) =>
    ok(
      (await report(world, by, codes, stage, new Date(), {
        circulationId,
        values: woodValues(stage, values),
      })) as unknown as Answered,
    )
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
  const rest = { sawdustVolume: '4', lossReason: 'drying', manufacturerName: '示例板材' }
  const boards = { inputSpecies: 'OKO', inputVolume: '19.5', outputVolume: '15', ...rest }
  await state(factory, goods.codes.slice(0, 10), 'secondaryProcessing', boards)
  return { concession, factory, goods, batchId }
}
