import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { FolderLock } from '../platform/installation/folder-lock.ts'
import { migrate, prepareDatabase, type RoleUrls } from '../platform/database/migrate.ts'
import { assertSchemaFits } from '../platform/database/schema-version.ts'
import { type RunningPostgres, startPostgres } from '../platform/postgres/postgres.ts'
import type { Settings } from '../platform/settings.ts'
import { writeFileSafely } from '../platform/installation/write-file.ts'
import { dropDatabase, emptyDatabase, isUnfinishedDemo } from './unfinished-demo.ts'
import { locks } from '../platform/database/locks.ts'
import { assertConnections } from './assert-connections.ts'
import { authenticateUpgrade } from './authenticate-upgrade.ts'
import { roleUrlsOf } from './role-urls.ts'

/** A migrated database for this start. */
export interface OpenDatabase {
  urls: RoleUrls
  /** The shipped PostgreSQL, when it is used. */
  postgres?: RunningPostgres
  /** Ends this start's turn: other processes that wait to set up the demonstration may continue. */
  endTurn(): Promise<void>
}

const name = 'timbermark'

/**
 * The shipped database of this data folder.
 * @param lock of that folder
 */
export async function openShippedDatabase(
  settings: Settings,
  lock: FolderLock,
  say: (line: string) => void,
): Promise<OpenDatabase & { postgres: RunningPostgres }> {
  const postgres = await startPostgres({
    folder: join(settings.dataDir, 'postgres'),
    durable: true,
    walArchive: settings.walArchiveDir,
    lock,
    say,
  })
  if (settings.mode === 'demo' && (await isUnfinishedDemo(postgres.url(name)))) {
    reportRestart(say)
    forgetMarks(settings)
    await dropDatabase(postgres.url('postgres'), name)
  }
  const { ownerUrl, ...urls } = await prepareDatabase(postgres.url, name)
  await migrateSaying(ownerUrl, settings, say)
  await writeFileSafely(join(settings.dataDir, 'database.json'), `${JSON.stringify({ adminUrl: ownerUrl }, null, 2)}\n`)
  return { urls, postgres, endTurn: async () => {} }
}

/** A database of the operator's own. */
export async function openExternalDatabase(settings: Settings, say: (line: string) => void): Promise<OpenDatabase> {
  const { databaseOwnerUrl: ownerUrl } = settings
  const urls = roleUrlsOf(settings, settings.databaseUrl!)
  await assertConnections(settings, urls, say)
  const directUrl = urls.directUrl ?? urls.workerUrl
  const endTurn = settings.mode === 'demo' ? await takeTurn(ownerUrl ?? directUrl) : async () => {}
  try {
    if (settings.mode === 'demo' && (await isUnfinishedDemo(ownerUrl ?? directUrl))) {
      await emptyDatabase(ownerUrl, directUrl, () => {
        reportRestart(say)
        forgetMarks(settings)
      })
    }
    if (ownerUrl) await migrateSaying(ownerUrl, settings, say)
    else await assertSchemaFits(directUrl)
  } catch (error) {
    await endTurn().catch(() => {})
    throw error
  }
  return { urls, endTurn }
}

const reportRestart = (say: (line: string) => void) =>
  say('Creating the demonstration was interrupted before anybody was served; it begins again.')

/** Removes the marks outside the database of an abandoned attempt. */
function forgetMarks(settings: Settings): void {
  rmSync(join(settings.dataDir, 'ledger-head.json'), { force: true })
}

async function migrateSaying(ownerUrl: string, settings: Settings, say: (line: string) => void): Promise<void> {
  await migrate(ownerUrl, {
    begin: count => say(`Preparing the tables (${count} steps) ...`),
    finish: authenticateUpgrade(settings),
  })
}

/**
 * Several demonstrations on one database: one process creates it, the others wait. The turn ends with the process at
 * the latest.
 */
async function takeTurn(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'timbermark-start' })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [locks.demonstration])
  return () => client.end()
}
