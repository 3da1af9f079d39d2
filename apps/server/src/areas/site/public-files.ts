import type { FileInfo } from '@timbermark/contract'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Loads the facts of public files of any enterprise. The address is that of the public copy, without a signature; files that
 * are not public are left out.
 */
export async function loadPublicFiles(database: Database, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await database.readAcrossTenants<Omit<FileInfo, 'url'>>(
    'public-file',
    sql`select id, name, type, size from file_object where id = any(${[...new Set(ids)]}) and is_public`,
  )
  return new Map(rows.map(row => [row.id, { ...row, url: `/api/file/${row.id}` }]))
}

/** Makes the files of a record private. */
export async function hideFiles(db: Db, owner: string): Promise<void> {
  await db.execute(
    sql`update file_object set is_public = false where tenant_id = ${db.tenant ?? null} and owner = ${owner}`,
  )
}
