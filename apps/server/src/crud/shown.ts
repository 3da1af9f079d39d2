import type { Listed, RowOf, ViewInput } from '@timbermark/contract'
import type { Db, Row } from '../platform/database/database.ts'
import { Rows } from '../platform/http/http.ts'
import type { Sql } from '../platform/database/sql.ts'
import type { ListQuery } from './list-query.ts'
import { withFiles } from './model.ts'
import { type Found, readBlocks, type Reader, type Reading, readOne, readPage } from './reading.ts'
import { rightsOf } from './rights.ts'

/** Rows as they are answered: files with their addresses, what the source makes of them, what the reader may do. */
async function answered(db: Db, reading: Reading, reader: Reader, found: Found[]): Promise<Row[]> {
  const { listed, source } = reading
  const complete = source.complete ? await source.complete(found, reader, db) : found
  const rows = (await withFiles(db, reader.services.files, listed, complete)) as Found[]
  const rights = source.rights
    ? await source.rights(rows, reader, db)
    : rows.map(row => rightsOf(listed, reader.actor, row, source.rules?.(row, reader) ?? {}))
  const shown: Row[] = source.shown ? await source.shown(rows, reader, db) : rows
  const alias = (listed as ViewInput).idAlias
  return shown.map((row, index) => ({ ...(alias ? { [alias]: row.id } : {}), ...row, ...rights[index] }))
}

/** One page of a list, as it is answered. @param extra conditions of this call alone */
export async function listShown(
  db: Db,
  reading: Reading,
  reader: Reader,
  query: ListQuery,
  extra: readonly Sql[] = [],
): Promise<Rows> {
  const { rows, total, estimated } = await readPage(db, reading, reader, query, extra)
  return new Rows(await answered(db, reading, reader, rows), total, estimated)
}

/** One row as it is answered. @throws Refusal notFound */
export async function oneShown<L extends Listed>(
  db: Db,
  reading: Reading<L>,
  reader: Reader,
  id: number,
  extra: readonly Sql[] = [],
): Promise<RowOf<L>> {
  const [row] = await answered(db, reading, reader, [await readOne(db, reading, reader, id, extra)])
  // Every answer is held against the declaration where tests run.
  return row as RowOf<L>
}

/** Every row that the search finds, for an export. */
export async function* eachShown(reader: Reader, reading: Reading, query: ListQuery): AsyncGenerator<Row> {
  const inTenant = <T>(work: (db: Db) => Promise<T>) => reader.services.database.withTenant(reader.actor.tenantId, work)
  for await (const block of readBlocks(inTenant, reading, reader, query))
    yield* await inTenant(db => answered(db, reading, reader, block))
}
