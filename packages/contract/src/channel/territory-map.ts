import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { count, rowId } from '../wire/shapes.ts'

/** Divisions that a map shows. */
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
        /** A province, which is drawn as an area by its code; anything smaller is a point. */
        province: z.boolean(),
        /** About its middle; null where no outline of it is known. */
        longitude: z.number().nullable(),
        latitude: z.number().nullable(),
        dealers: z.array(z.strictObject({ id: rowId, name: z.string() })),
      }),
    ),
    /** How many divisions there are; the first of them are in `divisions`. */
    total: count,
  }),
})

export const territoryCalls = [territoryMap] as const

export type TerritoryMap = AnswerOf<typeof territoryMap>
