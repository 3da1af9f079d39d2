import { pino } from 'pino'
import { taskHandlers } from '../../../src/areas/monitor/schedule/handlers.ts'
import { defineTasks, startSchedules } from '../../../src/areas/monitor/schedule/start.ts'
import { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { readSettings } from '../../../src/platform/settings.ts'
import { makeServices } from '../../../src/services.ts'

/** A worker process for tests: it looks for due tasks often, and `orphanFiles` never ends here. */
const { SERVER_URL, WORKER_URL, DATA_DIR } = process.env as Record<string, string>
const settings = readSettings('test', { DATA_DIR: DATA_DIR!, PORT: '0', CAPTCHA: 'off' })
const services = await makeServices(settings, { serverUrl: SERVER_URL!, workerUrl: WORKER_URL! })
const times = { pollMs: 100, beatMs: 100, silentMs: 3000, keepMs: 300 }
services.jobs = new Jobs(services.database, pino({ level: 'silent' }), times)
defineTasks(services, { ...taskHandlers, orphanFiles: () => new Promise(() => {}) })
await services.jobs.start()
startSchedules(services, 50)
process.stdout.write('up\n')
