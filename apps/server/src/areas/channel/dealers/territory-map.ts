import type { Language } from '@timbermark/contract'
import { mappedTerritories, type TerritoryMap } from '@timbermark/contract/calls'
import { type Reader, type Reading, findRows } from '../../../entity/read-rows.ts'
import { withReadScope } from '../../../entity/answers.ts'
import { sql } from '../../../platform/database/sql.ts'
import { cityName } from '../../place/city-names.ts'
import { loadPlaces } from '../../place/places.ts'
import { provinceName } from '../../place/province-names.ts'

interface MappedDivision {
  code: string
  /** Known full names, from the province down. */
  names: string[]
  dealers: { id: number; name: string }[]
  total: number
}

/** Two digits of a province, four of a city, six of a district. */
const digitsOf = (code: string) => code.replace(/(00)+$/, '')

function nameOf({ code, names }: MappedDivision, language: Language): string {
  const [province, ...below] = names
  if (!province) return code
  const parts = [provinceName(province, language), ...below.map(name => cityName(name, language))]
  const once = parts.filter((name, at) => name !== parts[at - 1])
  return language === 'zh' ? once.join('') : once.toReversed().join(', ')
}

/** Where dealers in the reader's scope sell today, each division once. */
export function loadTerritoryMap(
  reading: Reading,
  reader: Reader,
  query: { dealerId?: number | undefined },
): Promise<TerritoryMap> {
  return withReadScope(reading, reader, async db => {
    const { from, where } = await findRows(reading, reader, query.dealerId ? { dealerId: String(query.dealerId) } : {})
    const rows = await db.query<MappedDivision>(sql`
      with held as (
        select t.division_code as code, t.dealer_id from ${from}
        where ${where} and daterange(t.valid_from, t.valid_until, '[]') @> current_date
        group by 1, 2),
      each as (
        select h.code, json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id) as dealers
        from held h join dealer o on o.tenant_id = ${reader.actor.tenantId} and o.id = h.dealer_id group by 1)
      select e.code, e.dealers, array_remove(array[above.full_name, parent.full_name, d.full_name], null) as names,
        count(*) over ()::int as total
      from each e
      left join division d on d.city_id::text = e.code
      left join division parent on parent.city_id = d.parent_id
      left join division above on above.city_id = parent.parent_id
      order by e.code limit ${mappedTerritories}`)
    const places = await loadPlaces()
    return {
      divisions: rows.map(row => {
        const digits = digitsOf(row.code)
        const centre = /^\d{2,6}$/.test(digits) ? places.centreOf(digits) : null
        return {
          code: row.code,
          name: nameOf(row, reader.language),
          province: digits.length === 2,
          longitude: centre?.longitude ?? null,
          latitude: centre?.latitude ?? null,
          dealers: row.dealers,
        }
      }),
      total: rows[0]?.total ?? 0,
    }
  })
}
