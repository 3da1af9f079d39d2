import { randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/database/database.ts'
import { join, identifier, type Sql, sql } from '../../../platform/database/sql.ts'

/** Kinds of rows that the log speaks of under random bytes of their own. */
export type NamedKind = 'enterprise' | 'product' | 'batch'

/** Where a row keeps the bytes under which the log speaks of it, or of what belongs to it. */
interface Place {
  table: NamedKind | 'code_request'
  column: 'subject' | 'records_subject' | 'blocks_key'
  /** Column that the rows are known by here. */
  by: 'id' | 'request_number'
}

const subjectOf = (kind: NamedKind): Place => ({ table: kind, column: 'subject', by: 'id' })
const records: Place = { table: 'batch', column: 'records_subject', by: 'id' }
const blocks: Place = { table: 'code_request', column: 'blocks_key', by: 'request_number' }

/** An enterprise is its own tenant: it has no column that says whose it is. */
const ownedBy = (table: Place['table'], tenantId: number): Sql =>
  table === 'enterprise' ? sql`id = ${tenantId}` : sql`tenant_id = ${tenantId}`

async function readBytes(db: Db, tenantId: number, place: Place, keys: readonly number[]) {
  const rows = await db.query<{ key: number; bytes: Buffer | null }>(sql`
    select ${identifier(place.by)} as key, ${identifier(place.column)} as bytes from ${identifier(place.table)}
    where ${ownedBy(place.table, tenantId)} and ${identifier(place.by)} = any(${[...keys]})`)
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

/** The bytes of these rows; those that have none yet are given some. A row that is not there has none. */
async function bytesOf(db: Db, tenantId: number, place: Place, keys: readonly number[]): Promise<Map<number, Buffer>> {
  const found = new Map<number, Buffer>()
  for (const [key, bytes] of await readBytes(db, tenantId, place, keys)) {
    if (bytes) found.set(key, bytes)
    else found.set(key, await giveBytes(db, tenantId, place, key))
  }
  return found
}

async function giveBytes(db: Db, tenantId: number, place: Place, key: number): Promise<Buffer> {
  const column = identifier(place.column)
  const { bytes } = await db.one<{ bytes: Buffer }>(sql`
    update ${identifier(place.table)} set ${join([sql`${column} = coalesce(${column}, ${randomBytes(32)})`])}
    where ${ownedBy(place.table, tenantId)} and ${identifier(place.by)} = ${key} returning ${column} as bytes`)
  return bytes
}

/** Subjects of rows by id; made when there is none yet. */
export const subjectsOf = (db: Db, tenantId: number, kind: NamedKind, ids: readonly number[]) =>
  bytesOf(db, tenantId, subjectOf(kind), ids)

/** What is read of bytes that are there: rows without any have none here. */
async function known(db: Db, tenantId: number, place: Place, keys: readonly number[]): Promise<Map<number, Buffer>> {
  const found = await readBytes(db, tenantId, place, keys)
  return new Map([...found].flatMap(([key, bytes]): [number, Buffer][] => (bytes ? [[key, bytes]] : [])))
}

/** Those of these rows that were sealed already, with their subjects. */
export const sealedSubjects = (db: Db, tenantId: number, kind: NamedKind, ids: readonly number[]) =>
  known(db, tenantId, subjectOf(kind), ids)

/** Subjects of the chains of records of these batches, by batch; made when there is none yet. */
export const recordsSubjects = (db: Db, tenantId: number, batchIds: readonly number[]) =>
  bytesOf(db, tenantId, records, batchIds)

/** Keys of the blocks of these requests of an enterprise, by request number; made when there is none yet. */
export const blocksKeys = (db: Db, tenantId: number, numbers: readonly number[]) =>
  bytesOf(db, tenantId, blocks, numbers)

/** The same of those that have one. */
export const knownBlocksKeys = (db: Db, tenantId: number, numbers: readonly number[]) =>
  known(db, tenantId, blocks, numbers)
