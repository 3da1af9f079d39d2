import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { dayAt, zoneOf } from '../../../platform/tenant-day.ts'
import type { Visit } from './visit-counter.ts'
import { markDirtyDays } from './dirty-days.ts'
import { answeredBefore } from './visit-answer.ts'
import { visitColumns } from './visit-columns.ts'

/**
 * A visit is counted before the reader is asked for their position. A position that arrives later is added to the existing log
 * entry, and moves the visit from the day's sum without a city to the sum of its city. Once per visit; a second position
 * changes nothing.
 */
export async function addLatePositions(db: Pick<Db, 'query'>, visits: readonly Visit[]): Promise<void> {
  await db.query(sql`
    with positioned as materialized (
      select * from unnest(${visitColumns(visits)}, ${visits.map(visit => visit.mark)}::bytea[], ${visits.map(visit => visit.before ?? null)}::bytea[])
        as g (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, mark, before)),
    found as (select a.mark as found, g.* from positioned g join lateral (${answeredBefore}) a on true),
    claimed as (
      update visit_answer a set placed = true from found g where a.mark = g.found and not a.placed
      returning g.*, a.entry, a.told_at),
    placed as (
      update scan_log l
      set longitude = c.longitude, latitude = c.latitude, country = c.country, province = c.province, city = c.city, district = c.district
      from claimed c
      where l.tenant_id = c.tenant_id and l.id = c.entry and l.scanned_at = c.told_at
      returning l.tenant_id, ${dayAt(sql`l.scanned_at`, zoneOf(sql`l.tenant_id`))} as day, coalesce(l.product_id, 0) as product_id, l.city),
    due as (${markDirtyDays(sql`select distinct tenant_id, day from placed`)}),
    moved as (select tenant_id, day, product_id, city, count(*) as n from placed where city <> '' group by 1, 2, 3, 4)
    insert into scan_day as d (tenant_id, day, product_id, city, scans)
    select tenant_id, day, product_id, city, n from (
      select tenant_id, day, product_id, city, n from moved
      union all select tenant_id, day, product_id, '', -sum(n)::bigint from moved group by 1, 2, 3) sums
    order by 1, 2, 3, 4
    on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + excluded.scans`)
}
