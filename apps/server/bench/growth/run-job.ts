import { makeServices } from '../../src/services.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { allRowsJobs, type AllRowsJobName } from './all-rows-jobs.ts'

/** A process that does one job over all rows, and prints how long it took and how much memory it needed at most. */
const { SERVER_URL, WORKER_URL, JOB, ...environment } = process.env as Record<string, string>
const settings = readSettings('test', {
  ...environment,
  PORT: '0',
  CAPTCHA: 'off',
  PUBLIC_URL: 'http://trace.example',
  LOG_LEVEL: 'silent',
})
const services = await makeServices(settings, { serverUrl: SERVER_URL!, workerUrl: WORKER_URL! })
const before = process.resourceUsage().maxRSS
const began = performance.now()
const result = await allRowsJobs[JOB as AllRowsJobName].run(services, new AbortController().signal)
const ms = performance.now() - began
const memory = { before: before * 1024, most: process.resourceUsage().maxRSS * 1024 }
process.stdout.write(`${JSON.stringify({ ms, ...memory, result })}\n`)
process.exit(0)
