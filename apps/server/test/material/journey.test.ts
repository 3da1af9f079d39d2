import { beforeAll, expect, test } from 'vitest'
import type { Company } from '../custody/companies.ts'
import { makeWorld, type World } from '../harness.ts'
import { makeBoardsOfThreePlots, plots } from './three-plots.ts'

/** From three plots in Gabon to a board in China: what each company sees of the wood, and what a buyer sees. */
let world: World

beforeAll(async () => {
  world = await makeWorld()
})

interface Flow {
  nodes: {
    kind: string
    volume: string
    plot: string | null
    partner: string | null
    stage: string | null
    reason: string | null
  }[]
}
const flowOf = async (by: Company, batchId: number) => {
  const { data } = await by.admin.get<Flow>(`/material/flow?batchId=${batchId}`)
  return data.nodes.map(({ kind, volume, plot, partner, stage, reason }) =>
    [kind, plot ?? partner ?? stage ?? reason, volume].filter(Boolean).join(' '),
  )
}

test('three plots, 40 logs, a sawmill, a factory, and a buyer who sees where the board is from', async () => {
  const { concession, factory, goods, batchId } = await makeBoardsOfThreePlots(world)
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
    'lost drying 0.5',
    'measuredLess 0.5',
    'received Demo OKALA 20',
    'residue sawdust 4',
    'stage secondaryProcessing 19.5',
    'there 15',
    'wood 15',
    'wood 20',
  ])

  // The buyer: the region, both companies, what went in and came out, but not the plots, which are not public.
  const page = await world.anonymous.get<object>(`/trace/${goods.codes[0]}`)
  expect(page.msg).toBe('ok')
  const text = JSON.stringify(page.data)
  for (const seen of ['Ogooué-Lolo', 'Demo OKALA', 'Demo BOARDS', '"28"', '"15"']) expect(text, seen).toContain(seen)
  for (const plot of plots) expect(text).not.toContain(plot)
})
