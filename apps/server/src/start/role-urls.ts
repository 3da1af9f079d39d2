import type { RoleUrls } from '../platform/database/migrate.ts'
import type { Settings } from '../platform/settings.ts'

/**
 * The connections to a database of the operator's own.
 * @param serverUrl the setting DATABASE_URL
 */
export function roleUrlsOf(settings: Settings, serverUrl: string): RoleUrls {
  const { databaseWorkerUrl, databaseDirectUrl, databaseReadUrl } = settings
  const workerUrl = databaseWorkerUrl ?? serverUrl
  return {
    serverUrl,
    workerUrl,
    directUrl: databaseDirectUrl,
    replica: databaseReadUrl
      ? { serverUrl: databaseReadUrl, workerUrl: asRoleOf(databaseReadUrl, workerUrl) }
      : undefined,
  }
}

/** The address with the name and the password of another: a standby has the roles of its primary. */
function asRoleOf(address: string, other: string): string {
  const { username, password } = new URL(other)
  return Object.assign(new URL(address), { username, password }).toString()
}
