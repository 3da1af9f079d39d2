import { defineEntity } from '../entity.ts'
import { choice, datetime, dict, integer, naming, remark, text, timeZone } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { taskKeys } from './tasks.ts'

/**
 * State of a run.
 * - `lost`: its processes died again and again
 * - `skipped`: it was due while the previous run was still going on
 * - `missed`: no server ran when it was due, and the misfire policy does not make up for it
 */
export const runStates = ['queued', 'running', 'done', 'failed', 'timedOut', 'lost', 'skipped', 'missed'] as const
export type RunState = (typeof runStates)[number]

/** Delivered schedules are named by their task. */
const jobName = { max: 64, search: 'like', delivered: { column: 'title_key', phrases: 'monitor.job.task.' } } as const

/** Schedule of a task of the registry (`tasks.ts`). Delivered rows (`builtIn` Y) can be changed, not removed. */
export const job = defineEntity({
  area: 'monitor',
  name: 'job',
  table: 'scheduled_task',
  tenancy: 'platform',
  idAlias: 'jobId',
  label: 'jobName',
  defaultColumns: ['jobName', 'task', 'cronExpression', 'status', 'nextTime', 'lastTime', 'lastStatus'],
  fields: {
    jobName: naming({ ...jobName, required: true }),
    jobGroup: dict({ dict: 'sys_job_group', required: true, default: 'DEFAULT', search: 'eq' }),
    task: choice({ options: taskKeys, required: true, createOnly: true, search: 'eq' }),
    /** A JSON object with the arguments that the task declares. */
    taskArgs: text({ max: 500, hideInList: true }),
    /** Minute, hour, day of month, month, day of week. */
    cronExpression: text({ max: 100, required: true }),
    /** IANA time zone of the expression. */
    timeZone: timeZone({ required: true, hideInList: true }),
    /** Misfire policy: what happens to a run that was due while no server ran. */
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
  final: { remove: 'its runs no longer name it', changeStatus: 'runs may have started' },
  verbs: ['changeStatus', 'run'],
  orderBy: { field: 'jobGroup', order: 'asc' },
})

/** Log of all runs; written by the server only. */
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
    /** Result or failure, in the reader's language. */
    message: text({ max: 500, readonly: true }),
    startTime: datetime({ readonly: true, required: true, search: 'range', sortable: true }),
    endTime: datetime({ readonly: true, hideInList: true }),
    duration: integer({ readonly: true, sortable: true }),
    trigger: choice({ options: ['schedule', 'late', 'hand'], readonly: true, required: true, search: 'eq' }),
    /** Number of attempts: more than one when its process died. */
    attempts: integer({ readonly: true, hideInList: true }),
    /** Machine and number of the process that ran it last. */
    process: text({ max: 100, readonly: true, hideInList: true }),
    taskArgs: text({ max: 500, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'remove', 'export'],
  final: { remove: 'a log is removed for good' },
  orderBy: { field: 'startTime', order: 'desc' },
  rowExtras: rowExtras<{ jobId: number | null }>(),
})
