import { sql } from '../../platform/sql.ts'
import { leafOf } from '../ledger/queue.ts'
import type { SubjectKind } from '../ledger/verify.ts'
import { loadFacts, recordLeaf } from '../stage/leaf.ts'

/** Stage records as the check of the whole ledger holds them against their leaves. */
const stageRecords: SubjectKind = {
  prefix: 'stage_record',
  ids: async (db, after, limit) =>
    (
      await db.query<{ id: number }>(sql`select id from stage_record where id > ${after} order by id limit ${limit}`)
    ).map(row => row.id),
  hashes: async (db, ids) =>
    new Map([...(await loadFacts(db, ids))].map(([id, facts]) => [id, leafOf(recordLeaf(facts)).hash])),
}

export const subjectKinds: readonly SubjectKind[] = [stageRecords]
