import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Marks days of enterprises (rows of `tenant_id` and `day`) of which the sums are no longer what the logs say. Every statement locks
 * the row of its day, changed or not, so that whoever counts the day waits until what was logged can be seen. Rows are
 * locked in one order by all.
 */
export const dueDays = (days: Sql): Sql => sql`
  insert into visit_day as v (tenant_id, day) select tenant_id, day from (${days}) d order by day desc, tenant_id
  on conflict (tenant_id, day) do update set state = 'due' where v.state <> 'due'`

/** Today is due of the enterprises in these rows. */
export const dueToday = (visits: Sql): Sql =>
  dueDays(sql`select distinct tenant_id, current_date as day from ${visits}`)
