import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { todayOf } from '../../../platform/tenant-day.ts'
import type { Visit, Visited } from './visit-counter.ts'
import { markTodayDirty } from './dirty-days.ts'
import { visitColumns } from './visit-columns.ts'
import { addLatePositions } from './late-places.ts'
import { answeredBefore, distinctByMark } from './visit-answer.ts'

/**
 * Logs a group of scans, counts them per code and adds them to the sums of the day, in one statement. Rows are locked in
 * the order of their keys, so that groups of several processes cannot deadlock. A repeated visit gets its first answer again
 * and counts nothing; a position that it adds goes to its log entry. When two processes count the same visit at the same
 * moment, the primary key of `visit_answer` makes the later one retry.
 */
export async function writeScans(db: Pick<Db, 'query'>, group: readonly Visit[]): Promise<Visited[]> {
  const { distinct: visits, places } = distinctByMark(group)
  const hasMarks = visits.some(visit => visit.mark)
  const visitsToCount = hasMarks ? sql`fresh` : sql`visit`
  const rows = await db.query<{ scans: number; first_scan_at: Date; late: boolean }>(sql`
    with visit as materialized (
      select * from unnest(${visitColumns(visits)}, ${visits.map(visit => visit.device)}::text[], ${visits.map(visit => visit.mark)}::bytea[], ${visits.map(visit => visit.before ?? null)}::bytea[])
        with ordinality as g (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device, mark, before, n)),
    ${
      hasMarks
        ? sql`
    repeated as materialized (
      select distinct on (g.n) g.n, a.times, a.first_at, not a.placed and g.longitude is not null as late
      from visit g join lateral (${answeredBefore}) a on true order by g.n, a.told_at desc),
    fresh as materialized (select * from visit where n not in (select n from repeated)),`
        : sql``
    }
    logged as (
      insert into scan_log (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device)
      select tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device from ${visitsToCount} order by n
      returning id),
    summed as (
      insert into scan_day as d (tenant_id, day, product_id, city, scans)
      select s.tenant_id, ${todayOf(sql`s.tenant_id`)}, s.product, s.city, s.scans from (
        select tenant_id, coalesce(product_id, 0) as product, coalesce(city, '') as city, count(*) as scans
        from ${visitsToCount} group by 1, 2, 3) s
      order by s.tenant_id, s.product, s.city
      on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + excluded.scans),
    due as (${markTodayDirty(visitsToCount)}),
    counted as (
      insert into code_stat as s (tenant_id, request_number, serial, scans, first_scan_at)
      select tenant_id, request_number, serial, count(*), now() from ${visitsToCount} group by 1, 2, 3 order by 1, 2, 3
      on conflict (tenant_id, request_number, serial) do update set
        scans = s.scans + excluded.scans, first_scan_at = least(s.first_scan_at, excluded.first_scan_at)
      returning request_number, serial, scans, first_scan_at),
    answered as (
      select g.n, g.mark, g.longitude is not null as placed, row_number() over (order by g.n) as place, c.first_scan_at,
             c.scans - count(*) over (partition by g.request_number, g.serial)
               + row_number() over (partition by g.request_number, g.serial order by g.n) as scans
      from ${visitsToCount} g join counted c using (request_number, serial))
    ${
      hasMarks
        ? sql`,
    -- Numbers are given in the order of the rows.
    entered as (select id, row_number() over (order by id) as place from logged),
    remembered as (
      insert into visit_answer (mark, times, first_at, entry, placed)
      select a.mark, a.scans, a.first_scan_at, e.id, a.placed from answered a join entered e using (place) where a.mark is not null order by a.mark)
    select n, scans, first_scan_at, false as late from answered union all select n, times, first_at, late from repeated order by n`
        : sql`select scans, first_scan_at, false as late from answered order by n`
    }`)
  const late = group.filter((visit, n) => {
    const written = visits[places[n]!]!
    // The first request and its repetition may be in the same group.
    return visit.longitude !== null && (rows[places[n]!]!.late || (written !== visit && written.longitude === null))
  })
  if (late.length > 0) await addLatePositions(db, late)
  return places.map(place => {
    const { scans, first_scan_at } = rows[place]!
    return { scans, firstAt: first_scan_at, first: scans === 1 }
  })
}
