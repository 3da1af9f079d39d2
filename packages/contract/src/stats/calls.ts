import { z } from 'zod'
import { defineCall } from '../call.ts'
import { type AlarmKey, alarmGrades } from '../monitor/alarms.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment } from '../wire/shapes.ts'
import { activity } from './activity.ts'
import { firstSteps } from './first-steps.ts'
import { countedLists } from './home.ts'
import { reportCalls } from './report-calls.ts'
import { waiting, woodWarning } from './waiting-call.ts'

const alarm = z.strictObject({
  key: z.enum(Object.keys(alarmGrades) as [AlarmKey, ...AlarmKey[]]),
  grade: z.enum(['down', 'degraded']),
  since: moment,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Count of rows in the reader's data scope; null when the reader may not list such rows. */
const countInScope = count.nullable()

const report = z.strictObject({
  stage: z.enum(stageKeys),
  batchNumber: z.string(),
  recordedAt: moment,
  enterprise: z.string(),
})
export type RecentReport = z.output<typeof report>

const figures = z.strictObject({
  codes: countInScope,
  scans: countInScope,
  checks: countInScope,
  /** Of `checks` those of wrong codes. */
  wrongChecks: countInScope,
  products: countInScope,
  batches: countInScope,
  activeRequests: countInScope,
  /** Most scans first. */
  cities: z.array(z.strictObject({ name: z.string(), scans: count })),
  /** One entry a day, oldest first; `day` is YYYY-MM-DD. */
  trend: z.array(z.strictObject({ day: z.iso.date(), scans: count, checks: count })),
  /** Newest first; null for readers that may list no records. */
  recent: z.array(report).nullable(),
  /** Scope of the figures: one enterprise, or all. */
  scope: z.enum(['enterprise', 'platform']),
  /** Active alarms: about the service for users who manage all enterprises; about the enterprise for others. */
  alarms: z.array(alarm).optional(),
})
export type Overview = z.output<typeof figures>

export const overview = defineCall({
  method: 'GET',
  path: '/stats/overview',
  access: { anyOf: countedLists },
  scope: { tested: 'counts of the lists in scope', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary:
    'For whoever may list any of what is counted. Codes, scans, checks, products, scan trend and most active cities: of the own enterprise as far as the reader’s data scope goes, or of all for those of the platform who may list enterprises',
  answer: figures,
})

export { activity } from './activity.ts'
export { firstSteps } from './first-steps.ts'
export { waiting, type WaitingLine, woodWarning } from './waiting-call.ts'
export * from './report-calls.ts'

export const statsCalls = [overview, activity, firstSteps, waiting, woodWarning, ...reportCalls] as const
