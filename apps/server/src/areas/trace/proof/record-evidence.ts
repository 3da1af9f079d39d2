import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { newestContents } from '../../ledger/sealing/contents.ts'
import type { RecordFacts } from '../../stage/statement/record-facts.ts'
import { saysStill } from '../../stage/statement/rebuild-statement.ts'

/** A record held against what was sealed of it. */
export interface Evidence {
  record: RecordFacts
  /**
   * `sound`: the log mentions it, and its row says what was sealed; `queued`: the same, but a mention has no place yet;
   * `changed`: the row says something else; `broken`: it was never sealed, or the log does not mention it.
   */
  outcome: 'sound' | 'queued' | 'changed' | 'broken'
}

/**
 * How records stand to the ledger, as far as this server states it: a reader's own browser checks hashes, paths and the
 * signature (`proofOf`).
 * @throws whatever the database throws; then nothing is known
 */
export async function evidenceOf(db: Db, tenantId: number, records: readonly RecordFacts[]): Promise<Evidence[]> {
  const ids = records.map(record => record.id)
  const contents = await newestContents(db, tenantId, 'record', ids)
  const placed = await mentionsOf(db, tenantId, ids)
  return records.map(record => {
    const content = contents.get(record.id)
    const mentions = placed.get(record.id) ?? []
    if (!content || mentions.length === 0 || mentions.includes('nowhere')) return { record, outcome: 'broken' }
    if (!saysStill(record, content)) return { record, outcome: 'changed' }
    return { record, outcome: mentions.includes('queued') ? 'queued' : 'sound' }
  })
}

/** Where the mentions of records stand. */
async function mentionsOf(
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
  return new Map([...Map.groupBy(rows, row => row.id)].map(([id, of]) => [id, of.map(({ place }) => place)]))
}
