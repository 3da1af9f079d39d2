import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeApp } from './app.ts'
import { startBackground } from './background.ts'
import { assertNotRestoring } from './backup/marker.ts'
import { deliver } from './areas/system/delivered.ts'
import { migrate, prepareDatabase } from './platform/migrate.ts'
import { type RunningPostgres, startPostgres } from './platform/postgres.ts'
import { readSettings, SettingsError, type Settings } from './platform/settings.ts'
import { firstAdministrator } from './seed/first-administrator.ts'
import { seedDemonstration } from './seed/demonstration.ts'
import { makeServices } from './services.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.argv[2] === 'production' ? 'production' : 'demo')
  assertNotRestoring(settings.dataDir)
  await assertPortFree(settings)
  mkdirSync(settings.dataDir, { recursive: true })
  const { urls, postgres } = await openDatabase(settings)
  const services = await makeServices(settings, urls)
  await services.database.assertSafeRole()
  await services.jobs.prepare()
  await services.database.acrossTenants('seed', deliver)
  if (settings.mode === 'demo') await seedDemonstration(services, say)
  else await firstAdministrator(services, say)
  const background = await startBackground(services)
  const app = await makeApp(services)
  if (settings.web) {
    await app.listen({ host: settings.host, port: settings.port })
    say(
      `Timbermark is ready at ${settings.mode === 'demo' ? settings.publicUrl : `http://${settings.host}:${settings.port}`} (${Math.round(performance.now() - started)} ms)`,
    )
  }
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    say(`${signal}: ending requests and saving`)
    // A request that hangs must not hold the shutdown for ever.
    setTimeout(() => process.exit(1), 30_000).unref()
    await app.close()
    await background.stop()
    await services.audit.settled()
    await services.database.close()
    await postgres?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
}

async function openDatabase(
  settings: Settings,
): Promise<{ urls: { serverUrl: string; workerUrl: string }; postgres?: RunningPostgres }> {
  if (settings.databaseUrl) {
    if (settings.databaseOwnerUrl) await migrate(settings.databaseOwnerUrl)
    return { urls: { serverUrl: settings.databaseUrl, workerUrl: settings.databaseWorkerUrl ?? settings.databaseUrl } }
  }
  const postgres = await startPostgres({ folder: join(settings.dataDir, 'postgres'), durable: true })
  const prepared = await prepareDatabase(postgres.url, 'timbermark')
  await migrate(prepared.ownerUrl)
  writeFileSync(
    join(settings.dataDir, 'database.json'),
    `${JSON.stringify({ adminUrl: prepared.ownerUrl }, null, 2)}\n`,
    { mode: 0o600 },
  )
  return { urls: prepared, postgres }
}

/** Found out before the database starts: two servers must not share a data folder. */
function assertPortFree({ host, port, web }: Settings): Promise<void> {
  if (!web || port === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      reject(
        new SettingsError(
          `PORT: ${port} on ${host} is already in use; is Timbermark running? Otherwise set PORT to another number`,
        ),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

main().catch(error => {
  if (error instanceof SettingsError) console.error(`Timbermark cannot start:\n${error.message}`)
  else console.error(error)
  process.exit(1)
})
