import type { Listed, RowOf } from '@timbermark/contract'
import type { Db, Row } from '../platform/database/database.ts'
import { Answer, Rows } from '../platform/http/http.ts'
import type { Sql } from '../platform/database/sql.ts'
import type { ListQuery } from './list-query.ts'
import { withFiles } from './model.ts'
import { type FoundRow, readBlocks, type Reader, type Reading, readOne, readPage, readThese } from './read-rows.ts'
import { rightsOf } from './rights.ts'

/** Rows as they are answered: with file URLs, the source's `toRows`, and rights. */
async function toAnsweredRows(db: Db, reading: Reading, reader: Reader, readRows: FoundRow[]): Promise<Row[]> {
  const { listed, source } = reading
  const complete = source.enrich ? await source.enrich(readRows, reader, db) : readRows
  const rows = (await withFiles(db, reader.services.files, listed, complete)) as FoundRow[]
  const rights = source.rights
    ? await source.rights(rows, reader, db)
    : rows.map(row => rightsOf(listed, reader.actor, row, source.rules?.(row, reader) ?? {}))
  const answeredRows: Row[] = source.toRows ? await source.toRows(rows, reader, db) : rows
  const alias = listed.idAlias
  return answeredRows.map((row, index) => ({ ...(alias ? { [alias]: row.id } : {}), ...row, ...rights[index] }))
}

/** Runs `work` in a transaction that can read the rows of this reader. */
export function withReadScope<T>({ source }: Reading, reader: Reader, work: (db: Db) => Promise<T>): Promise<T> {
  const { database } = reader.services
  const purpose = source.across?.(reader.actor)
  if (purpose) return database.acrossTenants(purpose, work, { replica: true })
  return database.withTenant(reader.actor.tenantId, work)
}

/**
 * One page of a list, as it is answered.
 * @param extra conditions of this call alone
 */
export async function answerPage(
  db: Db,
  reading: Reading,
  reader: Reader,
  query: ListQuery,
  extra: readonly Sql[] = [],
): Promise<Rows> {
  const { rows, total, estimated } = await readPage(db, reading, reader, query, extra)
  return new Rows(await toAnsweredRows(db, reading, reader, rows), total, estimated)
}

/** All rows of a list without pages, both as `data` and as `rows`. */
export async function answerAll<L extends Listed>(
  db: Db,
  reading: Reading<L>,
  reader: Reader,
  query: ListQuery,
  extra: readonly Sql[] = [],
): Promise<Answer<RowOf<L>[], { rows: RowOf<L>[]; total: number }>> {
  const page = await answerPage(db, reading, reader, query, extra)
  // Tests check every answer against the declaration.
  const rows = page.rows as RowOf<L>[]
  return new Answer(rows, { rows, total: page.total })
}

/**
 * One row as it is answered.
 * @throws Refusal notFound
 */
export async function answerOne<L extends Listed>(
  db: Db,
  reading: Reading<L>,
  reader: Reader,
  id: number,
  extra: readonly Sql[] = [],
): Promise<RowOf<L>> {
  const [row] = await toAnsweredRows(db, reading, reader, [await readOne(db, reading, reader, id, { extra })])
  // Tests check every answer against the declaration.
  return row as RowOf<L>
}

/** The rows with these ids as they are answered, in the order of the ids; those that the reader may not list are left out. */
export async function answerThese(
  db: Db,
  reading: Reading,
  reader: Reader,
  ids: readonly number[],
): Promise<(Row & { id: number })[]> {
  const byId = new Map((await readThese(db, reading, reader, ids)).map(row => [row.id, row]))
  const ordered = ids.flatMap(id => byId.get(id) ?? [])
  return (await toAnsweredRows(db, reading, reader, ordered)) as (Row & { id: number })[]
}

/** Every row that the search finds, for an export. */
export async function* answerEach(reader: Reader, reading: Reading, query: ListQuery): AsyncGenerator<Row> {
  const inScope = <T>(work: (db: Db) => Promise<T>) => withReadScope(reading, reader, work)
  for await (const block of readBlocks(inScope, reading, reader, query))
    yield* await inScope(db => toAnsweredRows(db, reading, reader, block))
}
