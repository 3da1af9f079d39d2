import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { newestContents } from '../../ledger/sealing/contents.ts'
import type { RecordFacts } from '../../stage/statement/record-facts.ts'
import { matchesSealedRecord } from '../../stage/statement/rebuild-statement.ts'

/** A record compared with its sealed content. */
export interface Evidence {
  record: RecordFacts
  /**
   * `sound`: the log mentions it, and the row equals the sealed content; `queued`: the same, but a mention is still queued;
   * `changed`: the row differs from the sealed content; `broken`: never sealed, or not mentioned in the log.
   */
  outcome: 'sound' | 'queued' | 'changed' | 'broken'
}

/**
 * Compares records with the ledger, as stated by this server. The reader's browser checks hashes, inclusion proofs and the
 * signature itself (`loadProof`).
 * @throws any database error; then nothing is known
 */
export async function evidenceOf(db: Db, tenantId: number, records: readonly RecordFacts[]): Promise<Evidence[]> {
  const ids = records.map(record => record.id)
  const contents = await newestContents(db, tenantId, 'record', ids)
  const mentionsByRecord = await loadMentionPlaces(db, tenantId, ids)
  return records.map(record => {
    const content = contents.get(record.id)
    const mentions = mentionsByRecord.get(record.id) ?? []
    if (!content || mentions.length === 0 || mentions.includes('nowhere')) return { record, outcome: 'broken' }
    if (!matchesSealedRecord(record, content)) return { record, outcome: 'changed' }
    return { record, outcome: mentions.includes('queued') ? 'queued' : 'sound' }
  })
}

/** Whether the mentions of records are logged, queued or missing. */
async function loadMentionPlaces(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, ('logged' | 'queued' | 'nowhere')[]>> {
  const rows = await db.query<{ id: number; place: 'logged' | 'queued' | 'nowhere' }>(sql`
    select distinct c.row_id as id, case when e.index is not null then 'logged' when q.id is not null then 'queued' else 'nowhere' end as place
    from sealed_content c
    left join ledger_entry e on e.content = c.content
    left join ledger_queue q on q.tenant_id = ${tenantId} and q.content = c.digest
    where c.tenant_id = ${tenantId} and c.kind = 'mention' and c.row_id = any(${[...ids]})`)
  return new Map(
    [...Map.groupBy(rows, row => row.id)].map(([id, mentions]) => [id, mentions.map(({ place }) => place)]),
  )
}
