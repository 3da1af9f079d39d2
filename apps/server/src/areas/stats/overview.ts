import { type RouteSpec, route } from '../../platform/http.ts'
import { sql } from '../../platform/sql.ts'

export const statsRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/stats/overview',
    access: 'signedIn',
    summary: 'Counts of the own enterprise: codes, scans, checks, products; scan trend and most active cities',
    handler: ({ services, actor }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const counts = await db.one(sql`
          select (select coalesce(sum(count), 0)::bigint from code_request where status in ('completed', 'downloaded')) as codes,
                 (select coalesce(sum(scans), 0)::bigint from scan_day) as scans, (select coalesce(sum(checks), 0)::bigint from scan_day) as checks,
                 (select count(*)::int from product) as products, (select count(*)::int from batch) as batches,
                 (select count(*)::int from code_request where status in ('inProgress', 'processing')) as "activeRequests"`)
        const cities = await db.query(
          sql`select city as name, sum(scans)::bigint as scans from scan_day where city <> '' group by city order by 2 desc, 1 limit 10`,
        )
        const trend = await db.query(sql`
          select d::date as day, coalesce(sum(s.scans), 0)::bigint as scans, coalesce(sum(s.checks), 0)::bigint as checks
          from generate_series(current_date - 29, current_date, interval '1 day') d left join scan_day s on s.day = d::date and s.tenant_id = ${actor.tenantId} group by 1 order by 1`)
        const recent = await db.query(sql`
          select r.stage, b.batch_number as "batchNumber", r.recorded_at as "recordedAt", e.name as enterprise
          from stage_record r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join enterprise e on e.id = r.tenant_id order by r.id desc limit 8`)
        return { ...counts, cities, trend, recent }
      }),
  }),
]
