import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, prepareDatabase } from '../platform/database/migrate.ts'
import { assertSchemaFits } from '../platform/database/schema-version.ts'
import { databaseFolder, startPostgres } from '../platform/postgres/postgres.ts'
import type { Services } from '../platform/services.ts'
import { type Settings, SettingsError } from '../platform/settings.ts'
import { makeServices } from '../services.ts'
import { authenticateUpgrade } from './authenticate-upgrade.ts'
import { roleUrlsOf } from './role-urls.ts'

/** An installation opened for a command, as its server opens it. */
export interface Opened {
  services: Services
  /** Stops what was started for the command. */
  close(): Promise<void>
}

/**
 * Opens an installation whose server is stopped; the shipped database is started for the command.
 * @throws SettingsError when a server uses the folder, when there is no database in it, or no master key
 */
export async function openStopped(settings: Settings, say: (line: string) => void): Promise<Opened> {
  if (!existsSync(settings.masterKeyFile))
    throw new SettingsError(`MASTER_KEY_FILE: ${settings.masterKeyFile} does not exist; only its key can sign`)
  return settings.databaseUrl ? openExternal(settings, settings.databaseUrl) : openShipped(settings, say)
}

const migrateWithKey = (ownerUrl: string, settings: Settings) =>
  migrate(ownerUrl, { finish: authenticateUpgrade(settings) })

async function openExternal(settings: Settings, serverUrl: string): Promise<Opened> {
  if (settings.databaseOwnerUrl) await migrateWithKey(settings.databaseOwnerUrl, settings)
  else await assertSchemaFits(settings.databaseDirectUrl ?? settings.databaseWorkerUrl ?? serverUrl)
  // A command reads what it is about to change: never from a replica.
  const { replica: _replica, ...urls } = roleUrlsOf(settings, serverUrl)
  const services = await makeServices(settings, urls)
  return { services, close: () => services.database.close() }
}

async function openShipped(settings: Settings, say: (line: string) => void): Promise<Opened> {
  const folder = join(settings.dataDir, 'postgres')
  if (!existsSync(join(databaseFolder(folder), 'PG_VERSION')))
    throw new SettingsError(`DATA_DIR: there is no database in ${settings.dataDir}`)
  // It refuses while a server uses the folder.
  const postgres = await startPostgres({ folder, durable: true, walArchive: settings.walArchiveDir, say })
  try {
    const urls = await prepareDatabase(postgres.url, 'timbermark')
    await migrateWithKey(urls.ownerUrl, settings)
    const services = await makeServices(settings, urls)
    return {
      services,
      async close() {
        await services.database.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
