import { type StageKey, stageKeys } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, type Sql, sql } from '../../../platform/database/sql.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import { firstsOf, namedCodes, quantities, tenthsOf, volumes } from '../rollups/roll-up-stages.ts'
import { zoneOf } from '../../../platform/tenant-day.ts'
import { momentsOf, type ScopedQuery, timeZoneFor } from './report-query.ts'

/** Current reports `r` in the reader's scope, of the requested goods. */
function reportsOf({ tenantId, scope, productId, batchId }: ScopedQuery): Sql {
  return allOf([
    sql`r.status = 'current'`,
    ...(tenantId === allTenants ? [] : [sql`r.tenant_id = ${tenantId}`]),
    scope('r'),
    ...(batchId === undefined ? [] : [sql`r.batch_id = ${batchId}`]),
    ...(productId === undefined
      ? []
      : [
          sql`r.batch_id in (select b.id from batch b where b.tenant_id = ${tenantId} and b.product_id = ${productId})`,
        ]),
  ])
}

/** Figures of one stage, for the period and the previous one. */
interface Counted {
  stage: StageKey
  now: boolean
  reports: number
  codes: number
  batches: number
  steps: number
  medianTenths: number | null
  seconds: number
  longest: number
  input: number
  output: number
  items: number
  packages: number
  volume: number
}

/** Median of durations `v`, stored as `tenths` of a day with the number of `steps`; the mean of the middle two. */
const middle = (durations: Sql): Sql => sql`
  select stage, now, (min(tenths) filter (where upto * 2 >= total) + min(tenths) filter (where upto * 2 > total)) / 2.0 as tenths from (
    select stage, now, tenths, sum(steps) over (partition by stage, now order by tenths) as upto, sum(steps) over (partition by stage, now) as total
    from (select v.stage, v.now, v.tenths, sum(v.steps) as steps from (${durations}) v group by 1, 2, 3) h) upto
  group by stage, now`

const durations = sql`
  c.stage, c.now, c.reports::bigint as reports, c.codes::bigint as codes, c.batches::bigint as batches, c.steps::bigint as steps, c.seconds::float8 as seconds,
  c.longest::float8 as longest, c.input::float8 as input, c.output::float8 as output,
  c.items::float8 as items, c.packages::float8 as packages, c.volume::float8 as volume, m.tenths::float8 as "medianTenths"`

/** From the roll-ups, of the enterprise or one product: for readers whose scope is everything. */
function loadFromRollups(db: Db, { period, tenantId, productId }: ScopedQuery): Promise<Counted[]> {
  const of = sql`
    t.tenant_id = ${tenantId} and t.grain = ${period.grain === 'month' ? 'month' : 'day'} and t.product_id = ${productId ?? 0}
    and t.start between ${period.beforeFrom}::date and ${period.to}::date`
  const now = sql`t.start >= ${period.from}::date as now`
  return db.query<Counted>(sql`
    with middles as (${middle(sql`select t.stage, ${now}, t.tenths, t.steps from stage_time t where ${of}`)}),
    counted as (
      select t.stage, ${now}, sum(t.reports) as reports, sum(t.codes) as codes, sum(t.batches) as batches, sum(t.steps) as steps, sum(t.seconds) as seconds,
        max(t.longest) as longest, sum(t.input) as input, sum(t.output) as output,
        sum(t.items) as items, sum(t.packages) as packages, sum(t.volume) as volume
      from stage_sum t where ${of} group by 1, 2)
    select ${durations} from counted c left join middles m on m.stage = c.stage and m.now = c.now`)
}

/** From the reports: for one batch, or for readers with a narrower scope. */
function loadFromReports(db: Db, query: ScopedQuery): Promise<Counted[]> {
  const { period, tenantId, zone } = query
  const where = reportsOf(query)
  const inZone = (tenant: Sql) => (tenantId === allTenants ? zoneOf(tenant) : sql`${zone}`)
  const reported = momentsOf(period, inZone(sql`r.tenant_id`))
  const begun = momentsOf(period, inZone(sql`s.tenant_id`))
  const inPeriod = reported.within(sql`r.happened_at`)
  return db.query<Counted>(sql`
    with touched as materialized (
      select distinct r.tenant_id, r.batch_id from stage_record r where ${where} and ${inPeriod}),
    steps as materialized (
      select s.stage, ${begun.isNow(sql`s.first_at`)} as now, s.seconds
      from (${firstsOf(sql`(r.tenant_id, r.batch_id) in (select tenant_id, batch_id from touched) and ${where}`)}) s
      where ${begun.within(sql`s.first_at`)}),
    middles as (${middle(sql`select stage, now, ${tenthsOf(sql`seconds`)} as tenths, 1 as steps from steps where seconds is not null`)}),
    reported as (
      select r.stage, ${reported.isNow(sql`r.happened_at`)} as now, count(*) as reports, coalesce(sum(r.code_count), 0) as codes, ${volumes},
        ${quantities}
      from stage_record r ${namedCodes(tenantId === allTenants ? sql`r.tenant_id` : sql`${tenantId}`)} where ${where} and ${inPeriod} group by 1, 2),
    came as (
      select stage, now, count(*) as batches, count(seconds) as steps, coalesce(sum(seconds), 0) as seconds, coalesce(max(seconds), 0) as longest
      from steps group by 1, 2),
    counted as (
      select r.*, coalesce(c.batches, 0) as batches, coalesce(c.steps, 0) as steps, coalesce(c.seconds, 0) as seconds, coalesce(c.longest, 0) as longest
      from reported r left join came c on c.stage = r.stage and c.now = r.now)
    select ${durations} from counted c left join middles m on m.stage = c.stage and m.now = c.now`)
}

const day = 86_400
const nothing: Omit<Counted, 'stage' | 'now'> = {
  reports: 0,
  codes: 0,
  batches: 0,
  steps: 0,
  medianTenths: null,
  seconds: 0,
  longest: 0,
  input: 0,
  output: 0,
  items: 0,
  packages: 0,
  volume: 0,
}

const yieldOf = ({ input, output }: Pick<Counted, 'input' | 'output'>) => (input > 0 ? output / input : null)
const medianOf = ({ medianTenths }: Pick<Counted, 'medianTenths'>) => (medianTenths === null ? null : medianTenths / 10)

/**
 * Reports of each stage in the period, days since the batch's previous stage, and yield. Readers whose scope is the
 * complete enterprise get it from the roll-ups (docs/decisions/database-and-statistics.md), others from the reports in
 * their scope.
 */
export async function loadStageThroughput(db: Db, query: ScopedQuery) {
  const { period, tenantId, zone } = query
  const { from, to, beforeFrom, beforeTo } = period
  const summed = query.seesAll && query.batchId === undefined
  const counted = await (summed ? loadFromRollups(db, query) : loadFromReports(db, query))
  const { waiting } = summed
    ? await db.one<{ waiting: number }>(sql`
        select count(*)::int as waiting from stage_change c where ${tenantId === allTenants ? sql`true` : sql`c.tenant_id = ${tenantId}`}`)
    : { waiting: 0 }
  const of = (stage: StageKey, now: boolean) =>
    counted.find(row => row.stage === stage && row.now === now) ?? { ...nothing, stage, now }
  return {
    from,
    to,
    beforeFrom,
    beforeTo,
    timeZone: timeZoneFor(tenantId, zone),
    waiting,
    rows: stageKeys.map(stage => {
      const [now, before] = [of(stage, true), of(stage, false)]
      return {
        stage,
        reports: now.reports,
        reportsBefore: before.reports,
        codes: now.codes,
        items: now.items,
        packages: now.packages,
        volume: now.volume > 0 ? now.volume : null,
        batches: now.batches,
        medianDays: medianOf(now),
        medianDaysBefore: medianOf(before),
        averageDays: now.steps === 0 ? null : now.seconds / now.steps / day,
        longestDays: now.steps === 0 ? null : now.longest / day,
        yield: yieldOf(now),
        yieldBefore: yieldOf(before),
      }
    }),
  }
}
