import { defineEntity } from '../entity.ts'
import { choice, datetime, dict, integer, naming, remark, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { taskKeys } from './tasks.ts'

/**
 * How a run stands or ended.
 * - `lost`: its processes died again and again
 * - `skipped`: it was due while the one before it still went on
 * - `missed`: nobody was there when it was due, and it is not to be made up for
 */
export const runStates = ['queued', 'running', 'done', 'failed', 'timedOut', 'lost', 'skipped', 'missed'] as const
export type RunState = (typeof runStates)[number]

/** Names are those of the task, where they were delivered with it. */
const jobName = { max: 64, search: 'like', delivered: { column: 'title_key', phrases: 'monitor.job.task.' } } as const

/** When a task of the registry (`tasks.ts`) runs. Rows that came with the product (`builtIn` Y) are changed, never removed. */
export const job = defineEntity({
  area: 'monitor',
  name: 'job',
  table: 'scheduled_task',
  tenancy: 'platform',
  idAlias: 'jobId',
  label: 'jobName',
  fields: {
    jobName: naming({ ...jobName, required: true }),
    jobGroup: dict({ dict: 'sys_job_group', required: true, default: 'DEFAULT', search: 'eq' }),
    task: choice({ options: taskKeys, required: true, createOnly: true, search: 'eq' }),
    /** A JSON object; what it may hold is the task's matter. */
    taskArgs: text({ max: 500, hideInList: true }),
    /** Minute, hour, day of month, month, day of week. */
    cronExpression: text({ max: 100, required: true }),
    /** Name of the time zone (IANA) whose clock the expression means. */
    timeZone: text({ max: 50, required: true, hideInList: true }),
    /** What becomes of a run that was due while no process was there. */
    misfirePolicy: choice({ options: ['once', 'skip'], required: true, default: 'once', hideInList: true }),
    timeoutMinutes: integer({ min: 1, max: 1440, required: true, hideInList: true }),
    status: dict({ dict: 'sys_job_status', default: '0', search: 'eq', required: true }),
    nextTime: datetime({ readonly: true, sortable: true }),
    lastTime: datetime({ readonly: true, sortable: true }),
    lastStatus: choice({ options: runStates, readonly: true }),
    builtIn: dict({ dict: 'sys_yes_no', readonly: true, hideInList: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  verbs: ['changeStatus', 'run'],
  orderBy: { field: 'jobGroup', order: 'asc' },
})

/** What became of each run; written by the server only. */
export const jobLog = defineView({
  area: 'monitor',
  name: 'job-log',
  idAlias: 'jobLogId',
  label: 'jobName',
  fields: {
    jobName: naming({ ...jobName, readonly: true }),
    jobGroup: dict({ dict: 'sys_job_group', readonly: true, search: 'eq', hideInList: true }),
    task: choice({ options: taskKeys, readonly: true, search: 'eq', hideInList: true }),
    status: choice({ options: runStates, readonly: true, required: true, search: 'eq' }),
    /** What it did, or why it did not, in the reader's language. */
    message: text({ max: 500, readonly: true }),
    startTime: datetime({ readonly: true, required: true, search: 'range', sortable: true }),
    endTime: datetime({ readonly: true, hideInList: true }),
    duration: integer({ readonly: true, sortable: true }),
    trigger: choice({ options: ['schedule', 'late', 'hand'], readonly: true, required: true, search: 'eq' }),
    /** How often it was begun: more than once when its process died. */
    attempts: integer({ readonly: true, hideInList: true }),
    /** Machine and number of the process that ran it last. */
    process: text({ max: 100, readonly: true, hideInList: true }),
    taskArgs: text({ max: 500, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'remove', 'export'],
  orderBy: { field: 'startTime', order: 'desc' },
  rowExtras: rowExtras<{ jobId: number | null }>(),
})
