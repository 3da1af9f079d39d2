import type { AnyEntity } from '@timbermark/contract'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/database/database.ts'
import type { Sql } from '../platform/database/sql.ts'
import type { ListQuery } from './list-query.ts'
import { type ReadPage, type Reader, readingOf, readPage, type Source } from './reading.ts'

/** Rows of an entity as found. */
export function listRows(
  db: Db,
  entity: AnyEntity,
  actor: Actor,
  query: ListQuery,
  extra: readonly Sql[] = [],
  source: Source = {},
): Promise<ReadPage> {
  return readPage(db, readingOf(entity, source), { actor } as Reader, query, extra)
}
