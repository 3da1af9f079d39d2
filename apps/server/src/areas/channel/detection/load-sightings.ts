import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { isNearby, neighbourhoodOf } from '../../../platform/http/network.ts'
import { type Met, peopleOf, type Source } from './rules/sighting.ts'

/** A code that was met. */
export interface MetCode {
  tenantId: number
  requestNumber: number
  serial: number
}

export const keyOf = ({ requestNumber, serial }: MetCode): string => `${requestNumber}:${serial}`

/** So many of the newest visits of a code are judged, and none that are older than so many days. */
export const mostVisits = 40
export const watchedDays = 90

type Row = Omit<Met, 'at' | 'network'> & { n: number; at: Date; ip: string | null }

/** Of a visit that says where it was. */
const columns = sql`id as entry, longitude::float8 as longitude, latitude::float8 as latitude, country, province, city, district, ip`

const isPlaced = sql`l.longitude is not null`

/**
 * Visits of a code in a log. Whoever orders or counts them does so outside of this: an index of the tenant's log by time would
 * seem to spare the sorting, and reads the whole log of a tenant for one code.
 */
const visitsIn = (log: Sql, at: Sql, which: Sql = sql`true`): Sql => sql`(
        select * from ${log} l
        where l.tenant_id = g.tenant_id and l.request_number = g.request_number and l.serial = g.serial and ${which}
          and ${at} > now() - make_interval(days => ${watchedDays})
        offset 0) l`

/** Codes with their numbers in the list, `n` from 1. */
const numbered = (codes: readonly MetCode[]): Sql => sql`
    unnest(${codes.map(code => code.tenantId)}::bigint[], ${codes.map(code => code.requestNumber)}::int[], ${codes.map(code => code.serial)}::int[])
      with ordinality as g (tenant_id, request_number, serial, n)`

/** The neighbourhood of an address; null where that says nothing. */
const networkOf = (ip: string | null) => (ip === null || isNearby(ip) ? null : neighbourhoodOf(ip))

/** The newest visits with a position of each of these codes, by `keyOf`. Without one nothing is said of any place. */
export async function readMet(db: Pick<Db, 'query'>, codes: readonly MetCode[]): Promise<Map<string, Met[]>> {
  const rows = await db.query<Row>(sql`
    select g.n, v.* from ${numbered(codes)}
    cross join lateral (
      (select 'scan' as log, scanned_at as at, ${columns}, device, null::boolean as right
       from ${visitsIn(sql`scan_log`, sql`scanned_at`, isPlaced)} order by scanned_at desc limit ${mostVisits})
      union all
      (select 'check', checked_at, ${columns}, device, genuine
       from ${visitsIn(sql`check_log`, sql`checked_at`, isPlaced)} order by checked_at desc limit ${mostVisits})) v
    order by v.at`)
  const found = new Map<string, Met[]>(codes.map(code => [keyOf(code), []]))
  for (const { n, ip, at, ...row } of rows)
    found.get(keyOf(codes[n - 1]!))!.push({ ...row, at: at.getTime(), network: networkOf(ip) })
  return found
}

/** How many people made the newest visits of each of these codes, with a position or without, by `keyOf`. */
export async function countReaders(db: Pick<Db, 'query'>, codes: readonly MetCode[]): Promise<Map<string, number>> {
  const rows = await db.query<{ n: number; ip: string | null; device: string | null }>(sql`
    select g.n, v.* from ${numbered(codes)}
    cross join lateral (
      (select ip, device from ${visitsIn(sql`scan_log`, sql`scanned_at`)} order by scanned_at desc limit ${mostVisits})
      union all
      (select ip, device from ${visitsIn(sql`check_log`, sql`checked_at`)} order by checked_at desc limit ${mostVisits})) v`)
  const sources = Map.groupBy(rows, ({ n }) => keyOf(codes[n - 1]!))
  return new Map(
    [...sources].map(([key, own]) => [
      key,
      peopleOf(own.map(({ ip, device }): Source => ({ network: networkOf(ip), device }))).length,
    ]),
  )
}
