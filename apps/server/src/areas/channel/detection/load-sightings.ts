import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { isNearby, neighbourhoodOf } from '../../../platform/http/network.ts'
import { type Sighting, groupByPerson, type VisitorTraits } from './rules/sighting.ts'

/** Key of a code that was scanned or checked. */
export interface SightedCode {
  tenantId: number
  requestNumber: number
  serial: number
}

export const keyOf = ({ requestNumber, serial }: SightedCode): string => `${requestNumber}:${serial}`

/** Limits of an evaluation: number of newest sightings per log, and their age in days. */
export const maxSightings = 40
export const evaluatedDays = 90

type Row = Omit<Sighting, 'at' | 'network'> & { n: number; at: Date; ip: string | null }

/** Columns of a sighting with a position. */
const columns = sql`id as entry, longitude::float8 as longitude, latitude::float8 as latitude, country, province, city, district, ip`

const isPlaced = sql`l.longitude is not null`

/**
 * Sightings of a code in a log. `offset 0` keeps the planner from using the tenant's index by time for an outer `order
 * by`: it would read the complete log of a tenant for one code.
 */
const sightingsIn = (log: Sql, at: Sql, which: Sql = sql`true`): Sql => sql`(
        select * from ${log} l
        where l.tenant_id = g.tenant_id and l.request_number = g.request_number and l.serial = g.serial and ${which}
          and ${at} > now() - make_interval(days => ${evaluatedDays})
        offset 0) l`

/** Codes with their positions in the list, `n` from 1. */
const numberedCodes = (codes: readonly SightedCode[]): Sql => sql`
    unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)`

/** Network of an address; null for local and private addresses. */
const networkOf = (ip: string | null) => (ip === null || isNearby(ip) ? null : neighbourhoodOf(ip))

/** The newest sightings with a position of each code, by `keyOf`. */
export async function loadSightings(
  db: Pick<Db, 'query'>,
  codes: readonly SightedCode[],
): Promise<Map<string, Sighting[]>> {
  const rows = await db.query<Row>(sql`
    select g.n, v.* from ${numberedCodes(codes)}
    cross join lateral (
      (select 'scan' as log, scanned_at as at, ${columns}, device, null::boolean as right
       from ${sightingsIn(sql`scan_log`, sql`scanned_at`, isPlaced)} order by scanned_at desc limit ${maxSightings})
      union all
      (select 'check', checked_at, ${columns}, device, genuine
       from ${sightingsIn(sql`check_log`, sql`checked_at`, isPlaced)} order by checked_at desc limit ${maxSightings})) v
    order by v.at`)
  const sightings = new Map<string, Sighting[]>(codes.map(code => [keyOf(code), []]))
  for (const { n, ip, at, ...row } of rows)
    sightings.get(keyOf(codes[n - 1]!))!.push({ ...row, at: at.getTime(), network: networkOf(ip) })
  return sightings
}

/** Number of people behind the newest sightings of each code, with or without a position, by `keyOf`. */
export async function countVisitors(
  db: Pick<Db, 'query'>,
  codes: readonly SightedCode[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ n: number; ip: string | null; device: string | null }>(sql`
    select g.n, v.* from ${numberedCodes(codes)}
    cross join lateral (
      (select ip, device from ${sightingsIn(sql`scan_log`, sql`scanned_at`)} order by scanned_at desc limit ${maxSightings})
      union all
      (select ip, device from ${sightingsIn(sql`check_log`, sql`checked_at`)} order by checked_at desc limit ${maxSightings})) v`)
  const sources = Map.groupBy(rows, ({ n }) => keyOf(codes[n - 1]!))
  return new Map(
    [...sources].map(([key, rows]) => [
      key,
      groupByPerson(rows.map(({ ip, device }): VisitorTraits => ({ network: networkOf(ip), device }))).length,
    ]),
  )
}
