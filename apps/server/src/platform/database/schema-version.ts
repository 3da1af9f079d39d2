import pg from 'pg'
import { assertSchemaComplete, assertSchemaKnown } from './migrations.ts'

/**
 * Does the schema of this database fit this version? For a process without the owner's connection, which migrates nothing.
 * @param url of the worker's role
 * @throws SettingsError that names what is unknown or missing
 */
export async function assertSchemaFits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'timbermark-start' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Before migration 0195 the worker's role could not read the table.
    const { rows } = await client.query<{ readable: boolean }>(
      `select coalesce(has_table_privilege(to_regclass('public.schema_migration'), 'select'), false) as readable`,
    )
    const applied = rows[0]!.readable
      ? (await client.query<{ name: string }>('select name from schema_migration')).rows.map(({ name }) => name)
      : []
    assertSchemaKnown(applied)
    assertSchemaComplete(applied)
  } finally {
    await client.end().catch(() => {})
  }
}
