import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count } from '../wire/shapes.ts'
import { activityDays } from './home.ts'

/** What happened in a period; null is what this reader may not count. */
const sums = z.strictObject({
  scans: count.nullable(),
  checks: count.nullable(),
  /** Of `checks` those of wrong codes. */
  wrongChecks: count.nullable(),
  codes: count.nullable(),
})

export const activity = defineCall({
  method: 'GET',
  path: '/stats/activity',
  access: { anyOf: ['trace:scan-log:list', 'trace:check-log:list'] },
  scope: { tested: 'counts of the lists in scope', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary:
    'Scans, checks and codes made in the last 7, 30 or 90 days, in as many days before them, by day, and the cities with most scans in the reader’s language',
  query: z.object({ days: z.coerce.number().pipe(z.literal(activityDays)).default(30) }),
  answer: z.strictObject({
    now: sums,
    /** The same number of days before. */
    before: sums,
    /** One entry a day, oldest first; `day` is YYYY-MM-DD. */
    trend: z.array(z.strictObject({ day: z.iso.date(), scans: count, checks: count })),
    /** Most scans first; the name is the reader's where there is one. */
    cities: z.array(z.strictObject({ name: z.string(), scans: count })),
  }),
})
