import { setTimeout as pause } from 'node:timers/promises'
import { startBackground } from '../../src/background.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { queueCodeGeneration } from '../../src/areas/code/request/generate-codes.ts'
import { makeApp } from '../../src/app.ts'
import { makeServices } from '../../src/services.ts'

/**
 * A process that starts on a database, makes the codes of one request, and prints what both cost it: processor time and
 * memory after a collection. Run with `--expose-gc`.
 */
const { SERVER_URL, WORKER_URL, TENANT, REQUEST, ...environment } = process.env as Record<string, string>
const settings = readSettings('test', { ...environment, PORT: '0', CAPTCHA: 'off', PUBLIC_URL: 'http://trace.example' })
const processorMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
const collect = (globalThis as { gc?: () => void }).gc ?? (() => {})

/** Memory once nothing is left over from before. */
async function memory(): Promise<{ heap: number; rss: number }> {
  for (let n = 0; n < 4; n++) {
    collect()
    await pause(50)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

const began = process.cpuUsage()
const begunAt = performance.now()
const services = await makeServices(settings, { serverUrl: SERVER_URL!, workerUrl: WORKER_URL! })
const background = await startBackground(services)
const app = await makeApp(services)
await app.ready()
const start = { processorMs: processorMs(began), ms: performance.now() - begunAt }
const afterStart = await memory()

const [tenantId, id] = [Number(TENANT), Number(REQUEST)]
const status = () =>
  services.database.withTenant(tenantId, db =>
    db.one<{ status: string; number: number }>(
      sql`select status, request_number as number from code_request where tenant_id = ${tenantId} and id = ${id}`,
    ),
  )
const usageBefore = process.cpuUsage()
const submittedAt = performance.now()
await services.database.withTenant(tenantId, async db => {
  await db.execute(
    sql`update code_request set status = 'inProgress', submitted_at = now() where tenant_id = ${tenantId} and id = ${id}`,
  )
  await queueCodeGeneration(services, db, { tenantId, id })
})
while ((await status()).status !== 'completed') await pause(20)
const request = {
  processorMs: processorMs(usageBefore),
  ms: performance.now() - submittedAt,
}
const entry = (await services.directory.find((await status()).number))!
const opened = await services.directory.open(services.directory.codesOf(entry).code(0))
const afterRequest = await memory()
await app.close()
await background.stop()
await services.audit.whenSettled()
await services.database.close()
process.stdout.write(`${JSON.stringify({ start, afterStart, request, afterRequest, opened: opened.known })}\n`)
process.exit(0)
