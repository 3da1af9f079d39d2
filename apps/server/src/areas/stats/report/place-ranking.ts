import { type Language, type PlaceLevel, placeLevels, rankedRows } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { identifier, sql } from '../../../platform/database/sql.ts'
import { cityName } from '../../place/city-names.ts'
import { loadPlaces, type Places } from '../../place/places.ts'
import { provinceName } from '../../place/province-names.ts'
import { loadReportInfo, splitPeriods, type ScopedQuery, type Compared, comparedSums, sumsOf } from './report-query.ts'

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

/** Map key and centre of a place. */
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
 * Ranks places of one level; visits without a place of this level are counted separately. There are at most a few
 * thousand places: ranking here needs only one pass.
 * @param limit rows to answer; a workbook holds more than the screen
 */
export async function rankPlaces(
  db: Db,
  query: ScopedQuery,
  { level, sortBy }: PlaceOrder,
  language: Language,
  limit = rankedRows,
) {
  const depth = placeLevels.indexOf(level)
  const column = (one: PlaceLevel) => (placeLevels.indexOf(one) <= depth ? sql`v.${identifier(one)}` : sql`''`)
  const rows = await db.query<Place>(sql`
    select ${column('country')} as country, ${column('province')} as province, ${column('city')} as city, ${comparedSums(query.period)}
    from ${sumsOf('visit_place', query)} v group by 1, 2, 3`)
  const places = rows.filter(place => place[level] !== '' && place[sortBy] + place[`${sortBy}Before`] > 0)
  places.sort((a, b) => b[sortBy] - a[sortBy] || b.scans - a.scans || (a[level] < b[level] ? -1 : 1))
  const outlines = await loadPlaces()
  return {
    ...(await loadReportInfo(db, query)),
    ...splitPeriods(sumOf(rows)),
    total: places.length,
    rows: places.slice(0, limit).map(place => ({
      ...place,
      ...onMap(outlines, place),
      province: provinceName(place.province, language),
      city: cityName(place.city, language),
    })),
    unplaced: splitPeriods(sumOf(rows.filter(place => place[level] === ''))).now,
  }
}
