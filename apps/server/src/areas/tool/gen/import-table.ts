import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { columnsOf, findImportableTable } from './catalogue.ts'
import { oneLine, proposal } from './proposal.ts'

/**
 * Imports one table, with a proposal for each of its columns.
 * @returns its number in the generator
 * @throws Refusal tool.tableGone, tool.tableImported
 */
export async function importTable(
  db: Db,
  actor: { tenantId: number; accountId: number | null },
  name: { schema: string; table: string },
): Promise<number> {
  const table = await findImportableTable(db, name)
  if (!table) throw new Refusal('tool.tableGone', { name: name.table })
  const { settings, columns } = proposal(table, await columnsOf(db, table.oid))
  const row = await db.maybe<{ id: number }>(sql`
    insert into gen_table (tenant_id, schema_name, table_name, table_comment, settings, columns, created_by, updated_by)
    values (${actor.tenantId}, ${table.schema}, ${table.table}, ${oneLine(table.comment).slice(0, 500)}, ${JSON.stringify(settings)}::jsonb,
      ${JSON.stringify(columns)}::jsonb, ${actor.accountId}, ${actor.accountId})
    on conflict (tenant_id, schema_name, table_name) do nothing returning id`)
  if (!row) throw new Refusal('tool.tableImported', { name: table.table })
  return row.id
}
