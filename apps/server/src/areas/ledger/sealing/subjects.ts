import { randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { join, identifier, type Sql, sql } from '../../../platform/database/sql.ts'

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

/** The bytes of these rows; assigned to rows without any. A row that does not exist is absent. */
async function ensureBytes(
  db: Db,
  tenantId: number,
  place: SubjectColumn,
  keys: readonly number[],
): Promise<Map<number, Buffer>> {
  const bytesByKey = new Map<number, Buffer>()
  for (const [key, bytes] of await readBytes(db, tenantId, place, keys)) {
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
