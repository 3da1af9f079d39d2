import type { Language } from '@timbermark/contract'
import { type LogMap, mappedEntries, mappedPlaces } from '@timbermark/contract/calls'
import type { ListQuery } from '../../../entity/list-query.ts'
import { type Reader, type Reading, findRows } from '../../../entity/read-rows.ts'
import { withReadScope } from '../../../entity/answers.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { cityName } from '../../place/city-names.ts'
import { provinceName } from '../../place/province-names.ts'
import { townLabelOf } from '../../place/places.ts'

interface Place {
  country: string | null
  province: string | null
  city: string | null
  longitude: number | null
  latitude: number | null
  entries: number
  wrong: number
}

/** Name of a place on a map that shows the country already. */
function placeName({ country, province, city, longitude, latitude }: Place, language: Language): string {
  if (country === 'CN' && province && city && language !== 'zh')
    return [...new Set([cityName(city, language), provinceName(province, language)])].join(', ')
  if (country) return townLabelOf({ country, province, city }, language)
  return `${latitude!.toFixed(1)}°, ${longitude!.toFixed(1)}°`
}

/**
 * Places of the newest log entries that match a list query: grouped by town where there is one, otherwise by degree.
 * @param at time of an entry
 * @param wrong whether the entry is a check that was not confirmed
 */
export function logMapOf(
  reading: Reading,
  reader: Reader,
  query: ListQuery,
  { at, wrong }: { at: Sql; wrong: Sql },
): Promise<LogMap> {
  return withReadScope(reading, reader, async db => {
    const { from, where } = await findRows(reading, reader, query)
    const rows = await db.query<Place>(sql`
      with matched as (
        select t.longitude, t.latitude, t.country, t.province, t.city, ${wrong} as wrong
        from ${from} where ${where} order by ${at} desc, t.id desc limit ${mappedEntries + 1})
      select country, province, city, avg(longitude)::float8 as longitude, avg(latitude)::float8 as latitude,
        count(*)::int as entries, (count(*) filter (where wrong))::int as wrong
      from matched
      group by longitude is null, country, province, city,
        case when city is null then round(longitude) end, case when city is null then round(latitude) end
      order by count(*) desc, country, province, city, 4`)
    const sum = (some: readonly Place[]) => some.reduce((all, { entries }) => all + entries, 0)
    const placed = rows.filter(row => row.longitude !== null)
    const total = sum(rows)
    const mapped = placed.slice(0, mappedPlaces)
    return {
      places: mapped.map(place => ({
        name: placeName(place, reader.language),
        longitude: place.longitude!,
        latitude: place.latitude!,
        entries: place.entries,
        wrong: place.wrong,
      })),
      read: Math.min(total, mappedEntries),
      more: total > mappedEntries,
      elsewhere: sum(placed.slice(mappedPlaces)),
      unplaced: sum(rows.filter(row => row.longitude === null)),
    }
  })
}
