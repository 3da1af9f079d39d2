import type { FileInfo } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * What is told of files that anybody may see, whoever's they are. The address is that of the public copy, without a
 * signature; files that are not public are not found.
 */
export async function publicInfos(db: Db, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<Omit<FileInfo, 'url'>>(
    sql`select id, name, type, size from public_files(${[...new Set(ids)]})`,
  )
  return new Map(rows.map(row => [row.id, { ...row, url: `/api/file/${row.id}` }]))
}

/** The files of a record are nobody else's any more. */
export async function hideFiles(db: Db, owner: string): Promise<void> {
  await db.execute(sql`update file_object set is_public = false where owner = ${owner}`)
}
