import type { MigrationSteps } from '../platform/database/migrate.ts'
import { Secrets } from '../platform/installation/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { authenticateRequestKey } from '../areas/ledger/log/request-subjects.ts'
import { authenticateEarlierRows } from '../areas/ledger/sealing/earlier-rows.ts'

/**
 * What an upgrade does with the master key, in its own transaction: it authenticates what the migrations noted of the time before.
 * @throws SettingsError when it is not the key of this database: the upgrade is undone
 */
export function authenticateUpgrade(settings: Settings): NonNullable<MigrationSteps['finish']> {
  const [secrets, file] = [Secrets.load(settings), settings.masterKeyFile]
  return async (owner, applied) => {
    await authenticateEarlierRows(secrets, file)(owner, applied)
    await authenticateRequestKey(secrets, file)(owner, applied)
  }
}
