import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count } from '../wire/shapes.ts'
import { yieldStages } from './forms.ts'

/** Months of one answer. */
export const mostYieldMonths = 36

const month = z.string().regex(/^\d{4}-\d{2}$/)

/** Days are of the enterprise's time zone; their months are counted entirely. Without any: the last 12 months. */
export const yieldQuery = z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() })

const yieldOfMonth = z.strictObject({
  month,
  stage: z.enum(yieldStages),
  /** Code of the dictionary of species: of what came out. */
  species: z.string(),
  /** Cubic metres. */
  input: z.string(),
  output: z.string(),
  /** Output by input in percent, in tenths. */
  yield: z.number().nonnegative(),
  /** Current versions of reports that state both volumes. */
  records: count,
  /** Those that were reported outside of the band of their day, with a reason. */
  outside: count,
  /** Percent. As the records before the month teach it; `isLearned` is false where there are too few. */
  band: z.strictObject({ from: z.number(), to: z.number(), isLearned: z.boolean() }),
})
export type YieldOfMonth = z.output<typeof yieldOfMonth>

export const woodYield = defineCall({
  method: 'GET',
  path: '/material/yield',
  access: { permission: 'material:yield:list' },
  scope: { tested: 'records of batches in scope', in: 'apps/server/test/material/yield.test.ts' },
  summary: 'Yield of processing by month, stage and species, with the band that is usual for the enterprise',
  query: yieldQuery,
  labels: 'material.flow',
  answer: z.strictObject({
    /** First and last month, included. */
    from: month,
    to: month,
    /** IANA name of the time zone in which months are cut. */
    timeZone: z.string(),
    /** Oldest first; months without records are absent. */
    rows: z.array(yieldOfMonth),
  }),
})

export const exportYield = defineCall({
  method: 'GET',
  path: '/material/yield/export',
  access: { permission: 'material:yield:export' },
  scope: { like: 'GET /material/yield' },
  summary: 'Yields by month, stage and species as a workbook (xlsx)',
  query: yieldQuery,
  labels: 'material.flow',
  file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  audit: { title: 'menu.material.yield', kind: 'export' },
})
