import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

const counts = z.strictObject({ item: count, package: count, container: count })

/** The newest stage that was reported, as the public page shows it. */
const lastStage = z.strictObject({
  stage: z.enum(stageKeys),
  time: moment,
  enterprise: z.string(),
  place: z
    .strictObject({
      longitude: z.number(),
      latitude: z.number(),
      name: z.string().nullable(),
    })
    .nullable(),
})

export const whereabouts = defineCall({
  method: 'GET',
  path: '/custody/whereabouts',
  access: { permission: 'custody:whereabouts:list' },
  scope: { row: 'catalog/batch', key: 'batchId' },
  summary:
    'Where the goods of a batch, or of an accepted handover, are now: their present holders, and the companies that they went through, each with what the public page says of its stages',
  query: z.object({
    /** A batch of the own enterprise; this or `offerId`. */
    batchId: z.coerce.number().pipe(rowId).optional(),
    /** A handover that the own enterprise gave or received. */
    offerId: z.coerce.number().pipe(rowId).optional(),
  }),
  answer: z.strictObject({
    /** Number of the batch, or name of the goods. */
    goods: z.string(),
    counts,
    /** Who holds them now, the most codes first. */
    holders: z.array(
      z.strictObject({
        enterprise: z.string(),
        /** The own enterprise. */
        own: z.boolean(),
        counts,
        /** When the first and the newest of them arrived; null for goods of its own making. */
        since: moment.nullable(),
        latest: moment.nullable(),
        last: lastStage.nullable(),
      }),
    ),
    /** Every company that held them or was invited to report, in the order in which they came to it. */
    companies: z.array(
      z.strictObject({
        enterprise: z.string(),
        own: z.boolean(),
        role: z.enum(['holder', 'partner']),
        /** Null for the first holder. */
        since: moment.nullable(),
        counts,
        /** Codes that are still with it. */
        held: counts,
        stages: z.array(z.strictObject({ stage: z.enum(stageKeys), first: moment, last: moment })),
        last: lastStage.nullable(),
      }),
    ),
    /** The goods went through more hands than are listed. */
    more: z.boolean(),
  }),
})

export type Whereabouts = AnswerOf<typeof whereabouts>
