import { subtractRanges } from '@timbermark/codes'
import type { Database, Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CodeRange, codeRange } from '../code/directory/range-facts.ts'

/**
 * Finds which codes of these ranges are not certified, as ranges. Goods that were received count as certified where an earlier holder
 * has certified them.
 */
export async function findUncertified(
  database: Database,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select g.request, lower(u.serials) as "from", upper(u.serials) as "to"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ range }) => range)}::int4range[]) as g (request, serials)
    left join lateral (
      select range_agg(c.serials) as serials from certification c
      where c.tenant_id = ${tenantId} and c.request_number = g.request and c.serials && g.serials and c.state = 'certified') c on true
    cross join lateral unnest(int4multirange(g.serials) - coalesce(c.serials, '{}')) as u (serials)
    order by 1, 2`)
  const missing = rows.map(({ request, from, to }) => codeRange(request, { from, to }))
  const earlier = await loadCertifiedBefore(database, tenantId, missing)
  return missing.flatMap(range =>
    subtractRanges(
      [range],
      earlier.filter(({ request }) => request === range.request),
    ).map(rest => codeRange(range.request, rest)),
  )
}

/** Which of these received codes an earlier holder has certified, as own ranges. Nothing is read where none was received. */
async function loadCertifiedBefore(
  database: Database,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<{ request: number; from: number; to: number }[]> {
  if (ranges.length === 0) return []
  return database.readAcrossTenants(
    'custody',
    sql`
      with recursive part as (
        select g.request as own, 0 as shift, 0 as depth, ${tenantId}::bigint as tenant_id, g.request, g.first, g.beyond
        from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
          ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
        union all
        select p.own, p.shift + h.received_first - lower(h.serials), p.depth + 1, h.tenant_id, h.request_number,
          greatest(p.first, h.received_first) - h.received_first + lower(h.serials),
          least(p.beyond, h.received_first + upper(h.serials) - lower(h.serials)) - h.received_first + lower(h.serials)
        from part p join custody_handover h on h.receiver_tenant_id = p.tenant_id and h.received_request = p.request
          and h.received_first < p.beyond and h.received_first + upper(h.serials) - lower(h.serials) > p.first
        where p.depth < 100)
      select p.own as request, greatest(p.first, lower(c.serials)) + p.shift as "from", least(p.beyond, upper(c.serials)) + p.shift as "to"
      from part p join certification c on c.tenant_id = p.tenant_id and c.request_number = p.request
        and c.serials && int4range(p.first, p.beyond) and c.state = 'certified'
      where p.depth > 0 order by 1, 2`,
  )
}
