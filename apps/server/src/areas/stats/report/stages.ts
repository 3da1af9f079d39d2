import { type StageKey, stageKeys } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { all, type Sql, sql } from '../../../platform/database/sql.ts'
import { allTenants } from '../sums/count-days.ts'
import { type Asked, isNow, within } from './asked.ts'

interface StageRow {
  stage: StageKey
  reports: number
  reportsBefore: number
  codes: number
  batches: number
}
interface StageDays {
  stage: StageKey
  medianDays: number
  averageDays: number
  longestDays: number
}

/** Current reports `r` that the reader reaches, of the goods that he asks for. */
function reportsOf({ tenantId, reach, productId, batchId }: Asked): Sql {
  return all([
    sql`r.status = 'current'`,
    ...(tenantId === allTenants ? [] : [sql`r.tenant_id = ${tenantId}`]),
    reach('r'),
    ...(batchId === undefined ? [] : [sql`r.batch_id = ${batchId}`]),
    ...(productId === undefined
      ? []
      : [
          sql`r.batch_id in (select b.id from batch b where b.tenant_id = ${tenantId} and b.product_id = ${productId})`,
        ]),
  ])
}

/**
 * What each stage reported in the period, and how many days a batch took to come there from the stage that it had reported
 * before. Counted from the reports themselves: they are a few for each batch and stage, where scans are millions.
 */
export async function stagesOf(db: Db, asked: Asked) {
  const { period } = asked
  const { from, to, beforeFrom, beforeTo } = period
  const at = sql`r.happened_at`
  const now = isNow(period, at)
  const where = reportsOf(asked)
  const counted = await db.query<StageRow>(sql`
    select r.stage, count(*) filter (where ${now})::int as reports, count(*) filter (where not ${now})::int as "reportsBefore",
      coalesce(sum(r.code_count) filter (where ${now}), 0)::bigint as codes, count(distinct r.batch_id) filter (where ${now})::int as batches
    from stage_record r where ${where} and ${within(period, at)} group by r.stage`)
  const took = await db.query<StageDays>(sql`
    with touched as materialized (
      select distinct r.tenant_id, r.batch_id from stage_record r
      where ${where} and ${at} >= ${from}::date::timestamptz and ${at} < (${to}::date + 1)::timestamptz),
    firsts as (
      select r.tenant_id, r.batch_id, r.stage, min(${at}) as at
      from touched g join stage_record r on r.tenant_id = g.tenant_id and r.batch_id = g.batch_id
      where ${where} group by 1, 2, 3),
    steps as (
      select stage, at, extract(epoch from at - lag(at) over (partition by tenant_id, batch_id order by at, stage))::float8 / 86400 as days from firsts)
    select stage, percentile_cont(0.5) within group (order by days) as "medianDays", avg(days) as "averageDays", max(days) as "longestDays"
    from steps
    where days is not null and at >= ${from}::date::timestamptz and at < (${to}::date + 1)::timestamptz group by stage`)
  const countOf = new Map(counted.map(row => [row.stage, row]))
  const daysOf = new Map(took.map(row => [row.stage, row]))
  const nothing = { reports: 0, reportsBefore: 0, codes: 0, batches: 0 }
  const unknown = { medianDays: null, averageDays: null, longestDays: null }
  return {
    from,
    to,
    beforeFrom,
    beforeTo,
    rows: stageKeys.map(stage => ({ ...nothing, ...unknown, ...countOf.get(stage), ...daysOf.get(stage), stage })),
  }
}
