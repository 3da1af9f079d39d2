import { z } from 'zod'

/** What one point of a trend covers. */
export const grains = ['hour', 'day', 'month'] as const
export type Grain = (typeof grains)[number]

/** The longest period of each grain, in days: as many points as a picture still shows. */
export const mostDays = { hour: 7, day: 92, month: 1097 } as const satisfies Record<Grain, number>

export const rankings = ['product', 'batch', 'enterprise'] as const
export type Ranking = (typeof rankings)[number]

export const placeLevels = ['country', 'province', 'city'] as const
export type PlaceLevel = (typeof placeLevels)[number]

/** How many are told of a ranking. */
export const rankedRows = 50

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()

/** The period, its first and last day included; whole months where the grain is one. Both or none: the last 30 days. */
const period = {
  grain: z.enum(grains).default('day'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** For those of the platform who may list enterprises: one of them; all without it. */
  enterpriseId: number,
}
export const periodQuery = z.object(period)

/** The same of one product or one batch. */
export const goodsQuery = z.object({ ...period, productId: number, batchId: number })
export const rankingQuery = goodsQuery.extend({ by: z.enum(rankings).default('product') })
export const placeQuery = goodsQuery.extend({
  level: z.enum(placeLevels).default('city'),
  /** By which the places are ranked: `wrongChecks` shows where codes are guessed or copied. */
  sortBy: z.enum(['scans', 'checks', 'wrongChecks']).default('scans'),
})
