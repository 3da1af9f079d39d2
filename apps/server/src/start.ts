import { createServer } from 'node:net'
import { makeApp } from './app.ts'
import { requestSubjects } from './areas/ledger/log/request-subjects.ts'
import { assertKeyOfDatabase } from './platform/secrets/key-of-database.ts'
import { applyModeDefaults } from './areas/system/bootstrap/mode-defaults.ts'
import { bootstrapInstallation } from './areas/system/bootstrap/bootstrap.ts'
import { startBackground } from './background.ts'
import { assertNotRestoring } from './backup/marker.ts'
import { openDataFolder } from './platform/installation/data-folder.ts'
import { type FolderLock, lockFolder } from './platform/installation/folder-lock.ts'
import { warnOfCodePointOrder } from './platform/database/reader-order.ts'
import { assertSafeRoles } from './platform/database/safe-roles.ts'
import type { RunningPostgres } from './platform/postgres/postgres.ts'
import type { Services } from './platform/services.ts'
import { misspelled, unknownOfFamily } from './platform/setting-names.ts'
import { readSettings, settingNames, SettingsError, type Settings } from './platform/settings.ts'
import { readAccounts } from './seed/demo-accounts.ts'
import { seedDemonstration } from './seed/demonstration.ts'
import { firstAdministrator } from './seed/first-administrator.ts'
import { makeServices } from './services.ts'
import { tryBucket } from './start/bucket.ts'
import { openExternalDatabase, openShippedDatabase } from './start/database.ts'
import { Ending } from './start/exit.ts'
import { explainStartFailure } from './start/failure.ts'
import { startUntilSteady } from './start/wait-until-steady.ts'
import { firstStepsText, inSeconds } from './start/start-messages.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
let log: Services['log'] | undefined
/** Writes to the log, or to the console before there is a log. */
const warn = (line: string, error?: unknown) => {
  if (log) log.error({ err: error }, line)
  else console.error(line, ...(error === undefined ? [] : [error]))
}

const ending = new Ending((title, error) => warn(`${title} did not end well:`, error))
let shipped = false
/** What is under way has half a minute to end after the time of draining. */
let drainMs = 0

async function main(): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.argv[2] === 'production' ? 'production' : 'demo')
  for (const { name, meant } of misspelled(process.env, settingNames))
    say(`${name} is not a setting; did you mean ${meant}?`)
  for (const name of unknownOfFamily(process.env, settingNames))
    say(`${name} is not a setting of Timbermark; it has no effect.`)
  shipped = !settings.databaseUrl
  if (settings.web) drainMs = settings.drainMs
  openDataFolder(settings.dataDir)
  // An operator's own database may be shared by several processes on one data folder.
  const lock = shipped ? await lockFolder(settings.dataDir, settings.web ? settings.publicUrl : undefined) : undefined
  assertNotRestoring(settings.dataDir)
  await assertPortFree(settings)
  await tryBucket(settings, say)
  const services = lock
    ? await begin(settings, lock)
    : await startUntilSteady({
        begin: () => begin(settings, lock),
        undo: () => ending.undo(),
        isWanted: () => !ending.begun,
        say,
      })
  const app = await makeApp(services)
  ending.add('requests', () => app.close())
  if (settings.web) {
    await app.listen({ host: settings.host, port: settings.port })
    say(
      `Timbermark is ready at ${settings.mode === 'demo' ? settings.publicUrl : `http://${settings.host}:${settings.port}`} (${inSeconds(performance.now() - started)})`,
    )
    if (settings.mode === 'demo') say(firstStepsText(settings.publicUrl, readAccounts(settings.dataDir) ?? []))
  }
}

async function begin(settings: Settings, lock: FolderLock | undefined): Promise<Services> {
  const services = await prepareInstallation(settings, lock)
  const background = await startBackground(services)
  ending.add('background work', () => background.stop())
  return services
}

/**
 * Opens the database and what every installation starts from. Each step may be interrupted and is completed by the next
 * start.
 */
async function prepareInstallation(settings: Settings, lock: FolderLock | undefined): Promise<Services> {
  const database = lock ? await openShippedDatabase(settings, lock, say) : await openExternalDatabase(settings, say)
  const { postgres } = database
  if (postgres) ending.add('the database', () => postgres.stop())
  ending.add('the turn to make the demonstration', () => database.endTurn())
  const services = await makeServices(settings, database.urls)
  log = services.log
  ending.add('connections', () => services.database.close())
  ending.add('the operation log', () => services.audit.whenSettled())
  await assertSafeRoles(services.database)
  await warnOfCodePointOrder(services.database, services.log)
  await assertKeyOfDatabase(services.database, services.secrets, settings.masterKeyFile)
  requestSubjects(services.secrets)
  await services.jobs.prepare()
  await services.database.acrossTenants('seed', bootstrapInstallation)
  await services.database.acrossTenants('seed', db => applyModeDefaults(db, settings.mode))
  if (settings.mode === 'demo') await seedDemonstration(services, say)
  else await firstAdministrator(services, say)
  await database.endTurn()
  if (postgres) superviseDatabase(postgres, services)
  return services
}

/**
 * The shipped database is restarted when it dies; when it does not stay up, the process ends and leaves it to its
 * supervisor.
 */
function superviseDatabase(postgres: RunningPostgres, services: Services): void {
  postgres.keepAlive({
    down: lastWords => {
      services.alarms.raise('databaseDown')
      services.log.error({ lastWords }, 'The database ended by itself; it is being restarted')
    },
    up: () => {
      services.alarms.clear('databaseDown')
      services.log.warn('The database accepts connections again')
    },
    gaveUp: lastWords => {
      console.error(`Timbermark ends: its database ends again and again. Its last output: ${lastWords}`)
      void ending.exit(1, 10_000)
    },
  })
}

/** Checked before the database starts. */
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!ending.begun) say(`${signal}: ending requests and saving`)
    // A request that hangs must not block the shutdown for ever.
    void ending.exit(0, 30_000 + drainMs)
  })
// The command that started this process was killed, and nothing else could stop this process by its name.
process.once('disconnect', () => void ending.exit(0, 30_000 + drainMs))
// A rejected promise that nobody awaits leaves no data in doubt: it is a bug to fix, not a reason to stop serving.
process.on('unhandledRejection', reason => warn('An unhandled rejection:', reason))
// After this the state is unknown: end in order what can be ended; a supervisor restarts the process.
process.on('uncaughtException', error => {
  warn('Timbermark ends after an unexpected error:', error)
  void ending.exit(1, 5000)
})
// The reader of our output may end before us.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

main().catch(error => {
  // Errors after a stop in the middle of a start are not reported.
  if (ending.begun) return
  const sentence = explainStartFailure(error, shipped)
  if (sentence) console.error(`Timbermark cannot start:\n${sentence}`)
  else warn('Timbermark cannot start:', error)
  void ending.exit(1, 10_000)
})
