import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Visit } from './visit-counter.ts'
import { dueDays } from './dirty-days.ts'
import { placesOf } from './places-of.ts'

/**
 * A visit is counted before its reader has been asked for his position: what comes later goes to the entry that stands in the
 * log already, and from the day's sum of no city to that of the city. Once for each visit; a second position changes nothing.
 */
export async function placeLate(db: Pick<Db, 'query'>, visits: readonly Visit[]): Promise<void> {
  await db.query(sql`
    with given as materialized (
      select * from unnest(${placesOf(visits)}, ${visits.map(visit => visit.mark)}::bytea[])
        as g (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, mark)),
    claimed as (
      update visit_answer a set placed = true from given g where a.mark = g.mark and not a.placed
      returning g.*, a.entry, a.told_at),
    placed as (
      update scan_log l
      set longitude = c.longitude, latitude = c.latitude, country = c.country, province = c.province, city = c.city, district = c.district
      from claimed c
      where l.tenant_id = c.tenant_id and l.id = c.entry and l.scanned_at = c.told_at
      returning l.tenant_id, l.scanned_at::date as day, coalesce(l.product_id, 0) as product_id, l.city),
    due as (${dueDays(sql`select distinct tenant_id, day from placed`)}),
    moved as (select tenant_id, day, product_id, city, count(*) as n from placed where city <> '' group by 1, 2, 3, 4)
    insert into scan_day as d (tenant_id, day, product_id, city, scans)
    select tenant_id, day, product_id, city, n from (
      select tenant_id, day, product_id, city, n from moved
      union all select tenant_id, day, product_id, '', -sum(n)::bigint from moved group by 1, 2, 3) sums
    order by 1, 2, 3, 4
    on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + excluded.scans`)
}
