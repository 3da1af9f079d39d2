import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Mode } from '../../../platform/settings.ts'
import { defaultParameters } from './default-parameters.ts'

/**
 * Sets the parameters whose defaults differ between a demonstration and production to the value of the current mode: a
 * demonstration follows the rules of the specification, production the strict ones from its first start on. Parameters that
 * somebody has saved stay.
 */
export async function applyModeDefaults(db: Db, mode: Mode): Promise<void> {
  for (const { key, value, demo } of defaultParameters) {
    if (demo === undefined) continue
    const wanted = mode === 'demo' ? demo : value
    await db.execute(sql`
      update config set config_value = ${wanted}
      where config_key = ${key} and updated_by is null and config_value <> ${wanted}`)
  }
}
