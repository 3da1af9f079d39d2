import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { CheckBlock, CheckSection, LedgerFault } from '../../ledger/log/check-section.ts'

/** Entries per block that are only compared. */
const entriesPerBlock = 2000

/** Goes through the entries of the log, `e`, with their contents, `c`. @param wrong a condition on both */
function entrySection(name: string, kind: LedgerFault['kind'], wrong: Sql): CheckSection {
  const check: CheckBlock = async (db, from, { fault }) => {
    const first = (from as { index: number } | undefined)?.index ?? 0
    const rows = await db.query<{ index: number; tenantId: number | null; wrong: boolean }>(sql`
      select e.index, c.tenant_id as "tenantId", coalesce(${wrong}, false) as wrong
      from ledger_entry e left join sealed_content c on c.content = e.content
      where e.index >= ${first} order by e.index limit ${entriesPerBlock}`)
    for (const row of rows) if (row.wrong) fault(kind, row.index, row.tenantId ?? undefined)
    const end = (rows.at(-1)?.index ?? first - 1) + 1
    return { next: { index: end }, ended: rows.length < entriesPerBlock, items: rows.length }
  }
  return { name, table: 'ledger_entry', check, added: { check, newest: newestEntry } }
}

async function newestEntry(db: Db): Promise<{ index: number }> {
  const { size } = await db.one<{ size: number }>(
    sql`select coalesce((select max(index) + 1 from ledger_entry), 0)::bigint as size`,
  )
  return { index: size }
}

/** The content of every entry is stored, and no row is stated twice in the chain of one subject: nothing takes an entry out again. */
export const entrySections: readonly CheckSection[] = [
  entrySection('openings', 'contentGone', sql`e.content is not null and c.id is null`),
  entrySection(
    'doubled',
    'entryDoubled',
    sql`c.kind in ('mention', 'packing', 'certification', 'label', 'custody') and exists (
      select from sealed_content o join ledger_entry f on f.content = o.content
      where o.tenant_id = c.tenant_id and o.kind = c.kind and o.row_id = c.row_id and o.id <> c.id
        and f.subject = e.subject and f.index < e.index)`,
  ),
]
