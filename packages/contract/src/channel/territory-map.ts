import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { count, rowId } from '../wire/shapes.ts'

/** Most divisions on a map. */
export const mappedTerritories = 500

export const territoryMap = defineCall({
  method: 'GET',
  path: '/channel/territory/map',
  access: { permission: 'channel:territory:list' },
  scope: { tested: 'territories in scope', in: 'apps/server/test/channel/assignment.test.ts' },
  summary: 'The divisions in which dealers sell today, with their place on a map; of one dealer, or of all in reach',
  query: z.object({ dealerId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
  labels: 'channel.territory',
  answer: z.strictObject({
    divisions: z.array(
      z.strictObject({
        code: z.string(),
        /** In the reader's language where there is such a name. */
        name: z.string(),
        /** Code of a province, which is drawn as an area; smaller divisions are points. */
        province: z.boolean(),
        /** Approximate centre; null when no outline is known. */
        longitude: z.number().nullable(),
        latitude: z.number().nullable(),
        dealers: z.array(z.strictObject({ id: rowId, name: z.string() })),
      }),
    ),
    /** Number of all divisions; `divisions` holds the first of them. */
    total: count,
  }),
})

export const territoryCalls = [territoryMap] as const

export type TerritoryMap = AnswerOf<typeof territoryMap>
