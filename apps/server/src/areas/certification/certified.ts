import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { earlierParts, receivedRanges } from '../code/directory/custody-chain.ts'
import { type CodeRange, codeRange, rangesAsRows, rowsInRanges } from '../code/directory/range-facts.ts'

/**
 * Finds which codes of these ranges are not certified, as ranges. Goods that were received count as certified where an earlier holder
 * has certified them.
 */
export async function findUncertified(
  services: Pick<Services, 'database' | 'directory'>,
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select g.request, lower(u.serials) as "from", upper(u.serials) as "to"
    from ${rangesAsRows(ranges)}
    left join lateral (
      select range_agg(c.serials) as serials from ${rowsInRanges('certification', tenantId)} c where c.state = 'certified') c on true
    cross join lateral unnest(int4multirange(g.serials) - coalesce(c.serials, '{}')) as u (serials)
    order by 1, 2`)
  const missing = rows.map(({ request, from, to }) => codeRange(request, { from, to }))
  const earlier = await loadCertifiedBefore(services, tenantId, missing)
  return missing.flatMap(range =>
    subtractRanges(
      [range],
      earlier.filter(({ request }) => request === range.request),
    ).map(rest => codeRange(range.request, rest)),
  )
}

/** Which of these received codes an earlier holder has certified, as own ranges. Nothing is read where none was received. */
async function loadCertifiedBefore(
  services: Pick<Services, 'database' | 'directory'>,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<{ request: number; from: number; to: number }[]> {
  const received = await receivedRanges(services, ranges)
  if (received.length === 0) return []
  return services.database.readAcrossTenants(
    'custody',
    sql`
      with ${earlierParts(tenantId, received)}
      select p.own as request, greatest(p.first, lower(c.serials)) + p.shift as "from", least(p.beyond, upper(c.serials)) + p.shift as "to"
      from part p join certification c on c.tenant_id = p.tenant_id and c.request_number = p.request
        and c.serials && int4range(p.first, p.beyond) and c.state = 'certified'
      where p.depth > 0 order by 1, 2`,
  )
}
