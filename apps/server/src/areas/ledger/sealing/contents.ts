import type { Db } from '../../../platform/database/database.ts'
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
  | 'move' // of a packing in a block of codes: before they were told in spans
  | 'packing'
  | 'certification'

/** A content as it is kept beside the row that it speaks of. */
export interface KeptContent extends SealedStatement {
  id: number
  kind: SealedKind
  /** Row that it speaks of; of a mention the record's, of a certification the step's. */
  rowId: number
}

/** What is to be sealed of a row. */
export interface ToSeal {
  kind: SealedKind
  rowId: number
  statement: Statement
  /** What the personal fields hang on; kept with the row. */
  personalSecret?: Buffer
}

/** Seals statements and keeps what they are made of. @returns what is kept, in order */
export async function keepContents(db: Db, tenantId: number, given: readonly ToSeal[]): Promise<SealedStatement[]> {
  if (given.length === 0) return []
  const sealed = given.map(({ statement, personalSecret }) => sealStatement(statement, personalSecret))
  const reviewer = reviewerIn(db, tenantId)
  const column = <T>(of: (one: SealedStatement, at: number) => T) => sealed.map(of)
  await db.execute(sql`
    insert into sealed_content (tenant_id, kind, row_id, digest, open, withheld, personal, secret, reviewed_step, reviewer_tenant_id)
    select ${tenantId}, g.*, case when ${reviewer}::bigint is null then null else g.row_id end, ${reviewer}::bigint from unnest(
      ${given.map(({ kind }) => kind)}::text[], ${given.map(({ rowId }) => rowId)}::bigint[], ${column(one => one.digest)}::bytea[],
      ${column(one => one.open)}::text[], ${column(one => one.withheld)}::text[], ${column(one => one.personal)}::text[], ${column(one => one.secret)}::bytea[]) as g (kind, row_id, digest, open, withheld, personal, secret)`)
  return sealed
}

const columns = sql`id, kind, row_id as "rowId", digest, open, withheld, personal, secret`

/** Contents by their digest (base64url) of those that are kept. */
export async function contentsByDigest(
  db: Db,
  tenantId: number,
  digests: readonly string[],
): Promise<Map<string, KeptContent>> {
  if (digests.length === 0) return new Map()
  const rows = await db.query<KeptContent>(
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
): Promise<Map<number, KeptContent>> {
  if (rowIds.length === 0) return new Map()
  const rows = await db.query<KeptContent>(
    sql`
      select distinct on (row_id) ${columns} from sealed_content
      where tenant_id = ${tenantId} and kind = ${kind} and row_id = any(${[...rowIds]}) order by row_id, id desc`,
  )
  return new Map(rows.map(row => [row.rowId, row]))
}

/** A block of all contents of all enterprises behind this one, by enterprise and id. */
export function contentsAfter(
  db: Db,
  after: { tenantId: number; id: number },
  limit: number,
): Promise<(KeptContent & { tenantId: number })[]> {
  return db.query(sql`
    select tenant_id as "tenantId", ${columns} from sealed_content
    where (tenant_id, id) > (${after.tenantId}, ${after.id}) order by tenant_id, id limit ${limit}`)
}
