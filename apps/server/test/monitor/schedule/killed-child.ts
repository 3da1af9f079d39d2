import { pino } from 'pino'
import { defineJobs } from '../../../src/background.ts'
import { Database } from '../../../src/platform/database/database.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { readSettings } from '../../../src/platform/settings.ts'
import { makeServices } from '../../../src/services.ts'

/**
 * A worker process that starts every kind of work at once, so that a test can stop all of them in the middle and kill
 * them with one signal. The removal of files has no statement between two groups: it requests the test's lock itself.
 */
const { SERVER_URL, WORKER_URL, SWEEP_HALT, ...environment } = process.env as Record<string, string>
const urls = { serverUrl: SERVER_URL!, workerUrl: WORKER_URL! }
const settings = readSettings('test', { ...environment, PORT: '0', CAPTCHA: 'off', PUBLIC_URL: 'http://trace.example' })
const services = await makeServices(settings, urls)
// Each waiting piece of work holds one or two connections until the slowest one reaches its middle.
services.database = new Database({ ...urls, poolSize: 40, unlimited: true })
services.directory.forgetAll()
const { blobs } = services.files
const sweep = blobs.sweep.bind(blobs)
blobs.sweep = (before, used) => {
  let groups = 0
  return sweep(before, async hashes => {
    if (++groups === 2)
      await services.database.acrossTenants('jobs', db =>
        db.execute(sql`select pg_advisory_xact_lock_shared(7, ${Number(SWEEP_HALT)}::int)`),
      )
    return used(hashes)
  })
}
services.jobs = new Jobs(services.database, pino({ level: 'silent' }), { pollMs: 100, beatMs: 200, reconcileMs: 300 })
defineJobs(services)
await services.jobs.start(24)
process.stdout.write('up\n')
