import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, id, moment, nothing, removed, flag } from '../wire/shapes.ts'

export const pauseJob = defineCall({
  method: 'PUT',
  path: '/monitor/job/changeStatus',
  access: { permission: 'monitor:job:changeStatus' },
  summary: 'Pauses a scheduled task ("1") or lets it run again ("0"); a run under way goes on',
  body: z.strictObject({ id, status: flag }),
  answer: nothing,
  labels: 'monitor.job',
  audit: { title: 'monitor.job', kind: 'edit' },
})

export const runJob = defineCall({
  method: 'PUT',
  path: '/monitor/job/run',
  access: { permission: 'monitor:job:run' },
  summary: 'Orders one run now, with what is set; answers the number of its entry in the job log',
  body: z.strictObject({ id }),
  answer: added,
  labels: 'monitor.job',
  audit: { title: 'monitor.job', kind: 'other' },
})

export const nextRuns = defineCall({
  method: 'GET',
  path: '/monitor/job/next',
  access: { permission: 'monitor:job:list' },
  summary: 'The next five moments of an expression in a time zone',
  query: z.object({ cronExpression: z.string().max(200), timeZone: z.string().max(100) }),
  answer: z.strictObject({ times: z.array(moment) }),
  labels: 'monitor.job',
})

export const removeJobRuns = defineCall({
  method: 'DELETE',
  path: '/monitor/job-log/:ids(^[0-9,]+$)',
  access: { permission: 'monitor:job-log:remove' },
  summary: 'Removes entries of the job log, all or none; what still runs stays',
  answer: removed,
  audit: { title: 'monitor.job-log', kind: 'remove' },
})

export const emptyJobLog = defineCall({
  method: 'DELETE',
  path: '/monitor/job-log/clean',
  access: { permission: 'monitor:job-log:remove' },
  summary: 'Empties the job log, or removes what is older than `days`; what still runs stays',
  query: z.object({ days: z.coerce.number().int().min(0).max(3650).default(0) }),
  answer: removed,
  audit: { title: 'monitor.job-log', kind: 'clean' },
})

export const jobCalls = [pauseJob, runJob, nextRuns, removeJobRuns, emptyJobLog] as const
