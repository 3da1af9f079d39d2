import { checkField } from '../check.ts'
import type { Issue } from '../errors.ts'
import { choice, type Field, integer } from '../field.ts'
import { canonicalValue } from '../kinds/kinds.ts'

/** A task that can be scheduled. Its phrases are `monitor.job.task.<key>` and `monitor.job.result.<key>`. */
export interface TaskKind {
  /** Its arguments. Nothing else configures a task: no code, no address, no command. */
  args: Readonly<Record<string, Field>>
  /** Time (UTC) and arguments of the delivered schedule. */
  cron: string
  with?: Readonly<Record<string, string | number>>
  /** It removes by age what cannot be restored: it waits while the clock is not trusted. */
  removesByAge?: true
  /** Delivered paused: it needs a setting of the installation first. */
  paused?: true
  /** Default time limit of a run, minutes. */
  minutes: number
}

/** Logs with a configurable retention in days. */
export const retainedLogs = ['operlog', 'logininfor', 'job-log'] as const

const declared = {
  /** Recomputes what is new in the ledger and the next part of all of it, and compares the records with it. */
  ledgerCheck: { args: {}, cron: '20 2 * * *', minutes: 480 },
  /** Recomputes the whole ledger in one run. */
  wholeLedgerCheck: { args: {}, cron: '20 4 1 * *', paused: true, minutes: 1440 },
  /** Compares the accounts of wood with their entries, and enters the records of batches that have no account yet. */
  materialRecount: { args: {}, cron: '35 2 * * *', minutes: 240 },
  /** Removes old signed heads of the ledger that nobody relies on. */
  headThinning: { args: {}, cron: '10 4 * * *', removesByAge: true, minutes: 60 },
  /** Removes contents of files that nothing refers to. */
  orphanFiles: { args: {}, cron: '50 2 * * *', minutes: 120 },
  /** Removes expired sign-in data, and registrations that nobody approved. */
  signInRests: { args: {}, cron: '40 * * * *', minutes: 10 },
  /** Removes old idempotency keys. */
  callKeys: { args: {}, cron: '20 * * * *', minutes: 10 },
  /** Removes old entries of a log. */
  logRetention: {
    args: {
      log: choice({ options: retainedLogs, required: true }),
      days: integer({ min: 7, max: 3650, required: true }),
    },
    cron: '30 3 * * *',
    with: { log: 'job-log', days: 90 },
    removesByAge: true,
    minutes: 60,
  },
  /** Removes old entries of the operation log. */
  operLogRetention: {
    args: { days: integer({ min: 7, max: 3650, required: true }) },
    cron: '35 3 * * *',
    with: { days: 400 },
    removesByAge: true,
    minutes: 60,
  },
  /** Removes old entries of the sign-in log. */
  signInLogRetention: {
    args: { days: integer({ min: 7, max: 3650, required: true }) },
    cron: '40 3 * * *',
    with: { days: 400 },
    removesByAge: true,
    minutes: 60,
  },
  /** Coarsens old scans and checks, and drops complete months that are older still. */
  visitRetention: {
    args: {
      months: integer({ min: 3, max: 240, required: true }),
      preciseDays: integer({ min: 30, max: 3650, required: true }),
    },
    cron: '50 3 * * *',
    with: { months: 36, preciseDays: 180 },
    removesByAge: true,
    minutes: 240,
  },
  /** Tells enterprises which of their certificates and forms end soon. */
  expiringPapers: {
    args: { days: integer({ min: 1, max: 365, required: true }) },
    cron: '0 0 * * *',
    with: { days: 30 },
    minutes: 30,
  },
  /** Publishes planned drafts that are due, and removes data about readers of the news. */
  plannedNews: { args: {}, cron: '*/15 * * * *', minutes: 5 },
  /** Makes a backup into the backup folder, and removes older ones: the last of so many days, weeks and months stays. */
  backup: {
    args: {
      days: integer({ min: 1, max: 90, required: true }),
      weeks: integer({ min: 0, max: 53, required: true }),
      months: integer({ min: 0, max: 120, required: true }),
    },
    cron: '10 1 * * *',
    with: { days: 7, weeks: 4, months: 12 },
    paused: true,
    minutes: 480,
  },
  /** Starts the newest backup separately and reads it. */
  backupCheck: { args: {}, cron: '30 5 * * 0', paused: true, minutes: 480 },
  /** Reminds of cases that nobody has changed for so many days. */
  openCases: {
    args: { days: integer({ min: 1, max: 90, required: true }) },
    cron: '10 0 * * *',
    with: { days: 7 },
    minutes: 30,
  },
  /** Reminds both sides of offers of goods that end soon, have expired, or have been open for long. */
  offerReminders: { args: {}, cron: '20 0 * * *', minutes: 30 },
  /** Enqueues a refresh of the administrative divisions. */
  divisionRefresh: { args: {}, cron: '10 4 1 * *', minutes: 10 },
} as const satisfies Record<string, TaskKind>

export type TaskKey = keyof typeof declared
export const tasks: Readonly<Record<TaskKey, TaskKind>> = declared
export const taskKeys = Object.keys(declared) as [TaskKey, ...TaskKey[]]

type ArgOf<F> = F extends { kind: 'integer' }
  ? number
  : F extends { kind: 'choice'; options: readonly (infer Option)[] }
    ? Option
    : never
/** Type of a task's arguments, from their declaration. */
export type TaskArgs<K extends TaskKey> = {
  [A in keyof (typeof declared)[K]['args']]: ArgOf<(typeof declared)[K]['args'][A]>
}

/** Whether this is the key of a task (and not a property of `Object.prototype`). */
export const isTask = (key: unknown): key is TaskKey => typeof key === 'string' && Object.hasOwn(declared, key)

export type ParsedTaskArgs = { args: Record<string, string | number> } | { issue: Issue }

/**
 * Parses a task's arguments: a JSON object with exactly the declared arguments.
 * @returns the typed arguments, or the first issue
 */
export function parseTaskArgs(key: TaskKey, text: string | null | undefined): ParsedTaskArgs {
  const wrong = (issue: Omit<Issue, 'field'>): ParsedTaskArgs => ({ issue: { field: 'taskArgs', ...issue } })
  let parsed: unknown
  try {
    parsed = JSON.parse(text || '{}')
  } catch {
    return wrong({ error: 'notJson' })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return wrong({ error: 'notJson' })
  const fields = tasks[key].args
  const args: Record<string, string | number> = {}
  for (const name of Object.keys(parsed))
    if (!Object.hasOwn(fields, name)) return wrong({ error: 'unknownField', params: { name } })
  for (const [name, field] of Object.entries(fields)) {
    const value = (parsed as Record<string, unknown>)[name]
    const fault = checkField(name, field, value)
    if (fault) return wrong({ error: fault.error, ...(fault.params && { params: fault.params }) })
    const canonical = canonicalValue(field, value)
    args[name] = field.kind === 'integer' ? Number(canonical) : String(canonical)
  }
  return { args }
}
