import { type Sql, sql } from '../../../platform/database/sql.ts'
import { todayOf } from '../../../platform/tenant-day.ts'

/**
 * Marks dirty days (rows of `tenant_id` and `day`, cut in the enterprise's time zone): their roll-ups no longer agree with the
 * logs. Every statement locks the row of its day, changed or not, so that the job that counts the day waits until the logged
 * rows are visible. All statements lock rows in the same order.
 */
export const markDirtyDays = (days: Sql): Sql => sql`
  insert into visit_day as v (tenant_id, day) select tenant_id, day from (${days}) d order by day desc, tenant_id
  on conflict (tenant_id, day) do update set state = 'due' where v.state <> 'due'`

/** Marks today as dirty for the enterprises in these rows. */
export const markTodayDirty = (visits: Sql): Sql =>
  markDirtyDays(
    sql`select t.tenant_id, ${todayOf(sql`t.tenant_id`)} as day from (select distinct tenant_id from ${visits}) t`,
  )
