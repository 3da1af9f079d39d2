import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Do records rely on the present version of a paper, or on any of it? */
export interface Use {
  now: boolean
  ever: boolean
}

/** The use of papers by id; one that nothing relies on is not among them. */
export async function usesOf(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, Use>> {
  const rows = await db.query<{ id: number; now: boolean }>(sql`
    select d.id, exists (
      select from stage_record_paper p
      where p.tenant_id = d.tenant_id and p.document_id = d.id and p.version = d.version) as now
    from document d
    where d.tenant_id = ${actor.tenantId} and d.id = any(${[...ids]})
      and exists (select from stage_record_paper p where p.tenant_id = d.tenant_id and p.document_id = d.id)`)
  return new Map(rows.map(({ id, now }) => [id, { now, ever: true }]))
}
