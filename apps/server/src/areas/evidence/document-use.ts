import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Do records or reviews of codes rely on the current version of a document (`now`), or on any version (`ever`)? */
export interface DocumentUse {
  now: boolean
  ever: boolean
}

/** Loads the use of documents by id; documents that nothing relies on are left out. */
export async function loadUses(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, DocumentUse>> {
  const rows = await db.query<{ id: number; now: boolean }>(sql`
    select d.id, bool_or(p.version = d.version) as now
    from document d
    join lateral (
      select version from stage_record_paper where tenant_id = ${actor.tenantId} and document_id = d.id
      union all
      select version from certification_paper where tenant_id = ${actor.tenantId} and document_id = d.id) p on true
    where d.tenant_id = ${actor.tenantId} and d.id = any(${[...ids]}) group by d.id`)
  return new Map(rows.map(({ id, now }) => [id, { now, ever: true }]))
}
