import type pg from 'pg'

/** Changes protected rows, as somebody would who has the owner's rights and turned the guards off first. */
export async function unguarded(
  admin: pg.Client,
  statement: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  await admin.query("begin; set local session_replication_role = 'replica'")
  try {
    const result = await admin.query(statement, [...values])
    await admin.query('commit')
    return result
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}
