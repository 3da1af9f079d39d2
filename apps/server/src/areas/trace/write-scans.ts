import type { Db } from '../../platform/database.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Visit, Visited } from '../../platform/visits.ts'

/** The places of a group as rows with their number in the group. */
export function placesOf(visits: readonly Omit<Visit, 'device'>[]): Sql {
  const column = <K extends keyof Omit<Visit, 'device'>>(key: K) => visits.map(visit => visit[key])
  return sql`
    ${column('tenantId')}::bigint[], ${column('requestNumber')}::int[], ${column('serial')}::int[], ${column('productId')}::bigint[],
    ${column('longitude')}::numeric[], ${column('latitude')}::numeric[], ${column('country')}::text[], ${column('province')}::text[],
    ${column('city')}::text[], ${column('district')}::text[], ${column('ip')}::text[]`
}

/**
 * Logs a group of scans, counts them per code and adds them to the sums of the day, in one statement. Rows are locked in
 * the order of their keys, so that groups of several processes never wait for each other in a circle.
 */
export async function writeScans(db: Db, visits: readonly Visit[]): Promise<Visited[]> {
  const rows = await db.query<{ scans: number; first_scan_at: Date }>(sql`
    with given as materialized (
      select * from unnest(${placesOf(visits)}, ${visits.map(visit => visit.device)}::text[])
        with ordinality as g (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device, n)),
    logged as (
      insert into scan_log (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device)
      select tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device from given order by n),
    summed as (
      insert into scan_day as d (tenant_id, day, product_id, city, scans)
      select tenant_id, current_date, coalesce(product_id, 0), coalesce(city, ''), count(*) from given group by 1, 3, 4 order by 1, 3, 4
      on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + excluded.scans),
    counted as (
      insert into code_stat as s (tenant_id, request_number, serial, scans, first_scan_at)
      select min(tenant_id), request_number, serial, count(*), now() from given group by request_number, serial order by request_number, serial
      on conflict (request_number, serial) do update set scans = s.scans + excluded.scans, first_scan_at = least(s.first_scan_at, excluded.first_scan_at)
      returning request_number, serial, scans, first_scan_at)
    select c.scans - count(*) over (partition by g.request_number, g.serial) + row_number() over (partition by g.request_number, g.serial order by g.n) as scans, c.first_scan_at
    from given g join counted c using (request_number, serial) order by g.n`)
  return rows.map(row => ({ scans: row.scans, firstAt: row.first_scan_at, first: row.scans === 1 }))
}
