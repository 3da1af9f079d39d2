import type { SerialRange } from '@timbermark/codes'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DirectoryEntry } from './code-directory.ts'

/** Loads the foreign values of these serials; none for codes of the platform. */
export async function loadPrintedValues(
  db: Db,
  tenantId: number,
  entry: Pick<DirectoryEntry, 'foreign' | 'requestId'>,
  serials: readonly number[],
): Promise<Map<number, string>> {
  if (!entry.foreign) return new Map()
  const rows = await db.query<{ serial: number; value: string }>(sql`
    select serial, value from foreign_code
    where tenant_id = ${tenantId} and request_id = ${entry.requestId} and serial = any(${[...serials]})`)
  return new Map(rows.map(({ serial, value }) => [serial, value]))
}

/** Loads the foreign values in ranges of a request, in serial order. */
export async function loadPrintedValuesInRanges(
  database: Database,
  tenantId: number,
  requestId: number,
  ranges: readonly SerialRange[],
): Promise<string[]> {
  const rows = await database.withTenant(tenantId, db =>
    db.query<{ value: string }>(sql`
      select f.value from foreign_code f
      join unnest(${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[]) as g (first, beyond)
        on f.serial >= g.first and f.serial < g.beyond
      where f.tenant_id = ${tenantId} and f.request_id = ${requestId} order by f.serial`),
  )
  return rows.map(({ value }) => value)
}
