import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, nothing, rowId } from '../wire/shapes.ts'

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

const quantities = z.strictObject({
  items: count,
  packages: count,
  containers: count,
  /** Cubic metres, as the batch or the records state them; null when they state none. */
  volume: z.number().nonnegative().nullable(),
})

export const batchStages = defineCall({
  method: 'GET',
  path: '/catalog/batch/:id(^\\d+$)/stages',
  access: { permission: 'catalog:batch:query' },
  summary: 'The stages of a batch in the order of its circulation: what is done, missing and late, by whom and when',
  answer: z.strictObject({
    /** Null while nothing was reported and no circulation was chosen: then the answer lists all stages, none of them required. */
    circulation: z.strictObject({ id: rowId, name: z.string(), changed: z.boolean() }).nullable(),
    /** Labels of the batch, of items, packages and containers, and those of them that are in use. */
    labels: z.strictObject({ made: count, inUse: count }),
    /** What there is of the batch: labels that were put in use, and its stated volume. */
    quantities,
    /** The stage to report next. */
    next: z.enum(stageKeys).nullable(),
    stages: z.array(
      z.strictObject({
        stage: z.enum(stageKeys),
        /** 1 to 18: its number, independent of the circulation. */
        order: z.number().int(),
        required: z.boolean(),
        /** The template allows a batch to go on without it. */
        optional: z.boolean(),
        responsible: z.string().nullable(),
        state: z.enum(['done', 'next', 'open', 'skipped', 'missing', 'outside']),
        /** No required earlier stage is missing. */
        may: z.boolean(),
        /** The caller is authorized to report it. */
        mine: z.boolean(),
        late: z.boolean(),
        /** When it is expected. */
        due: moment.nullable(),
        /** Hours since the stage that was reported before it. */
        tookHours: z.number().nullable(),
        /** Records that the caller may list, and codes in them; null for callers that may list none. */
        recordCount: count.nullable(),
        codeCount: count.nullable(),
        /** What these records and those of invited partners report, each code once; a package with what is in it. */
        reported: quantities.nullable(),
        /** The newest few of them. */
        records: z.array(stageRecordBrief).nullable(),
      }),
    ),
  }),
})

export const setBatchCirculation = defineCall({
  method: 'PUT',
  path: '/catalog/batch/:id(^\\d+$)/circulation',
  access: { permission: 'catalog:batch:edit' },
  summary: 'Judges a batch by a circulation as it stands now; refused when something reported would lose its place',
  body: z.strictObject({ circulationId: rowId }),
  answer: nothing,
  labels: 'catalog.batch',
  audit: { title: 'catalog.batch', kind: 'edit' },
})

export const catalogCalls = [batchStages, setBatchCirculation] as const
