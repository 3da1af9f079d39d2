import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, moment } from '../wire/shapes.ts'
import { type WaitingKey, waitingKeys } from './waiting.ts'

const line = z.strictObject({
  key: z.enum(waitingKeys as [WaitingKey, ...WaitingKey[]]),
  /** Counted up to `mostWaiting`. */
  count,
  /** There may be more than were counted. */
  more: z.boolean(),
  /** The moment of the oldest row, a day for dates; null when rows have none, or when there are more than were counted in no order. */
  oldest: z.union([moment, z.iso.date()]).nullable(),
  /** Names of the oldest row, as `names` of the item. */
  names: z.array(z.string().nullable()),
  /** The filter of the list: of the item, with its days as dates. */
  filter: z.record(z.string(), z.string()),
})
export type WaitingLine = z.output<typeof line>

export const waiting = defineCall({
  method: 'GET',
  path: '/stats/waiting',
  access: 'signedIn',
  scope: { tested: 'counts of the lists in scope', in: 'apps/server/test/stats/waiting.test.ts' },
  summary:
    'What waits for the caller: each line a list with a filter, how many rows it has, and since when the oldest waits',
  answer: z.strictObject({
    /** In the order of the page; nothing where no row waits. */
    lines: z.array(line),
    /** How many kinds of rows the caller is shown when they wait. */
    kinds: count,
  }),
})

/** Somebody who may act. */
const person = z.strictObject({ name: z.string(), role: z.string() })

export const woodWarning = defineCall({
  method: 'GET',
  path: '/material/warning',
  access: { permission: 'material:warning:list' },
  scope: { tested: 'counts of the lists in scope', in: 'apps/server/test/material/warning.test.ts' },
  summary:
    'Wood that does not add up: each line a list with a filter, how many rows it has, since when, and who may act',
  answer: z.strictObject({
    /** In the order of the board; nothing where no row waits. */
    lines: z.array(
      line.extend({
        /** At most three. */
        people: z.array(person),
        morePeople: z.boolean(),
      }),
    ),
    /** How many kinds of warnings the caller is shown when there are any. */
    kinds: count,
  }),
})
