import { z } from 'zod'
import { defineCall } from '../call.ts'
import { type AlarmKey, alarmGrades } from '../monitor/alarms.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment } from '../wire/shapes.ts'
import { activity } from './activity.ts'
import { firstSteps } from './first-steps.ts'
import { countedLists } from './home.ts'
import { reportCalls } from './report-calls.ts'

const alarm = z.strictObject({
  key: z.enum(Object.keys(alarmGrades) as [AlarmKey, ...AlarmKey[]]),
  grade: z.enum(['down', 'degraded']),
  since: moment,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** Of what the reader may list, those in his data scope; null when he may not list such rows at all. */
const inReach = count.nullable()

const report = z.strictObject({
  stage: z.enum(stageKeys),
  batchNumber: z.string(),
  recordedAt: moment,
  enterprise: z.string(),
})
export type RecentReport = z.output<typeof report>

const figures = z.strictObject({
  codes: inReach,
  scans: inReach,
  checks: inReach,
  /** Of `checks` those of wrong codes. */
  wrongChecks: inReach,
  products: inReach,
  batches: inReach,
  activeRequests: inReach,
  /** Most scans first. */
  cities: z.array(z.strictObject({ name: z.string(), scans: count })),
  /** One entry a day, oldest first; `day` is YYYY-MM-DD. */
  trend: z.array(z.strictObject({ day: z.iso.date(), scans: count, checks: count })),
  /** Newest first; null for who may list no records. */
  recent: z.array(report).nullable(),
  /** Whose figures these are: one enterprise's, or everybody's. */
  scope: z.enum(['enterprise', 'platform']),
  /** What stands in the way: of the service, told to those who look after all enterprises; to an enterprise what concerns it. */
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
export * from './report-calls.ts'

export const statsCalls = [overview, activity, firstSteps, ...reportCalls] as const
