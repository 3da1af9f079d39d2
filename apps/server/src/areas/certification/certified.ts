import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CodeRange, codeRange } from '../code/directory/range-facts.ts'

/** Finds which codes of these ranges are not certified, as ranges. */
export async function findUncertified(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select g.request, lower(u.serials) as "from", upper(u.serials) as "to"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ range }) => range)}::int4range[]) as g (request, serials)
    left join lateral (
      select range_agg(c.serials) as serials from certification c
      where c.tenant_id = ${tenantId} and c.request_number = g.request and c.serials && g.serials and c.state = 'certified') c on true
    cross join lateral unnest(int4multirange(g.serials) - coalesce(c.serials, '{}')) as u (serials)
    order by 1, 2`)
  return rows.map(({ request, from, to }) => codeRange(request, { from, to }))
}
