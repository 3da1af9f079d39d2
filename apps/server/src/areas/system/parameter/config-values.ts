import type { ParameterKey } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Value of a parameter; undefined when it is missing or empty. Not cached here: parameters are few and read by key. */
export async function configValue(db: Db, key: ParameterKey): Promise<string | undefined> {
  const row = await db.maybe<{ config_value: string | null }>(
    sql`select config_value from config where config_key = ${key}`,
  )
  return row?.config_value ?? undefined
}
