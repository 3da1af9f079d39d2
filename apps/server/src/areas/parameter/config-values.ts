import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Value of a parameter, or undefined. Parameters are few and read by key; the database's cache is the cache. */
export async function configValue(db: Db, key: string): Promise<string | undefined> {
  return (await db.maybe<{ config_value: string }>(sql`select config_value from config where config_key = ${key}`))
    ?.config_value
}
