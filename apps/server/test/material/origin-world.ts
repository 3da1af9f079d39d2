import type { StageKey } from '@timbermark/contract'
import type { WoodOrigin } from '@timbermark/contract/calls'
import { expect } from 'vitest'
import { type Company, report } from '../custody/companies.ts'
import type { Answered, Caller, World } from '../harness.ts'
import { woodValues } from './report-wood.ts'

/** Stages that a company of these tests may report. */
export const originStages: StageKey[] = ['felling', 'rawMaterialPurchase', 'processing', 'secondaryProcessing']

/** A square of land, as text of six decimals at most. */
export const square = (west: number, south: number, size = 0.01): string => {
  const at = (value: number) => Math.round(value * 1e6) / 1e6
  const [east, north] = [at(west + size), at(south + size)]
  return JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  })
}

export async function addPlot(by: Company, number: string, geometry: string, more: object = {}): Promise<number> {
  const answer = await by.admin.post<{ id: number }>('/material/plot', {
    name: `Parcel ${number}`,
    number,
    country: 'GA',
    producer: 'Okala Forestry',
    place: 'Okala',
    geometry,
    ...more,
  })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}

/** A field user reports a stage about a code of a batch. @returns the id of the record */
export async function state(
  world: World,
  by: Company,
  code: string | undefined,
  stage: StageKey,
  values: object,
  more: object = {},
): Promise<number> {
  const answer = (await report(world, by, [code], stage, new Date(Date.now() - 60_000), {
    values: woodValues(stage, values),
    ...more,
  })) as unknown as Answered<{ recordId: number }>
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(200)
  return answer.data.recordId
}

export const felled = (volume: string, plot?: string, day = '2026-04-30') => ({
  treeSpecies: 'OKO',
  volume,
  fellingTime: `${day}T08:00:00Z`,
  ...(plot && { plot }),
})

/** Hands codes over, and takes them. @returns the offer and the receiver's batch */
export async function handOver(
  from: Company,
  to: Company,
  goods: object,
): Promise<{ offerId: number; batchId: number }> {
  const offered = await from.admin.post<{ id: number }>('/custody/offer', { receiver: to.identification, ...goods })
  expect(offered.code, `${offered.msg} ${JSON.stringify(offered.data)}`).toBe(200)
  const taken = await to.admin.put<{ batchId: number }>(`/custody/offer/${offered.data.id}/accept`, {})
  expect(taken.code, taken.msg).toBe(200)
  return { offerId: offered.data.id, batchId: taken.data.batchId }
}

/** Moves wood between batches of an enterprise, as a transfer would have stored it. */
export async function transfer(world: World, tenantId: number, from: number, to: number): Promise<number> {
  const { rows } = await world.admin.query<{ id: string }>(
    `with t as (
       insert into material_transfer (tenant_id, batches, volume, happened_at) values ($1, 'A to B', 1, now() - interval '1 hour') returning id)
     insert into material_transfer_line (tenant_id, transfer_id, from_batch_id, to_batch_id, species, form, species_words, volume)
     select $1, id, $2, $3, 'OKO', 'log', '"Okoumé"', 1 from t returning transfer_id as id`,
    [tenantId, from, to],
  )
  return Number(rows[0]!.id)
}

export async function originOf(caller: Caller, query: string): Promise<WoodOrigin> {
  const answer = await caller.get<WoodOrigin>(`/material/origin?${query}`)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}

/** Company, plots and gaps of each batch, from the goods back. */
export const chainOf = ({ batches, plots }: WoodOrigin): string[] =>
  batches.map(({ step, enterprise, fellings, withheld, gaps }) =>
    [
      `${step} ${enterprise.replace('Demo ', '')}`,
      ...fellings.map(({ plot }) => `${plots[plot]!.number} v${plots[plot]!.version}`),
      ...(withheld.plots > 0 ? [`withheld ${withheld.plots}`] : []),
      ...gaps.map(({ kind, records }) => `${kind}${records === null ? '' : ` ${records}`}`),
    ].join(' | '),
  )
