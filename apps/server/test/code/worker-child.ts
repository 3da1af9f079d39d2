import { pino } from 'pino'
import { startBackground } from '../../src/background.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { makeServices } from '../../src/services.ts'

/** A worker process for tests to kill or freeze: the same as `npm run serve` with WEB=off, on a test database. */
const { SERVER_URL, WORKER_URL, DATA_DIR, SILENT_MS } = process.env as Record<string, string>
const settings = readSettings('test', {
  DATA_DIR: DATA_DIR!,
  PORT: '0',
  CAPTCHA: 'off',
  PUBLIC_URL: 'http://trace.example',
})
const services = await makeServices(settings, { serverUrl: SERVER_URL!, workerUrl: WORKER_URL! })
services.jobs = new Jobs(services.database, pino({ level: 'silent' }), {
  pollMs: 100,
  beatMs: 200,
  silentMs: Number(SILENT_MS),
  reconcileMs: 300,
})
await startBackground(services)
process.stdout.write('up\n')
