import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { keyOf, type SightedCode } from './load-sightings.ts'
import type { DealerTerritories } from './rules/territory.ts'

/** The dealer that holds a code, since when, and its territories; a dealer of level two without territories has those of the dealer above. */
export interface DealerChannel extends DealerTerritories {
  assignmentId: number
  dealerId: number
}

interface HeldRow {
  n: number
  assignmentId: number
  dealerId: number
  parentId: number | null
  since: Date
}

type TerritoryRow = { tenantId: number; dealerId: number; division: string[]; from: string; until: string | null }

/** Territories of these codes' dealers, by `keyOf`; without codes that no dealer holds. */
export async function loadChannels(
  db: Pick<Db, 'query'>,
  codes: readonly SightedCode[],
): Promise<Map<string, DealerChannel>> {
  const held = await db.query<HeldRow>(sql`
    select g.n, c.assignment_id as "assignmentId", c.dealer_id as "dealerId", d.parent_id as "parentId", lower(c.during) as since
    from unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)
    cross join lateral (
      select * from code_assignment a
      where a.tenant_id = g.tenant_id and a.current and a.request_number = g.request_number and a.first_serial <= g.serial
      order by a.first_serial desc limit 1) c
    join dealer d on d.tenant_id = c.tenant_id and d.id = c.dealer_id
    where upper(c.serials) > g.serial`)
  if (held.length === 0) return new Map()
  const dealers = new Map(
    held.flatMap(({ n, dealerId, parentId }) => {
      const { tenantId } = codes[n - 1]!
      return [dealerId, ...(parentId === null ? [] : [parentId])].map(
        id => [`${tenantId}:${id}`, { tenantId, id }] as const,
      )
    }),
  )
  const wanted = [...dealers.values()]
  const rows = await db.query<TerritoryRow>(sql`
    select t.tenant_id as "tenantId", t.dealer_id as "dealerId",
      case when d.city_id is null then array[t.division_code] else array_remove(array[above.full_name, parent.full_name, d.full_name], null) end as division,
      t.valid_from::text as "from", t.valid_until::text as until
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[], ${wanted.map(({ id }) => id)}::bigint[]) as g (tenant_id, dealer_id)
    join territory t on t.tenant_id = g.tenant_id and t.dealer_id = g.dealer_id
    left join division d on d.city_id::text = t.division_code
    left join division parent on parent.city_id = d.parent_id
    left join division above on above.city_id = parent.parent_id
    where d.city_id is not null or t.division_code ~ '^[A-Z]{2}$'`)
  const byDealer = Map.groupBy(rows, ({ tenantId, dealerId }) => `${tenantId}:${dealerId}`)
  return new Map(
    held.map(({ n, assignmentId, dealerId, parentId, since }) => {
      const code = codes[n - 1]!
      const territories =
        byDealer.get(`${code.tenantId}:${dealerId}`) ?? byDealer.get(`${code.tenantId}:${parentId}`) ?? []
      return [keyOf(code), { assignmentId, dealerId, since: since.getTime(), territories: territories }]
    }),
  )
}
