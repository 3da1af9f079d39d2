import { randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { join, identifier, type Sql, sql } from '../../../platform/database/sql.ts'
import { type AlteredRow, refuseAltered } from './as-sealed.ts'

/** Kinds of rows with a random subject of their own in the log. */
export type SubjectKind = 'enterprise' | 'product' | 'batch'

/** Column that stores the subject of a row, or of what belongs to it. */
interface SubjectColumn {
  table: SubjectKind | 'code_request'
  column: 'subject' | 'records_subject' | 'blocks_key'
  /** Column that identifies the row. */
  by: 'id' | 'request_number'
}

const subjectColumn = (kind: SubjectKind): SubjectColumn => ({ table: kind, column: 'subject', by: 'id' })
const recordsColumn: SubjectColumn = { table: 'batch', column: 'records_subject', by: 'id' }
const blocksColumn: SubjectColumn = { table: 'code_request', column: 'blocks_key', by: 'request_number' }

/** An enterprise is its own tenant and has no column `tenant_id`. */
const belongsTo = (table: SubjectColumn['table'], tenantId: number): Sql =>
  table === 'enterprise' ? sql`id = ${tenantId}` : sql`tenant_id = ${tenantId}`

async function readBytes(db: Db, tenantId: number, place: SubjectColumn, keys: readonly number[]) {
  const rows = await db.query<{ key: number; bytes: Buffer | null }>(sql`
    select ${identifier(place.by)} as key, ${identifier(place.column)} as bytes from ${identifier(place.table)}
    where ${belongsTo(place.table, tenantId)} and ${identifier(place.by)} = any(${[...keys]})`)
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

/** What was sealed of a row names the bytes of the column. */
const sealedAs = ({ table }: SubjectColumn) => (table === 'code_request' ? 'request' : table)

/**
 * Rows without bytes although something was sealed of them, by id of the row. One statement tells both, since another call may assign
 * the bytes and seal the row meanwhile.
 */
async function sealedRows(
  db: Db,
  tenantId: number,
  place: SubjectColumn,
  keys: readonly number[],
): Promise<AlteredRow[]> {
  if (keys.length === 0) return []
  const kind = sealedAs(place)
  const rows = await db.query<{ id: number }>(sql`
    select t.id from ${identifier(place.table)} t
    where ${belongsTo(place.table, tenantId)} and t.${identifier(place.by)} = any(${[...keys]})
      and t.${identifier(place.column)} is null
      and exists (select from sealed_content c where c.tenant_id = ${tenantId} and c.kind = ${kind} and c.row_id = t.id)`)
  return rows.map(({ id }) => ({ kind, rowId: id }))
}

/** @param ids rows without a subject. @throws Refusal ledger.altered when something was sealed of one: its subject was removed */
export async function assertNeverSealed(
  db: Db,
  tenantId: number,
  kind: SubjectKind,
  ids: readonly number[],
): Promise<void> {
  const altered = await sealedRows(db, tenantId, subjectColumn(kind), ids)
  if (altered.length > 0) throw await refuseAltered(db, tenantId, altered)
}

/**
 * The bytes of these rows; assigned to rows without any. A row that does not exist is absent.
 * @throws Refusal ledger.altered instead of assigning others to a sealed row
 */
async function ensureBytes(
  db: Db,
  tenantId: number,
  place: SubjectColumn,
  keys: readonly number[],
): Promise<Map<number, Buffer>> {
  const bytesByKey = new Map<number, Buffer>()
  const known = await readBytes(db, tenantId, place, keys)
  const without = [...known].filter(([, bytes]) => !bytes).map(([key]) => key)
  const altered = await sealedRows(db, tenantId, place, without)
  if (altered.length > 0) throw await refuseAltered(db, tenantId, altered)
  for (const [key, bytes] of known) {
    if (bytes) bytesByKey.set(key, bytes)
    else bytesByKey.set(key, await assignBytes(db, tenantId, place, key))
  }
  return bytesByKey
}

async function assignBytes(db: Db, tenantId: number, place: SubjectColumn, key: number): Promise<Buffer> {
  const column = identifier(place.column)
  const { bytes } = await db.one<{ bytes: Buffer }>(sql`
    update ${identifier(place.table)} set ${join([sql`${column} = coalesce(${column}, ${randomBytes(32)})`])}
    where ${belongsTo(place.table, tenantId)} and ${identifier(place.by)} = ${key} returning ${column} as bytes`)
  return bytes
}

/** Subjects of rows by id; created when missing. */
export const ensureSubjects = (db: Db, tenantId: number, kind: SubjectKind, ids: readonly number[]) =>
  ensureBytes(db, tenantId, subjectColumn(kind), ids)

/** The bytes of rows that have some; the others are absent. */
async function loadBytes(
  db: Db,
  tenantId: number,
  place: SubjectColumn,
  keys: readonly number[],
): Promise<Map<number, Buffer>> {
  const bytesByKey = await readBytes(db, tenantId, place, keys)
  return new Map([...bytesByKey].flatMap(([key, bytes]): [number, Buffer][] => (bytes ? [[key, bytes]] : [])))
}

/** Subjects of those of these rows that were sealed already. */
export const sealedSubjects = (db: Db, tenantId: number, kind: SubjectKind, ids: readonly number[]) =>
  loadBytes(db, tenantId, subjectColumn(kind), ids)

/** Subjects of the record chains of these batches, by batch; created when missing. */
export const ensureRecordsSubjects = (db: Db, tenantId: number, batchIds: readonly number[]) =>
  ensureBytes(db, tenantId, recordsColumn, batchIds)

/** Block keys of these requests of an enterprise, by request number; created when missing. */
export const ensureBlocksKeys = (db: Db, tenantId: number, numbers: readonly number[]) =>
  ensureBytes(db, tenantId, blocksColumn, numbers)

/** Block keys of those requests that have one. */
export const loadBlocksKeys = (db: Db, tenantId: number, numbers: readonly number[]) =>
  loadBytes(db, tenantId, blocksColumn, numbers)
