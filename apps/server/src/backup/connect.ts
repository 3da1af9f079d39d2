import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseFolder, startPostgres } from '../platform/postgres/postgres.ts'
import { type Settings, SettingsError } from '../platform/settings.ts'
import { BackupError } from '../platform/backup/errors.ts'

/** Name of the database in the shipped PostgreSQL. */
export const database = 'timbermark'

/** A database that a backup reads or a restore fills. */
export interface OpenedDatabase {
  /** Connection of the owner. */
  ownerUrl: string
  /** Connection of the worker's role, for an external database. */
  workerUrl?: string
  /** Was it already running? */
  running: boolean
  /** Stops what was started for the command. */
  close(): Promise<void>
}

/** @throws SettingsError when only some of the connections are set */
export function externalUrls(settings: Settings): { ownerUrl: string; workerUrl?: string } | undefined {
  if (!settings.databaseUrl && !settings.databaseOwnerUrl) return undefined
  if (!settings.databaseOwnerUrl)
    throw new SettingsError('DATABASE_OWNER_URL: set the connection of the owner; the other roles cannot see every row')
  return { ownerUrl: settings.databaseOwnerUrl, workerUrl: settings.databaseDirectUrl ?? settings.databaseWorkerUrl }
}

/**
 * The installation's database, running or not.
 * @throws BackupError, SettingsError
 */
export async function openInstallation(settings: Settings): Promise<OpenedDatabase> {
  const external = externalUrls(settings)
  if (external) return { ...external, running: true, close: async () => {} }
  const folder = join(settings.dataDir, 'postgres')
  if (!existsSync(join(databaseFolder(folder), 'PG_VERSION')))
    throw new BackupError(`There is no database in ${settings.dataDir}: set DATA_DIR to the folder of the installation`)
  const ownerUrl = await runningUrl(settings.dataDir)
  if (ownerUrl) return { ownerUrl, running: true, close: async () => {} }
  return startShipped(settings.dataDir, settings.walArchiveDir)
}

/** Starts the shipped database of a data folder and creates its cluster when there is none. */
export const startShipped = (dataDir: string, walArchive?: string): Promise<OpenedDatabase> =>
  startIn(dataDir, { durable: true, walArchive })

/** The same for rows that are thrown away: nothing waits for the disk. */
export const startScratch = (dataDir: string): Promise<OpenedDatabase> => startIn(dataDir, { durable: false })

async function startIn(
  dataDir: string,
  options: { durable: boolean; walArchive?: string | undefined },
): Promise<OpenedDatabase> {
  const postgres = await startPostgres({ folder: join(dataDir, 'postgres'), ...options })
  return { ownerUrl: postgres.url(database), running: false, close: () => postgres.stop() }
}

/** URL of this folder's database while a server runs on it; a stale URL does not answer, or refuses the password. */
async function runningUrl(dataDir: string): Promise<string | undefined> {
  let adminUrl: string
  try {
    adminUrl = (JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }).adminUrl
  } catch {
    return undefined
  }
  const probe = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5000 })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return adminUrl
  } catch {
    return undefined
  } finally {
    await probe.end().catch(() => {})
  }
}
