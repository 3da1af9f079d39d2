import { type StageKey, stageKeys } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, type Sql, sql } from '../../../platform/database/sql.ts'
import { allTenants } from '../rollups/roll-up-days.ts'
import { firstsOf, tenthsOf, volumes } from '../rollups/roll-up-stages.ts'
import { type Asked, isNow, within } from './report-query.ts'

/** Current reports `r` that the reader reaches, of the goods that he asks for. */
function reportsOf({ tenantId, reach, productId, batchId }: Asked): Sql {
  return allOf([
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

/** Figures of one stage, of the period and of the one before. */
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
}

/** The middle of durations `v` that are told as `tenths` of a day and how many `steps` took so long; between two, their mean. */
const middle = (durations: Sql): Sql => sql`
  select stage, now, (min(tenths) filter (where upto * 2 >= total) + min(tenths) filter (where upto * 2 > total)) / 2.0 as tenths from (
    select stage, now, tenths, sum(steps) over (partition by stage, now order by tenths) as upto, sum(steps) over (partition by stage, now) as total
    from (select v.stage, v.now, v.tenths, sum(v.steps) as steps from (${durations}) v group by 1, 2, 3) h) upto
  group by stage, now`

const told = sql`
  c.stage, c.now, c.reports::bigint as reports, c.codes::bigint as codes, c.batches::bigint as batches, c.steps::bigint as steps, c.seconds::float8 as seconds,
  c.longest::float8 as longest, c.input::float8 as input, c.output::float8 as output, m.tenths::float8 as "medianTenths"`

/** From the sums, of the whole enterprise or one product: whoever reaches all of it. */
function fromSums(db: Db, { period, tenantId, productId }: Asked): Promise<Counted[]> {
  const of = sql`
    t.tenant_id = ${tenantId} and t.grain = ${period.grain === 'month' ? 'month' : 'day'} and t.product_id = ${productId ?? 0}
    and t.start between ${period.beforeFrom}::date and ${period.to}::date`
  const now = sql`t.start >= ${period.from}::date as now`
  return db.query<Counted>(sql`
    with middles as (${middle(sql`select t.stage, ${now}, t.tenths, t.steps from stage_time t where ${of}`)}),
    counted as (
      select t.stage, ${now}, sum(t.reports) as reports, sum(t.codes) as codes, sum(t.batches) as batches, sum(t.steps) as steps, sum(t.seconds) as seconds,
        max(t.longest) as longest, sum(t.input) as input, sum(t.output) as output
      from stage_sum t where ${of} group by 1, 2)
    select ${told} from counted c left join middles m on m.stage = c.stage and m.now = c.now`)
}

/** From the reports themselves: of one batch, or of what a narrower reader reaches. */
function fromReports(db: Db, asked: Asked): Promise<Counted[]> {
  const { period } = asked
  const where = reportsOf(asked)
  const inPeriod = within(period, sql`r.happened_at`)
  return db.query<Counted>(sql`
    with touched as materialized (
      select distinct r.tenant_id, r.batch_id from stage_record r where ${where} and ${inPeriod}),
    steps as materialized (
      select s.stage, ${isNow(period, sql`s.first_at`)} as now, s.seconds
      from (${firstsOf(sql`(r.tenant_id, r.batch_id) in (select tenant_id, batch_id from touched) and ${where}`)}) s
      where ${within(period, sql`s.first_at`)}),
    middles as (${middle(sql`select stage, now, ${tenthsOf(sql`seconds`)} as tenths, 1 as steps from steps where seconds is not null`)}),
    reported as (
      select r.stage, ${isNow(period, sql`r.happened_at`)} as now, count(*) as reports, coalesce(sum(r.code_count), 0) as codes, ${volumes}
      from stage_record r where ${where} and ${inPeriod} group by 1, 2),
    came as (
      select stage, now, count(*) as batches, count(seconds) as steps, coalesce(sum(seconds), 0) as seconds, coalesce(max(seconds), 0) as longest
      from steps group by 1, 2),
    counted as (
      select r.*, coalesce(c.batches, 0) as batches, coalesce(c.steps, 0) as steps, coalesce(c.seconds, 0) as seconds, coalesce(c.longest, 0) as longest
      from reported r left join came c on c.stage = r.stage and c.now = r.now)
    select ${told} from counted c left join middles m on m.stage = c.stage and m.now = c.now`)
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
}

const yieldOf = ({ input, output }: Pick<Counted, 'input' | 'output'>) => (input > 0 ? output / input : null)
const medianOf = ({ medianTenths }: Pick<Counted, 'medianTenths'>) => (medianTenths === null ? null : medianTenths / 10)

/**
 * What each stage reported in the period, how many days a batch took to come there from the stage that it had reported before,
 * and how much came out of what went in. Whoever reaches all of an enterprise is answered from the sums (docs/decisions/database-and-statistics.md), others
 * from the reports in their reach.
 */
export async function stagesOf(db: Db, asked: Asked) {
  const { period, tenantId } = asked
  const { from, to, beforeFrom, beforeTo } = period
  const summed = asked.reachesAll && asked.batchId === undefined
  const counted = await (summed ? fromSums(db, asked) : fromReports(db, asked))
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
    waiting,
    rows: stageKeys.map(stage => {
      const [now, before] = [of(stage, true), of(stage, false)]
      return {
        stage,
        reports: now.reports,
        reportsBefore: before.reports,
        codes: now.codes,
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
