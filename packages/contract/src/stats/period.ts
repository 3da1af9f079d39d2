import { z } from 'zod'

/** Length of one point of a trend. */
export const grains = ['hour', 'day', 'month'] as const
export type Grain = (typeof grains)[number]

/** Longest period of each grain, in days: as many points as a chart can show. */
export const mostDays = { hour: 7, day: 92, month: 1097 } as const satisfies Record<Grain, number>

export const rankings = ['product', 'batch', 'enterprise'] as const
export type Ranking = (typeof rankings)[number]

export const placeLevels = ['country', 'province', 'city'] as const
export type PlaceLevel = (typeof placeLevels)[number]

/** Rows of a ranking. */
export const rankedRows = 50

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()

/** First and last day of the period, included; complete months for the grain month. Without both: the last 30 days. */
const period = {
  grain: z.enum(grains).default('day'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** For platform users who may list enterprises: one enterprise; default all. */
  enterpriseId: number,
}
export const periodQuery = z.object(period)

/** The same for one product or one batch. */
export const goodsQuery = z.object({ ...period, productId: number, batchId: number })
export const rankingQuery = goodsQuery.extend({ by: z.enum(rankings).default('product') })
export const placeQuery = goodsQuery.extend({
  level: z.enum(placeLevels).default('city'),
  /** Ranking criterion of places: `wrongChecks` shows where codes are guessed or copied. */
  sortBy: z.enum(['scans', 'checks', 'wrongChecks']).default('scans'),
})
