import { checkField } from '../check.ts'
import type { Issue } from '../errors.ts'
import { choice, type Field, integer } from '../field.ts'
import { canonicalValue } from '../kinds/kinds.ts'

/** A kind of work that can be scheduled. Its words are `monitor.job.task.<key>` and `monitor.job.result.<key>`. */
export interface TaskKind {
  /** What people may set of it. There is no other way to say what a task does: no code, no address, no command. */
  args: Readonly<Record<string, Field>>
  /** When the schedule runs that the product comes with (UTC), and with which arguments. */
  cron: string
  with?: Readonly<Record<string, string | number>>
  /** What it removes by age cannot be made again: it waits while the clock is not to be believed. */
  removesByAge?: true
  /** Delivered paused: it needs a setting of the installation first. */
  paused?: true
  /** How long a run may take unless people say otherwise, minutes. */
  minutes: number
}

/** Logs that are kept for a number of days, as far as people want that. */
export const retainedLogs = ['operlog', 'logininfor', 'job-log'] as const

const declared = {
  /** Recomputes the ledger and holds the records against it. */
  ledgerCheck: { args: {}, cron: '20 2 * * *', minutes: 480 },
  /** Removes contents of files that nothing refers to. */
  orphanFiles: { args: {}, cron: '50 2 * * *', minutes: 120 },
  /** Removes what signing in leaves behind, and those who registered and waited in vain. */
  signInRests: { args: {}, cron: '40 * * * *', minutes: 10 },
  /** Forgets keys of repeated calls. */
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
  /** Makes old scans and checks coarse, and drops whole months of them that are older still. */
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
  /** Publishes the drafts whose moment has come, and forgets who read the news. */
  plannedNews: { args: {}, cron: '*/15 * * * *', minutes: 5 },
  /** Makes a backup into the installation's folder for them, and lets older ones go: of so many days, weeks and months the last stays. */
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
  /** Starts the newest backup aside and reads it. */
  backupCheck: { args: {}, cron: '30 5 * * 0', paused: true, minutes: 480 },
  /** Reminds of cases of the channel that nobody has touched for so many days. */
  openCases: {
    args: { days: integer({ min: 1, max: 90, required: true }) },
    cron: '10 0 * * *',
    with: { days: 7 },
    minutes: 30,
  },
  /** Orders a refresh of the administrative divisions. */
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
/** What a task is given, by the declaration of its arguments. */
export type TaskArgs<K extends TaskKey> = {
  [A in keyof (typeof declared)[K]['args']]: ArgOf<(typeof declared)[K]['args'][A]>
}

/** Is it the name of a task, and not of something that every object has? */
export const isTask = (key: unknown): key is TaskKey => typeof key === 'string' && Object.hasOwn(declared, key)

export type ParsedTaskArgs = { args: Record<string, string | number> } | { issue: Issue }

/**
 * Arguments of a task from their text: a JSON object of exactly what the task declares.
 * @returns them with their types, or what is wrong with the first that is
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
