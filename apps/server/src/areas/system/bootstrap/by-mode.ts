import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Mode } from '../../../platform/settings.ts'
import { delivered } from './parameters.ts'

/**
 * Gives the parameters that differ between a demonstration and production the value of how the server was started:
 * whoever tries the product meets the specification's rules, whoever serves it the strict ones from the first start on.
 * What somebody has saved in the parameters stays.
 */
export async function deliverByMode(db: Db, mode: Mode): Promise<void> {
  for (const { key, value, demo } of delivered) {
    if (demo === undefined) continue
    const wanted = mode === 'demo' ? demo : value
    await db.execute(sql`
      update config set config_value = ${wanted}
      where config_key = ${key} and updated_by is null and config_value <> ${wanted}`)
  }
}
