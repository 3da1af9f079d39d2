import { FormatError } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { StoredDamage } from '../log/damage.ts'
import { digestOf, type SealedStatement } from './content.ts'

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
  | 'label'
  | 'custody'

/** A stored content with a reference to its row. */
export interface StoredContent extends SealedStatement {
  id: number
  kind: SealedKind
  /** The sealed row; for a mention the record, for a certification the step. */
  rowId: number
}

const columns = sql`id, kind, row_id as "rowId", digest, open, withheld, personal, secret`

/** Stored contents by digest (base64url). @throws StoredDamage when one of them cannot be read */
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
  for (const row of rows) assertReadable(row)
  return new Map(rows.map(row => [row.digest.toString('base64url'), row]))
}

/** Every part of a content is the text of a JSON object. What it says is compared with its digest by the readers. */
function assertReadable(content: StoredContent): void {
  for (const part of ['open', 'withheld', 'personal'] as const)
    if (!isObjectText(content[part])) throw contentDamage(content, `its part ${part} cannot be read`)
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const contentDamage = ({ kind, id }: StoredContent, what: string, options?: ErrorOptions) =>
  new StoredDamage('content', `The sealed content ${id} (${kind}) is damaged: ${what}`, options)

/** What work with contents throws when one of them is not what was sealed: a member is missing, or has another type. */
const consequences = [TypeError, RangeError, FormatError]

/** The damage that made work with these contents fail; the error itself when all of them are what was sealed. */
export function damageBehind(error: unknown, contents: Iterable<StoredContent>): unknown {
  if (!consequences.some(kind => error instanceof kind)) return error
  const damaged = [...contents].find(content => !isSealedContent(content))
  return damaged ? contentDamage(damaged, 'it is not what was sealed', { cause: error }) : error
}

function isSealedContent(content: StoredContent): boolean {
  try {
    return digestOf(content).equals(content.digest)
  } catch {
    return false
  }
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

/** All contents of these rows. */
export function contentsOfRows(
  db: Db,
  tenantId: number,
  kind: SealedKind,
  rowIds: readonly number[],
): Promise<StoredContent[]> {
  if (rowIds.length === 0) return Promise.resolve([])
  return db.query<StoredContent>(sql`
    select ${columns} from sealed_content
    where tenant_id = ${tenantId} and kind = ${kind} and row_id = any(${[...rowIds]}) order by row_id, id`)
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
