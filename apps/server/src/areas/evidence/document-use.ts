import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Do records, or reviews of codes, rely on the present version of a paper, or on any of it? */
export interface Use {
  now: boolean
  ever: boolean
}

/** The use of papers by id; one that nothing relies on is not among them. */
export async function usesOf(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, Use>> {
  const rows = await db.query<{ id: number; now: boolean }>(sql`
    select d.id, bool_or(p.version = d.version) as now
    from document d
    join lateral (
      select version from stage_record_paper where tenant_id = d.tenant_id and document_id = d.id
      union all
      select version from certification_paper where tenant_id = d.tenant_id and document_id = d.id) p on true
    where d.tenant_id = ${actor.tenantId} and d.id = any(${[...ids]}) group by d.id`)
  return new Map(rows.map(({ id, now }) => [id, { now, ever: true }]))
}
