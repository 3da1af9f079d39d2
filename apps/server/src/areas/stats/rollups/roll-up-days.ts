import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { startOfDay } from '../../../platform/tenant-day.ts'

/** Tenant id of all enterprises together, used only in roll-ups. */
export const allTenants = 0

/**
 * Days of one enterprise within one calendar month, as YYYY-MM-DD in its time zone. Of all enterprises together a day is the sum of
 * each enterprise's own day.
 */
export interface MonthDays {
  tenantId: number
  /** Not used for all enterprises together. */
  zone: string
  days: readonly string[]
}

/** Sum expressions of one kind of log entry. */
const sums = sql`sum(scans)::bigint, sum(checks)::bigint, sum(wrong_checks)::bigint`

/**
 * Rolls up complete days from the logs, and their month from its days. Replaces earlier roll-ups, so it is idempotent. The `start`
 * of a day or month is its calendar day at midnight UTC, whatever the zone; that of an hour is a moment.
 * @param db a handle across tenants
 */
export async function rollUpDays(db: Db, { tenantId, zone, days }: MonthDays): Promise<void> {
  const of = sql`tenant_id = ${tenantId}`
  const starts = sql`(select d::timestamptz from unnest(${[...days]}::date[]) d)`
  await db.execute(sql`
    delete from visit_count where ${of} and grain = 'day' and start in ${starts}`)
  await db.execute(sql`delete from visit_place where ${of} and grain = 'day' and start in ${starts}`)
  // Day by day: one day of a busy enterprise may have millions of entries.
  for (const day of days) {
    const span = tenantId === allTenants ? everyZoneSpan(day) : daySpan(day, zone)
    await db.execute(sql`
      delete from visit_count where ${of} and grain = 'hour' and start >= ${span.from} and start < ${span.to}`)
    await (tenantId === allTenants ? rollUpAllTenants(db, day, span) : rollUpLogs(db, { tenantId, zone, day }, span))
  }
  await rollUpMonth(db, tenantId, days[0]!)
}

/** Moments from `from` up to, but not including, `to`. */
interface Span {
  from: Sql
  to: Sql
}

const daySpan = (day: string, zone: string): Span => ({
  from: startOfDay(sql`${day}::date`, sql`${zone}`),
  to: startOfDay(sql`${day}::date + 1`, sql`${zone}`),
})

/** The moments of a calendar day in any time zone: from UTC+14 to UTC-12. */
export const everyZoneSpan = (day: string): Span => ({
  from: sql`(${day}::date::timestamptz - interval '14 hours')`,
  to: sql`((${day}::date + 1)::timestamptz + interval '12 hours')`,
})

interface TenantDate {
  tenantId: number
  zone: string
  day: string
}

async function rollUpLogs(db: Db, { tenantId, zone, day }: TenantDate, { from, to }: Span): Promise<void> {
  const start = sql`${day}::date::timestamptz`
  const logged = (log: Sql, at: Sql, counts: Sql) => sql`
    select date_trunc('hour', ${at}, ${zone}) as hour, t.request_number, coalesce(t.product_id, 0) as product_id,
      coalesce(t.country, '') as country, coalesce(t.province, '') as province, coalesce(t.city, '') as city, ${counts}
    from ${log} t
    where t.tenant_id = ${tenantId} and ${at} >= ${from} and ${at} < ${to}`
  await db.execute(sql`
    with logged as (
      ${logged(sql`scan_log`, sql`t.scanned_at`, sql`1 as scans, 0 as checks, 0 as wrong_checks`)}
      union all ${logged(sql`check_log`, sql`t.checked_at`, sql`0, 1, (not t.genuine)::int`)}),
    cells as materialized (
      select hour, request_number, product_id, country, province, city, sum(scans) as scans, sum(checks) as checks, sum(wrong_checks) as wrong_checks
      from logged group by 1, 2, 3, 4, 5, 6),
    counted as (
      insert into visit_count (tenant_id, grain, start, request_number, product_id, scans, checks, wrong_checks)
      select ${tenantId}::bigint, 'hour', hour, request_number, product_id, ${sums} from cells group by 3, 4, 5
      union all select ${tenantId}::bigint, 'hour', hour, 0, 0, ${sums} from cells group by 3
      union all select ${tenantId}::bigint, 'day', ${start}, request_number, product_id, ${sums} from cells group by 4, 5
      union all select ${tenantId}::bigint, 'day', ${start}, 0, 0, ${sums} from cells having count(*) > 0)
    insert into visit_place (tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks)
    select ${tenantId}::bigint, 'day', ${start}, request_number, product_id, country, province, city, ${sums}
    from cells group by 4, 5, 6, 7, 8
    union all
    select ${tenantId}::bigint, 'day', ${start}, 0, 0, country, province, city, ${sums}
    from cells group by 6, 7, 8`)
}

/**
 * Rolls up a day of all enterprises together, from their own roll-ups: the sum of their days, and the hours of all moments at
 * which it is this day somewhere.
 */
async function rollUpAllTenants(db: Db, day: string, { from, to }: Span): Promise<void> {
  const each = sql`t.request_number = 0 and t.tenant_id <> ${allTenants}`
  await db.execute(sql`
    insert into visit_count (tenant_id, grain, start, request_number, product_id, scans, checks, wrong_checks)
    select ${allTenants}::bigint, t.grain, t.start, 0, 0, ${sums}
    from visit_count t
    where ${each} and (t.grain = 'day' and t.start = ${day}::date::timestamptz or t.grain = 'hour' and t.start >= ${from} and t.start < ${to})
    group by t.grain, t.start`)
  await db.execute(sql`
    insert into visit_place (tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks)
    select ${allTenants}::bigint, 'day', t.start, 0, 0, t.country, t.province, t.city, ${sums}
    from visit_place t where t.grain = 'day' and t.start = ${day}::date::timestamptz and ${each}
    group by t.start, t.country, t.province, t.city`)
}

async function rollUpMonth(db: Db, tenantId: number, day: string): Promise<void> {
  const of = sql`tenant_id = ${tenantId}`
  const month = sql`date_trunc('month', ${day}::date::timestamptz)`
  const within = sql`grain = 'day' and start >= ${month} and start < ${month} + interval '1 month'`
  await db.execute(sql`delete from visit_count where ${of} and grain = 'month' and start = ${month}`)
  await db.execute(sql`
    insert into visit_count (tenant_id, grain, start, request_number, product_id, scans, checks, wrong_checks)
    select ${tenantId}::bigint, 'month', ${month}, request_number, product_id, ${sums} from visit_count
    where ${of} and ${within} group by request_number, product_id`)
  await db.execute(sql`delete from visit_place where ${of} and grain = 'month' and start = ${month}`)
  await db.execute(sql`
    insert into visit_place (tenant_id, grain, start, request_number, product_id, country, province, city, scans, checks, wrong_checks)
    select ${tenantId}::bigint, 'month', ${month}, request_number, product_id, country, province, city, ${sums} from visit_place
    where ${of} and ${within} group by request_number, product_id, country, province, city`)
}
