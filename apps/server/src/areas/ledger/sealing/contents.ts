import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { reviewerIn } from '../log/queue.ts'
import { sealStatement, type SealedStatement, type Statement } from './content.ts'

export type SealedKind =
  | 'enterprise'
  | 'product'
  | 'batch'
  | 'request'
  | 'mention'
  | 'record'
  | 'move' // a packing stated per block of codes, before packings were stated in spans
  | 'packing'
  | 'certification'

/** A stored content with a reference to its row. */
export interface StoredContent extends SealedStatement {
  id: number
  kind: SealedKind
  /** The sealed row; for a mention the record, for a certification the step. */
  rowId: number
}

/** A statement about a row to seal. */
export interface ContentToSeal {
  kind: SealedKind
  rowId: number
  statement: Statement
  /** Secret of the personal fields; stored with the row. */
  personalSecret?: Buffer
}

/** Seals statements and stores the contents. @returns the stored parts, in order */
export async function storeContents(
  db: Db,
  tenantId: number,
  contents: readonly ContentToSeal[],
): Promise<SealedStatement[]> {
  if (contents.length === 0) return []
  const sealed = contents.map(({ statement, personalSecret }) => sealStatement(statement, personalSecret))
  const reviewer = reviewerIn(db, tenantId)
  await insertRows(
    db,
    'sealed_content',
    contents.map(({ kind, rowId }, at) => {
      const { digest, open, withheld, personal, secret } = sealed[at]!
      return {
        tenant_id: tenantId,
        kind,
        row_id: rowId,
        digest,
        open,
        withheld,
        personal,
        secret,
        reviewed_step: reviewer === null ? null : rowId,
        reviewer_tenant_id: reviewer,
      }
    }),
  )
  return sealed
}

const columns = sql`id, kind, row_id as "rowId", digest, open, withheld, personal, secret`

/** Stored contents by digest (base64url). */
export async function contentsByDigest(
  db: Db,
  tenantId: number,
  digests: readonly string[],
): Promise<Map<string, StoredContent>> {
  if (digests.length === 0) return new Map()
  const rows = await db.query<StoredContent>(
    sql`
      select ${columns} from sealed_content
      where tenant_id = ${tenantId} and digest = any(${digests.map(digest => Buffer.from(digest, 'base64url'))}::bytea[])`,
  )
  return new Map(rows.map(row => [row.digest.toString('base64url'), row]))
}

/** The newest content of each of these rows, by row. */
export async function newestContents(
  db: Db,
  tenantId: number,
  kind: SealedKind,
  rowIds: readonly number[],
): Promise<Map<number, StoredContent>> {
  if (rowIds.length === 0) return new Map()
  const rows = await db.query<StoredContent>(
    sql`
      select distinct on (row_id) ${columns} from sealed_content
      where tenant_id = ${tenantId} and kind = ${kind} and row_id = any(${[...rowIds]}) order by row_id, id desc`,
  )
  return new Map(rows.map(row => [row.rowId, row]))
}

/** The next contents of all enterprises after this one, ordered by enterprise and id. */
export function contentsAfter(
  db: Db,
  after: { tenantId: number; id: number },
  limit: number,
): Promise<(StoredContent & { tenantId: number })[]> {
  return db.query(sql`
    select tenant_id as "tenantId", ${columns} from sealed_content
    where (tenant_id, id) > (${after.tenantId}, ${after.id}) order by tenant_id, id limit ${limit}`)
}

/** The next contents of all enterprises after this one, ordered by id: those that were stored since. */
export function contentsSince(db: Db, id: number, limit: number): Promise<(StoredContent & { tenantId: number })[]> {
  return db.query(sql`
    select tenant_id as "tenantId", ${columns} from sealed_content where id > ${id} order by id limit ${limit}`)
}

/** Minutes after which no transaction is open any more that began then: what has a lower id than a settled content is stored. */
const settledMinutes = 10

/** Id of the newest content that no content with a lower id can follow; 0 without one. */
export async function newestSettledContent(db: Db): Promise<number> {
  const row = await db.maybe<{ id: number }>(sql`
    select id from sealed_content where sealed_at < now() - make_interval(mins => ${settledMinutes}) order by id desc limit 1`)
  return row?.id ?? 0
}
