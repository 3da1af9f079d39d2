import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { dayAt, startOfDay } from '../../../platform/tenant-day.ts'
import { statedVolume } from '../../stage/circulation/reported-quantities.ts'
import { allTenants, type MonthDays } from './roll-up-days.ts'

/** Whether a record's values have a number. */
const measured = (key: 'inputVolume' | 'outputVolume') =>
  sql`case when r.public_values ->> ${key} ~ '^[0-9]{1,12}([.][0-9]{1,6})?$' then (r.public_values ->> ${key})::numeric else 0 end`

/** Input and output volumes, of reports that have both. */
export const volumes = sql`
  coalesce(sum(${measured('inputVolume')}) filter (where ${measured('inputVolume')} > 0 and ${measured('outputVolume')} > 0), 0) as input,
  coalesce(sum(${measured('outputVolume')}) filter (where ${measured('inputVolume')} > 0 and ${measured('outputVolume')} > 0), 0) as output`

/** Codes that a report `r` names, by type, as `k`. @param tenant whose report it is */
export const namedCodes = (tenant: Sql): Sql => sql`
  left join lateral (
    select sum(upper(c.serials) - lower(c.serials)) filter (where q.code_type = 'item') as items,
      sum(upper(c.serials) - lower(c.serials)) filter (where q.code_type = 'package') as packages
    from stage_record_code c join code_request q on q.tenant_id = ${tenant} and q.request_number = c.request_number
    where c.tenant_id = ${tenant} and c.record_id = r.id and c.current) k on true`

/** Items, packages and cubic metres of reports `r` with `namedCodes`. */
export const quantities = sql`
  coalesce(sum(k.items), 0) as items, coalesce(sum(k.packages), 0) as packages, coalesce(sum(${statedVolume(sql`r`)}), 0) as volume`

/** Seconds as tenths of a day; from a hundred days on, rounded to days. */
export const tenthsOf = (seconds: Sql): Sql =>
  sql`(case when ${seconds} < 8640000 then round(${seconds} / 8640.0) else round(${seconds} / 86400.0) * 10 end)::int`

/** First report of each stage of batches, with the seconds since the previous stage. @param of current reports `r` */
export const firstsOf = (of: Sql): Sql => sql`
  select f.tenant_id, f.batch_id, f.stage, f.at as first_at,
    extract(epoch from f.at - lag(f.at) over (partition by f.tenant_id, f.batch_id order by f.at, f.stage))::bigint as seconds
  from (select r.tenant_id, r.batch_id, r.stage, min(r.happened_at) as at from stage_record r where r.status = 'current' and ${of} group by 1, 2, 3) f`

/** Replaces the steps of these batches. @returns the days on which one of their stages began, before or now, in `zone` */
export async function rollUpSteps(
  db: Db,
  { tenantId, zone }: Omit<MonthDays, 'days'>,
  batches: readonly number[],
): Promise<string[]> {
  const firstDay = dayAt(sql`first_at`, sql`${zone}`)
  const rows = await db.query<{ day: string }>(sql`
    with gone as (
      delete from stage_step where tenant_id = ${tenantId} and batch_id = any(${[...batches]}::bigint[])
      returning first_at)
    select distinct ${firstDay} as day from gone`)
  const written = await db.query<{ day: string }>(sql`
    with made as (
      insert into stage_step (tenant_id, batch_id, stage, first_at, seconds)
      ${firstsOf(sql`r.tenant_id = ${tenantId} and r.batch_id = any(${[...batches]}::bigint[])`)}
      returning first_at)
    select distinct ${firstDay} as day from made`)
  return [...rows, ...written].map(({ day }) => day)
}

const columns = sql`tenant_id, grain, start, product_id, stage, reports, codes, batches, steps, seconds, longest, input, output, items, packages, volume`
const times = sql`tenant_id, grain, start, product_id, stage, tenths, steps`
const added = sql`sum(reports), sum(codes), sum(batches), sum(steps), sum(seconds), max(longest), sum(input), sum(output),
  sum(items), sum(packages), sum(volume)`

async function clear(db: Db, tenantId: number, grain: 'day' | 'month', starts: Sql): Promise<void> {
  for (const table of [sql`stage_sum`, sql`stage_time`])
    await db.execute(
      sql`delete from ${table} where tenant_id = ${tenantId} and grain = ${grain} and start in ${starts}`,
    )
}

/**
 * Rolls up complete days of stages of one calendar month, from reports and steps, and the month from its days. Replaces
 * earlier roll-ups, so it is idempotent.
 * @param db a handle across tenants
 * @param month with `days` in order
 */
export async function rollUpStageDays(db: Db, month: MonthDays): Promise<void> {
  const { tenantId, days } = month
  const starts = sql`(select d from unnest(${[...days]}::date[]) d)`
  await clear(db, tenantId, 'day', starts)
  if (tenantId === allTenants) await rollUpAllTenants(db, starts)
  else await rollUpReports(db, month)
  await rollUpMonth(db, tenantId, days[0]!)
}

async function rollUpReports(db: Db, { tenantId, zone, days }: MonthDays): Promise<void> {
  const inZone = sql`${zone}`
  const dayOf = (at: Sql) => dayAt(at, inZone)
  // Reads the complete range once, independent of the planner's statistics.
  const on = (at: Sql) => sql`
    ${at} >= ${startOfDay(sql`${days[0]}::date`, inZone)} and ${at} < ${startOfDay(sql`${days.at(-1)}::date + 1`, inZone)}
    and ${dayOf(at)} = any(${[...days]}::date[])`
  await db.execute(sql`
    with reported as (
      select ${dayOf(sql`r.happened_at`)} as day, b.product_id, r.stage, count(*) as reports, coalesce(sum(r.code_count), 0) as codes, ${volumes},
        ${quantities}
      from stage_record r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
      ${namedCodes(sql`${tenantId}`)}
      where r.tenant_id = ${tenantId} and r.status = 'current' and ${on(sql`r.happened_at`)} group by 1, 2, 3),
    came as (
      select ${dayOf(sql`s.first_at`)} as day, b.product_id, s.stage, count(*) as batches, count(s.seconds) as steps, coalesce(sum(s.seconds), 0) as seconds,
        coalesce(max(s.seconds), 0) as longest
      from stage_step s join batch b on b.tenant_id = ${tenantId} and b.id = s.batch_id
      where s.tenant_id = ${tenantId} and ${on(sql`s.first_at`)} group by 1, 2, 3),
    apart as (
      select day, product_id, stage, reports, codes, 0 as batches, 0 as steps, 0 as seconds, 0 as longest, input, output, items, packages, volume
      from reported
      union all select day, product_id, stage, 0, 0, batches, steps, seconds, longest, 0, 0, 0, 0, 0 from came)
    insert into stage_sum (${columns})
    select ${tenantId}::bigint, 'day', day, product_id, stage, ${added} from apart group by day, product_id, stage
    union all select ${tenantId}::bigint, 'day', day, 0, stage, ${added} from apart group by day, stage`)
  await db.execute(sql`
    with took as (
      select ${dayOf(sql`s.first_at`)} as day, b.product_id, s.stage, ${tenthsOf(sql`s.seconds`)} as tenths
      from stage_step s join batch b on b.tenant_id = ${tenantId} and b.id = s.batch_id
      where s.tenant_id = ${tenantId} and s.seconds is not null and ${on(sql`s.first_at`)})
    insert into stage_time (${times})
    select ${tenantId}::bigint, 'day', day, product_id, stage, tenths, count(*) from took group by day, product_id, stage, tenths
    union all select ${tenantId}::bigint, 'day', day, 0, stage, tenths, count(*) from took group by day, stage, tenths`)
}

/** Rolls up days of all enterprises together, from their own roll-ups. */
async function rollUpAllTenants(db: Db, starts: Sql): Promise<void> {
  const each = sql`grain = 'day' and product_id = 0 and tenant_id <> ${allTenants} and start in ${starts}`
  await db.execute(sql`
    insert into stage_sum (${columns})
    select ${allTenants}::bigint, 'day', start, 0, stage, ${added} from stage_sum where ${each} group by start, stage`)
  await db.execute(sql`
    insert into stage_time (${times})
    select ${allTenants}::bigint, 'day', start, 0, stage, tenths, sum(steps) from stage_time where ${each} group by start, stage, tenths`)
}

async function rollUpMonth(db: Db, tenantId: number, day: string): Promise<void> {
  const month = sql`date_trunc('month', ${day}::date)::date`
  await clear(db, tenantId, 'month', sql`(${month})`)
  const within = sql`
    tenant_id = ${tenantId} and grain = 'day' and start >= ${month} and start < (${month} + interval '1 month')::date`
  await db.execute(sql`
    insert into stage_sum (${columns})
    select ${tenantId}::bigint, 'month', ${month}, product_id, stage, ${added} from stage_sum where ${within} group by product_id, stage`)
  await db.execute(sql`
    insert into stage_time (${times})
    select ${tenantId}::bigint, 'month', ${month}, product_id, stage, tenths, sum(steps) from stage_time where ${within} group by product_id, stage, tenths`)
}
