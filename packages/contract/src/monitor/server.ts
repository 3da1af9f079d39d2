import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, moment, nothing } from '../wire/shapes.ts'
import { type AlarmKey, alarmGrades } from './alarms.ts'
import { cacheNames } from './caches.ts'
import { mailFaults } from './mail.ts'

/** A share, 0 to 1. */
const share = z.number().min(0).max(1)
const bytes = count
const cacheFigures = z.strictObject({ entries: count, hits: count, misses: count })
const slowStatement = z.strictObject({ text: z.string(), times: count, totalMs: count, longestMs: count })

/** What a process measures of itself and of its machine. */
export const processFigures = z.strictObject({
  /** Of one processor; may be more than 1. */
  cpu: z.number().nonnegative(),
  rss: bytes,
  heapUsed: bytes,
  heapTotal: bytes,
  /** Delay of the event loop in the last interval, milliseconds: median, 99th percentile, maximum. */
  loopMiddle: z.number().nonnegative(),
  loopMost: z.number().nonnegative(),
  loopLongest: z.number().nonnegative(),
  processors: count,
  /** Of all processors of the machine, for all processes. */
  machineCpu: share,
  load: z.number().nonnegative(),
  memoryTotal: bytes,
  memoryFree: bytes,
  diskTotal: bytes,
  diskFree: bytes,
  requests: count,
  /** What the reading replica does for this process; left out where there is none. */
  replica: z
    .strictObject({
      state: z.enum(['unknown', 'used', 'behind', 'down']),
      /** Seconds; null while that is not known. */
      behind: z.number().nonnegative().nullable(),
      /** Transactions that it answered, and that the primary answered after the replica had failed them. */
      reads: count,
      repeated: count,
    })
    .optional(),
  caches: z.partialRecord(z.enum(cacheNames), cacheFigures),
  slow: z.array(slowStatement),
})
export type ProcessFigures = z.output<typeof processFigures>

const serverProcess = z.strictObject({
  id: z.string(),
  machine: z.string(),
  pid: count,
  web: z.boolean(),
  worker: z.boolean(),
  version: z.string(),
  node: z.string(),
  startedAt: moment,
  seenAt: moment,
  /** It sent a heartbeat recently; false for a process that died. */
  alive: z.boolean(),
  /** The process that answered. */
  own: z.boolean(),
  figures: processFigures,
})
export type ServerProcess = z.output<typeof serverProcess>

const database = z.strictObject({
  version: z.string(),
  startedAt: moment,
  size: bytes,
  connections: z.strictObject({
    most: count,
    all: count,
    active: count,
    idle: count,
    inTransaction: count,
    waiting: count,
  }),
  /** Share of reads served from memory since the statistics were last reset. */
  hitRate: share,
  committed: count,
  rolledBack: count,
  deadlocks: count,
  /** Age of the oldest open transaction, seconds. */
  longestTransaction: z.number().nonnegative(),
  locksWaited: count,
  tables: z.array(z.strictObject({ name: z.string(), size: bytes, rows: count })),
})

const queues = z.strictObject({
  /** Ordered but not yet queued. */
  ordered: count,
  jobs: z.array(z.strictObject({ name: z.string(), waiting: count, running: count, failing: count })),
  /** How long the oldest of them has waited, seconds. */
  oldest: z.number().nonnegative(),
  /** Entries waiting to be put into the ledger, and the age of the oldest. */
  ledger: count,
  ledgerOldest: z.number().nonnegative(),
  /** Entries in the ledger. */
  ledgerSize: count,
})

const alarm = z.strictObject({
  key: z.enum(Object.keys(alarmGrades) as [AlarmKey, ...AlarmKey[]]),
  grade: z.enum(['down', 'degraded']),
  since: moment,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** State of mail to the operator; null when mail is off. */
const mail = z.strictObject({
  /** Number of recipients. */
  to: count,
  sentAt: moment.nullable(),
  failedAt: moment.nullable(),
  fault: z.enum(mailFaults).nullable(),
  /** Failed mails that are tried again. */
  waiting: count,
})

export const serverState = defineCall({
  method: 'GET',
  path: '/monitor/server',
  access: { permission: 'monitor:server:list' },
  summary: 'All processes as they last told of themselves, the database, the queues, and the alarms that stand',
  answer: z.strictObject({
    processes: z.array(serverProcess),
    database,
    queues,
    alarms: z.array(alarm),
    mail: mail.nullable(),
  }),
})

/** What is drawn of a day; `memory` and `machineCpu` are shares. */
const point = z.strictObject({
  at: moment,
  machineCpu: share,
  memory: share,
  loopMost: z.number().nonnegative(),
  connections: z.number().nonnegative(),
  jobs: z.number().nonnegative(),
})

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/monitor/server/mail',
  access: { permission: 'monitor:server:mail' },
  summary: 'Sends a mail that says nothing but that mail works, to everybody who is told of alarms',
  answer: z.strictObject({ to: count }),
  audit: { title: 'monitor.server', kind: 'other' },
})

export const serverHistory = defineCall({
  method: 'GET',
  path: '/monitor/server/history',
  access: { permission: 'monitor:server:list' },
  summary: 'The last 24 hours in steps of ten minutes: the highest of all processes in each, oldest first',
  answer: z.strictObject({ points: z.array(point) }),
})

export const cacheState = defineCall({
  method: 'GET',
  path: '/monitor/cache',
  access: { permission: 'monitor:cache:list' },
  summary:
    'The caches of every process by name: how many entries, and how often they helped. What is in them is never told',
  answer: z.strictObject({
    processes: z.array(
      z.strictObject({
        id: z.string(),
        machine: z.string(),
        pid: count,
        seenAt: moment,
        own: z.boolean(),
        caches: z.partialRecord(z.enum(cacheNames), cacheFigures),
      }),
    ),
    /** When each cache was last ordered to be emptied. */
    cleared: z.partialRecord(z.enum(cacheNames), moment),
  }),
})

export const clearCache = defineCall({
  method: 'DELETE',
  path: '/monitor/cache/:name',
  access: { permission: 'monitor:cache:remove' },
  summary: 'Empties a cache in every process: here at once, elsewhere at their next beat',
  answer: nothing,
  audit: { title: 'monitor.cache', kind: 'clean' },
})

export const serverCalls = [serverState, sendTestMail, serverHistory, cacheState, clearCache] as const
