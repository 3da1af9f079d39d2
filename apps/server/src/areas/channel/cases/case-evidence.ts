import type { Language } from '@timbermark/contract'
import type { CaseEvidence } from '@timbermark/contract/calls'
import type { Db } from '../../../platform/database/database.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { placeLabel } from '../../place/places.ts'
import { loadTerritoryNames } from '../dealers/territory-names.ts'

const newest = 200

interface VisitRow {
  log: 'scan' | 'check'
  at: Date
  weight: number
  request: number
  serial: number
  longitude: number | null
  latitude: number | null
  country: string | null
  province: string | null
  city: string | null
  ip: string | null
}

type Evidence = BeforeWire<CaseEvidence>

const labelOf = (row: VisitRow, language: Language) =>
  row.country ? placeLabel({ ...row, country: row.country }, language) : null

/** Visits with a position, grouped by place; each place is at the mean of its visits. */
function groupByPlace(rows: readonly VisitRow[], language: Language): Map<string, Evidence['places'][number]> {
  const groups = Map.groupBy(
    rows.filter(row => row.longitude !== null && row.latitude !== null),
    row => labelOf(row, language) ?? `${row.latitude!.toFixed(1)}, ${row.longitude!.toFixed(1)}`,
  )
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return new Map(
    [...groups].map(([name, its]) => [
      name,
      {
        name,
        longitude: middle(its.map(row => row.longitude!)),
        latitude: middle(its.map(row => row.latitude!)),
        visits: its.length,
        lastAt: its[0]!.at,
      },
    ]),
  )
}

/** The evidence of a case: its newest log entries and their places. */
export async function loadEvidence(
  services: Services,
  db: Db,
  tenantId: number,
  caseId: number,
  language: Language,
): Promise<Evidence> {
  const rows = await db.query<VisitRow>(sql`
    select v.log, v.at, v.weight, v.request_number as request, v.serial,
      coalesce(s.longitude, c.longitude)::float8 as longitude, coalesce(s.latitude, c.latitude)::float8 as latitude,
      coalesce(s.country, c.country) as country, coalesce(s.province, c.province) as province, coalesce(s.city, c.city) as city,
      coalesce(s.ip, c.ip) as ip
    from case_visit v
    left join scan_log s on v.log = 'scan' and s.tenant_id = ${tenantId} and s.id = v.entry and s.scanned_at >= v.at
      and s.scanned_at < v.at + interval '1 millisecond'
    left join check_log c on v.log = 'check' and c.tenant_id = ${tenantId} and c.id = v.entry and c.checked_at >= v.at
      and c.checked_at < v.at + interval '1 millisecond'
    where v.tenant_id = ${tenantId} and v.case_id = ${caseId} and coalesce(s.id, c.id) is not null
    order by v.at desc, v.entry desc limit ${newest}`)
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from case_visit where tenant_id = ${tenantId} and case_id = ${caseId}`,
  )
  const places = groupByPlace(rows, language)
  const names = [...places.keys()]
  const sources = [...new Set(rows.map(({ ip }) => ip ?? ''))]
  const requests = await services.directory.load(rows.map(({ request }) => request))
  const visits = rows.map(row => {
    const place = labelOf(row, language)
    const key = place ?? (row.longitude === null ? '' : `${row.latitude!.toFixed(1)}, ${row.longitude.toFixed(1)}`)
    return {
      at: row.at,
      log: row.log,
      code: requests.codeAt(row.request, row.serial)!,
      place,
      longitude: row.longitude,
      latitude: row.latitude,
      placeNumber: places.has(key) ? names.indexOf(key) + 1 : null,
      weight: row.weight,
      source: sources.indexOf(row.ip ?? '') + 1,
    }
  })
  const { dealerId } = await db.one<{ dealerId: number | null }>(
    sql`select dealer_id as "dealerId" from channel_case where tenant_id = ${tenantId} and id = ${caseId}`,
  )
  const territories = dealerId === null ? [] : await loadTerritoryNames(db, tenantId, dealerId, language)
  return { territories, places: [...places.values()], visits, total }
}
