import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { RollbackGuard } from './rollback-guard.ts'
import type { Settings } from '../settings.ts'
import { sql } from '../database/sql.ts'

/** Opens the rollback guard of the installation that this database belongs to. */
export async function openRollbackGuard(
  database: Database,
  { dataDir, memoryDir }: Settings,
  log: Pick<Logger, 'warn' | 'error'>,
): Promise<RollbackGuard> {
  const { id } = await database.acrossTenants('seed', db => db.one<{ id: string }>(sql`select id from installation`))
  return RollbackGuard.open({ installation: id, dataDir, memoryDir, log })
}
