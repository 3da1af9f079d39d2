import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

const stageRecordBrief = z.strictObject({
  recordId: rowId,
  stage: z.enum(stageKeys),
  recordedAt: moment,
  /** When it happened. */
  time: moment,
  version: z.number().int(),
  status: z.enum(['current', 'superseded', 'voided']),
  enterprise: z.string(),
  operator: z.string(),
  codes: count,
})
export type StageRecordBrief = z.output<typeof stageRecordBrief>

export const batchStages = defineCall({
  method: 'GET',
  path: '/catalog/batch/:id(^\\d+$)/stages',
  access: { permission: 'catalog:batch:query' },
  summary: 'The 18 stages of a batch with what was reported at each',
  answer: z.array(
    z.strictObject({
      stage: z.enum(stageKeys),
      /** 1 to 18. */
      order: z.number().int(),
      optional: z.boolean(),
      records: z.array(stageRecordBrief),
    }),
  ),
})

export const catalogCalls = [batchStages] as const
