import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { count } from '../wire/shapes.ts'

/** Entries of a log that a map is made of: the newest ones. */
export const mappedEntries = 100_000
/** Places that a map shows: those with most entries. */
export const mappedPlaces = 200

const words = z.string().max(500).optional()

/** The filters of the logs' lists, as those take them: bounds of the moment beside the others or within `params`. */
const filters = z.looseObject({
  code: words,
  productId: words,
  city: words,
  beginTime: words,
  endTime: words,
})

const answer = z.strictObject({
  /** Most entries first. */
  places: z.array(
    z.strictObject({
      /** In the reader's language. */
      name: z.string(),
      /** The middle of its entries, in degrees (WGS 84). */
      longitude: z.number(),
      latitude: z.number(),
      entries: count,
      /** Of them checks that were not confirmed. */
      wrong: count,
    }),
  ),
  /** Entries that were looked at; `more` says that there are older ones. */
  read: count,
  more: z.boolean(),
  /** Of them those at places beyond the ones told, and those without a position. */
  elsewhere: count,
  unplaced: count,
})

export const scanMap = defineCall({
  method: 'GET',
  path: '/trace/scan-log/map',
  access: { permission: 'trace:scan-log:list' },
  scope: { tested: 'entries in scope', in: 'apps/server/test/trace/logs.test.ts' },
  summary: `Where the scans that the filters find were: the newest ${mappedEntries}, by place`,
  query: filters,
  labels: 'trace.scan-log',
  answer,
})

export const checkMap = defineCall({
  method: 'GET',
  path: '/trace/check-log/map',
  access: { permission: 'trace:check-log:list' },
  scope: { tested: 'entries in scope', in: 'apps/server/test/trace/logs.test.ts' },
  summary: `Where the checks that the filters find were: the newest ${mappedEntries}, by place`,
  query: filters.extend({ genuine: words }),
  labels: 'trace.check-log',
  answer,
})

export const logMapCalls = [scanMap, checkMap] as const

export type LogMap = AnswerOf<typeof scanMap>
