import type { Language } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { countryName } from '../../place/places.ts'

/** Names of the division of a territory `t`, from the province down; a country by its code. */
export const divisionNameOf = sql`coalesce((
  select concat_ws(' ', above.full_name, parent.full_name, d.full_name) from division d
  left join division parent on parent.city_id = d.parent_id
  left join division above on above.city_id = parent.parent_id
  where d.city_id::text = t.division_code), t.division_code)`

/** Label of a `divisionNameOf` value; a country in the reader's language. */
export const divisionLabel = (name: string, language: Language): string =>
  /^[A-Z]{2}$/.test(name) ? countryName(name, language) : name

/** Where a dealer may sell today; for a dealer of level two without own territories, those of the dealer above. */
export async function loadTerritoryNames(
  db: Db,
  tenantId: number,
  dealerId: number,
  language: Language,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select ${divisionNameOf} as name
    from dealer o
    join territory t on t.tenant_id = ${tenantId}
      and t.dealer_id = case when exists (select from territory w where w.tenant_id = ${tenantId} and w.dealer_id = o.id) then o.id else o.parent_id end
    where o.tenant_id = ${tenantId} and o.id = ${dealerId} and daterange(t.valid_from, t.valid_until, '[]') @> current_date
    order by t.division_code`)
  return [...new Set(rows.map(({ name }) => divisionLabel(name, language)))]
}
