import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'
import { goodsQuery, periodQuery, placeQuery, rankingQuery } from './period.ts'

const workbook = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const counts = { scans: count, checks: count, wrongChecks: count }
const sums = z.strictObject(counts)
/** What was counted in the period and in the one of the same length before it. */
const compared = { ...counts, scansBefore: count, checksBefore: count, wrongChecksBefore: count }

/** Which period was read, and how new the figures are. */
const about = {
  from: z.iso.date(),
  to: z.iso.date(),
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  /** When a day of the period was counted last; null when none was. */
  countedAt: moment.nullable(),
  /** Days of the period on which something happened since they were counted. */
  waiting: count,
}

/** Days are YYYY-MM-DD, months begin with their first day, hours are moments in UTC. */
const point = z.strictObject({ start: z.string(), ...counts })

export const scanTrend = defineCall({
  method: 'GET',
  path: '/stats/trend',
  access: { permission: 'stats:trend:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/sums.test.ts' },
  summary:
    'Scans and checks by hour, day or month, with the period before, of what the reader’s data scope reaches; of one product or batch',
  query: goodsQuery,
  labels: 'stats.report',
  answer: z.strictObject({
    ...about,
    now: sums,
    before: sums,
    /** Oldest first, none left out. */
    points: z.array(point),
    /** The period before, point by point. */
    pointsBefore: z.array(point),
  }),
})

const ranked = z.strictObject({ id: rowId, name: z.string(), ...compared })

export const rankedGoods = defineCall({
  method: 'GET',
  path: '/stats/product',
  access: { permission: 'stats:product:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/sums.test.ts' },
  summary:
    'Scans and checks of each product, batch or enterprise in a period and the one before, the most scanned first',
  query: rankingQuery,
  labels: 'stats.report',
  answer: z.strictObject({ ...about, now: sums, before: sums, total: count, rows: z.array(ranked) }),
})

const place = z.strictObject({
  /** ISO 3166-1 code; empty when it is not known. */
  country: z.string(),
  /** In the reader’s language where there is such a name; empty when it is not known or above the level. */
  province: z.string(),
  city: z.string(),
  /** How an area of this place is known on a map: a country by its code, a province of China by its six digits; else null. */
  area: z.string().nullable(),
  /** About the middle of a city or province of China; null elsewhere. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  ...compared,
})

export const rankedPlaces = defineCall({
  method: 'GET',
  path: '/stats/place',
  access: { permission: 'stats:place:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/sums.test.ts' },
  summary: 'Countries, provinces or cities by scans, checks or failed checks in a period and the one before',
  query: placeQuery,
  labels: 'stats.report',
  answer: z.strictObject({
    ...about,
    now: sums,
    before: sums,
    /** How many places there are; the first of them are in `rows`. */
    total: count,
    rows: z.array(place),
    /** Of `now` what has no place of this level. */
    unplaced: sums,
  }),
})

const days = z.number().nonnegative().nullable()
const stage = z.strictObject({
  stage: z.enum(stageKeys),
  reports: count,
  reportsBefore: count,
  /** Codes in these reports; a code that is reported twice counts twice. */
  codes: count,
  /** Batches that came to the stage: whose first report of it lies in the period. */
  batches: count,
  /** Days that they took since the stage reported before; null where there is none. The middle one is told by tenths, from 100 by whole days. */
  medianDays: days,
  medianDaysBefore: days,
  averageDays: days,
  longestDays: days,
  /** What came out by what went in (m³ by m³), of reports that say both; null where none does. */
  yield: z.number().nonnegative().nullable(),
  yieldBefore: z.number().nonnegative().nullable(),
})

export const stageThroughput = defineCall({
  method: 'GET',
  path: '/stats/stage',
  access: { permission: 'stats:stage:list' },
  scope: { tested: 'reports in scope', in: 'apps/server/test/stats/stages.test.ts' },
  summary: 'Reports of each stage in a period and the one before, and the days between a batch’s stages',
  query: goodsQuery,
  labels: 'stats.report',
  answer: z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    beforeFrom: z.iso.date(),
    beforeTo: z.iso.date(),
    /** Reports, corrections and withdrawals that are not counted yet: they are within a minute. */
    waiting: count,
    /** All 18, in their order. */
    rows: z.array(stage),
  }),
})

const exported = { method: 'GET', labels: 'stats.report', file: workbook } as const
const audit = (title: string) => ({ title, kind: 'export' }) as const

export const exportTrend = defineCall({
  ...exported,
  path: '/stats/trend/export',
  access: { permission: 'stats:trend:export' },
  scope: { like: 'GET /stats/trend' },
  summary: 'The trend as a workbook (xlsx)',
  query: goodsQuery,
  audit: audit('menu.stats.trend'),
})
export const exportRanking = defineCall({
  ...exported,
  path: '/stats/product/export',
  access: { permission: 'stats:product:export' },
  scope: { like: 'GET /stats/product' },
  summary: 'The ranking of products, batches or enterprises as a workbook (xlsx)',
  query: rankingQuery,
  audit: audit('menu.stats.product'),
})
export const exportPlaces = defineCall({
  ...exported,
  path: '/stats/place/export',
  access: { permission: 'stats:place:export' },
  scope: { like: 'GET /stats/place' },
  summary: 'The ranking of places as a workbook (xlsx)',
  query: placeQuery,
  audit: audit('menu.stats.place'),
})
export const exportStages = defineCall({
  ...exported,
  path: '/stats/stage/export',
  access: { permission: 'stats:stage:export' },
  scope: { like: 'GET /stats/stage' },
  summary: 'The stages as a workbook (xlsx)',
  query: goodsQuery,
  audit: audit('menu.stats.stage'),
})

export const recount = defineCall({
  method: 'POST',
  path: '/stats/recount',
  access: { permission: 'stats:trend:recount' },
  scope: { none: 'counts days of the whole enterprise again, answers no row' },
  summary:
    'Has the days of a period counted again from the logs, in the background; by the platform, of all enterprises',
  body: periodQuery.pick({ from: true, to: true }).required(),
  labels: 'stats.report',
  answer: z.strictObject({ days: count }),
  audit: { title: 'menu.stats.trend', kind: 'other' },
})

export const reportCalls = [
  scanTrend,
  rankedGoods,
  rankedPlaces,
  stageThroughput,
  exportTrend,
  exportRanking,
  exportPlaces,
  exportStages,
  recount,
] as const
