import { stageKeys } from '@timbermark/contract'
import { z } from 'zod'
import type { PageAsk } from './load.ts'

const most = 100
const usual = 20

const recordId = z.string().regex(/^\d{1,15}$/)
const asked = {
  stage: z.enum(stageKeys),
  after: recordId.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(most))
    .optional(),
}

/** Records of a stage, in order: those after a record, or the first ones. */
export const recordsQuery = z.object(asked)

/** Which records a proof is wanted of: named one by one, or as for `recordsQuery`. */
export const proofQuery = z.object({
  ...asked,
  stage: asked.stage.optional(),
  records: z
    .string()
    .max(2000)
    .transform(text => text.split(','))
    .pipe(z.array(recordId.transform(Number)).min(1).max(most))
    .optional(),
})

export function pageAskOf({ stage, after, limit }: z.output<typeof recordsQuery>): PageAsk {
  return { stage, after: after === undefined ? null : Number(after), limit: limit ?? usual }
}

/** What the address of the page asks for (`?stage=felling&after=17`); nonsense asks for nothing. */
export function readPageAsk(query: unknown): PageAsk | undefined {
  const { stage, after } = query as Record<string, unknown>
  const read = recordsQuery.safeParse({ stage, ...(after === undefined ? {} : { after }) })
  return read.success ? pageAskOf(read.data) : undefined
}
