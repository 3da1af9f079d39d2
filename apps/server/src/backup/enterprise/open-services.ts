import { BackupError } from '../../platform/backup/errors.ts'
import { assertSchemaFits } from '../../platform/database/schema-version.ts'
import type { Services } from '../../platform/services.ts'
import type { Settings } from '../../platform/settings.ts'
import { makeServices } from '../../services.ts'
import { roleUrlsOf } from '../../start/role-urls.ts'
import { openInstallation } from '../connect.ts'

/**
 * The services of a server for one command, whether the installation's server runs or not.
 * @throws BackupError, SettingsError
 */
export async function openServices(settings: Settings): Promise<{ services: Services; close(): Promise<void> }> {
  const { urls, stop } = await connect(settings)
  try {
    await assertSchemaFits(urls.directUrl ?? urls.workerUrl)
    const services = await makeServices(settings, urls)
    const close = async () => {
      await services.directory.stop()
      await services.database.close()
      await stop()
    }
    return { services, close }
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(settings: Settings) {
  if (settings.databaseUrl) {
    if (!settings.databaseWorkerUrl)
      throw new BackupError(
        'DATABASE_WORKER_URL: set it too; row security hides enterprises from the role of the server',
      )
    const urls = roleUrlsOf({ ...settings, databaseReadUrl: undefined }, settings.databaseUrl)
    return { urls, stop: async () => {} }
  }
  const { ownerUrl, close } = await openInstallation({ ...settings, databaseOwnerUrl: undefined })
  return { urls: { serverUrl: ownerUrl, workerUrl: ownerUrl, directUrl: undefined }, stop: close }
}
