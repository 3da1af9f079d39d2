import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { count, moment, rowId } from '../wire/shapes.ts'
import { goodsQuery, periodQuery, placeQuery, rankingQuery } from './period.ts'

const workbook = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const counts = { scans: count, checks: count, wrongChecks: count }
const sums = z.strictObject(counts)
/** Counts of the period and of the previous period of the same length. */
const compared = { ...counts, scansBefore: count, checksBefore: count, wrongChecksBefore: count }

/** The period, and how current the figures are. */
const about = {
  from: z.iso.date(),
  to: z.iso.date(),
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  /** IANA name of the time zone in which days are cut; null for all enterprises together, each of which has its own. */
  timeZone: z.string().nullable(),
  /** When a day of the period was last rolled up; null when none was. */
  countedAt: moment.nullable(),
  /** Dirty days of the period: something happened since their roll-up. */
  waiting: count,
}

/** Days are YYYY-MM-DD, months begin with their first day, hours are moments. */
const point = z.strictObject({ start: z.string(), ...counts })

export const scanTrend = defineCall({
  method: 'GET',
  path: '/stats/trend',
  access: { permission: 'stats:trend:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/rollups.test.ts' },
  summary:
    'Scans and checks by hour, day or month, with the period before, of what the reader’s data scope reaches; of one product or batch',
  query: goodsQuery,
  labels: 'stats.report',
  answer: z.strictObject({
    ...about,
    now: sums,
    before: sums,
    /** Oldest first, without gaps. */
    points: z.array(point),
    /** The previous period, point by point. */
    pointsBefore: z.array(point),
  }),
})

const ranked = z.strictObject({ id: rowId, name: z.string(), ...compared })

export const rankedGoods = defineCall({
  method: 'GET',
  path: '/stats/product',
  access: { permission: 'stats:product:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/rollups.test.ts' },
  summary:
    'Scans and checks of each product, batch or enterprise in a period and the one before, the most scanned first',
  query: rankingQuery,
  labels: 'stats.report',
  answer: z.strictObject({ ...about, now: sums, before: sums, total: count, rows: z.array(ranked) }),
})

const place = z.strictObject({
  /** ISO 3166-1 code; empty when it is not known. */
  country: z.string(),
  /** In the reader’s language if there is such a name; empty when unknown or below the level. */
  province: z.string(),
  city: z.string(),
  /** Map key of the place: code of a country, six digits of a province of China; else null. */
  area: z.string().nullable(),
  /** Approximate centre of a city or province of China; null elsewhere. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  ...compared,
})

export const rankedPlaces = defineCall({
  method: 'GET',
  path: '/stats/place',
  access: { permission: 'stats:place:list' },
  scope: { tested: 'sums of requests in scope', in: 'apps/server/test/stats/rollups.test.ts' },
  summary: 'Countries, provinces or cities by scans, checks or failed checks in a period and the one before',
  query: placeQuery,
  labels: 'stats.report',
  answer: z.strictObject({
    ...about,
    now: sums,
    before: sums,
    /** Number of all places; `rows` holds the first of them. */
    total: count,
    rows: z.array(place),
    /** Part of `now` without a place of this level. */
    unplaced: sums,
  }),
})

const days = z.number().nonnegative().nullable()
const stage = z.strictObject({
  stage: z.enum(stageKeys),
  reports: count,
  reportsBefore: count,
  /** Codes in these reports; a code reported twice counts twice. */
  codes: count,
  /** Those of them that are items, and packages; what is in a package is not counted. */
  items: count,
  packages: count,
  /** Cubic metres that these reports state; null when they state none. */
  volume: z.number().nonnegative().nullable(),
  /** Batches whose first report of the stage is in the period. */
  batches: count,
  /** Days since the previously reported stage; null without one. The median is in tenths of a day, from 100 days on in days. */
  medianDays: days,
  medianDaysBefore: days,
  averageDays: days,
  longestDays: days,
  /** Yield, output by input (m³ by m³), of reports that have both; null without any. */
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
    /** IANA name of the time zone in which days are cut; null for all enterprises together, each of which has its own. */
    timeZone: z.string().nullable(),
    /** Reports, corrections and withdrawals not yet rolled up: at most a minute old. */
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
