import { type Language, type PlaceLevel, placeLevels, rankedRows } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { identifier, sql } from '../../../platform/database/sql.ts'
import { cityName } from '../../place/city-names.ts'
import { loadPlaces, type Places } from '../../place/places.ts'
import { provinceName } from '../../place/province-names.ts'
import { aboutOf, apartOf, type Asked, type Compared, comparedSums, sumsOf } from './report-query.ts'

interface Place extends Compared {
  country: string
  province: string
  city: string
}

export interface PlaceOrder {
  level: PlaceLevel
  sortBy: 'scans' | 'checks' | 'wrongChecks'
}

const nothing = { scans: 0, checks: 0, wrongChecks: 0, scansBefore: 0, checksBefore: 0, wrongChecksBefore: 0 }

function sumOf(rows: readonly Compared[]): Compared {
  const sum: Compared = { ...nothing }
  for (const row of rows) for (const key of Object.keys(nothing) as (keyof Compared)[]) sum[key] += row[key]
  return sum
}

/** How a place is found on a map. */
function onMap(outlines: Places, { country, province, city }: Place) {
  if (province === '') return { area: country, longitude: null, latitude: null }
  const digits = country === 'CN' ? outlines.digitsOf(province, city || undefined) : undefined
  const centre = digits ? outlines.centreOf(digits) : null
  return {
    area: digits && city === '' ? digits.padEnd(6, '0') : null,
    longitude: centre?.longitude ?? null,
    latitude: centre?.latitude ?? null,
  }
}

/**
 * Places of one level by what is counted there; what is not known so closely is told apart. Places are few thousand at most:
 * they are ranked here, so that they are added up once.
 * @param limit as many as the screen shows; a workbook holds more
 */
export async function placesOf(
  db: Db,
  asked: Asked,
  { level, sortBy }: PlaceOrder,
  language: Language,
  limit = rankedRows,
) {
  const depth = placeLevels.indexOf(level)
  const column = (one: PlaceLevel) => (placeLevels.indexOf(one) <= depth ? sql`v.${identifier(one)}` : sql`''`)
  const found = await db.query<Place>(sql`
    select ${column('country')} as country, ${column('province')} as province, ${column('city')} as city, ${comparedSums(asked.period)}
    from ${sumsOf('visit_place', asked)} v group by 1, 2, 3`)
  const places = found.filter(place => place[level] !== '' && place[sortBy] + place[`${sortBy}Before`] > 0)
  places.sort((a, b) => b[sortBy] - a[sortBy] || b.scans - a.scans || (a[level] < b[level] ? -1 : 1))
  const outlines = await loadPlaces()
  return {
    ...(await aboutOf(db, asked)),
    ...apartOf(sumOf(found)),
    total: places.length,
    rows: places.slice(0, limit).map(place => ({
      ...place,
      ...onMap(outlines, place),
      province: provinceName(place.province, language),
      city: cityName(place.city, language),
    })),
    unplaced: apartOf(sumOf(found.filter(place => place[level] === ''))).now,
  }
}
