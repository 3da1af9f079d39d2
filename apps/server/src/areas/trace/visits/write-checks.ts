import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { todayOf } from '../../../platform/tenant-day.ts'
import type { Attempt, Attempted } from './visit-counter.ts'
import { bucketsOf, halfLifeSeconds, pressureOf } from '../limits/guess-limits.ts'
import { markTodayDirty } from './dirty-days.ts'
import { distinctByMark, loadVisitAnswers } from './visit-answer.ts'
import { visitColumns } from './visit-columns.ts'
import { workBitsFor } from '../limits/proof-of-work.ts'

type Stat = Pick<Attempted, 'right' | 'wrong' | 'firstAt' | 'firstRightAt'>

type Queryable = Pick<Db, 'query'>

/** Connections for reading and for writing counters: each statement is a transaction by itself. */
export interface CheckTables {
  read: Queryable
  write: Queryable
}

/**
 * Judges a group of attempts by the wrong attempts before, then logs and counts those that were judged. A repeated attempt of
 * the same visit gets its first answer again. All processes share the counters; two processes at the same moment may let one
 * attempt more through.
 */
export async function writeChecks(tables: CheckTables, group: readonly Attempt[]): Promise<Attempted[]> {
  const { distinct, places } = distinctByMark(group)
  const earlierAnswers = await loadVisitAnswers(
    tables.read,
    distinct.flatMap(attempt => attempt.mark ?? []),
  )
  const previousAnswer = ({ mark }: Attempt) => (mark ? earlierAnswers.get(mark.toString('hex')) : undefined)
  const fresh = distinct.filter(attempt => !previousAnswer(attempt))
  const judged = fresh.length === 0 ? [] : await judge(tables, fresh)
  const results = distinct.map((attempt): Attempted => {
    const before = previousAnswer(attempt)
    if (!before) return judged[fresh.indexOf(attempt)]!
    const { times: right, wrong, firstAt: firstRightAt, firstQueryAt: firstAt } = before
    return { challenged: false, right, wrong, firstAt, firstRightAt, first: right === 1 && attempt.genuine }
  })
  return places.map(place => results[place]!)
}

async function judge({ read, write }: CheckTables, attempts: readonly Attempt[]): Promise<Attempted[]> {
  const [stats, wrong] = await Promise.all([readStats(read, attempts), readLimits(read, attempts)])
  const added = new Map<string, number>()
  const judged: { attempt: Attempt; position: number }[] = []
  const answers: Attempted[] = []
  for (const [position, attempt] of attempts.entries()) {
    const stat = stats.get(codeKey(attempt))!
    const buckets = bucketsOf(attempt)
    const pressure = pressureOf(buckets, wrong)
    const work = workBitsFor(pressure)
    if (pressure >= 1 && !hasPaid(attempt, work)) {
      answers[position] = { challenged: true, work, ...stat, first: false }
      continue
    }
    judged.push({ attempt, position })
    if (attempt.genuine) continue
    for (const bucket of Object.values(buckets)) {
      wrong.set(bucket, (wrong.get(bucket) ?? 0) + 1)
      added.set(bucket, (added.get(bucket) ?? 0) + 1)
    }
  }
  const counted =
    judged.length === 0
      ? []
      : await count(
          write,
          judged.map(item => item.attempt),
          added,
        )
  for (const [place, item] of judged.entries()) answers[item.position] = counted[place]!
  return answers
}

/** Work that sufficed when the task was issued may no longer suffice, when others have guessed since. */
const hasPaid = ({ solved }: Attempt, work: number | null) => solved === 'picture' || (work !== null && solved >= work)

const codeKey = ({ requestNumber, serial }: { requestNumber: number; serial: number }) => `${requestNumber}:${serial}`

async function readStats(db: Queryable, attempts: readonly Attempt[]): Promise<Map<string, Stat>> {
  const stats = new Map<string, Stat>(
    attempts.map(attempt => [codeKey(attempt), { right: 0, wrong: 0, firstAt: null, firstRightAt: null }]),
  )
  const rows = await db.query<Stat & { requestNumber: number; serial: number }>(sql`
    select s.request_number as "requestNumber", s.serial, s.checks as right, s.wrong_checks as wrong,
           s.first_query_at as "firstAt", s.first_check_at as "firstRightAt"
    from (select distinct * from unnest(
      ${attempts.map(attempt => attempt.tenantId)}::bigint[], ${attempts.map(attempt => attempt.requestNumber)}::int[],
      ${attempts.map(attempt => attempt.serial)}::int[])
      as g (tenant_id, request_number, serial)) g
    cross join lateral (
      select * from code_stat c
      where c.tenant_id = g.tenant_id and c.request_number = g.request_number and c.serial = g.serial
      offset 0) s`)
  for (const { requestNumber, serial, ...stat } of rows) stats.set(codeKey({ requestNumber, serial }), stat)
  return stats
}

/** The decayed value of a counter. */
const faded = (wrong: Sql, since: Sql): Sql =>
  sql`(${wrong} * power(0.5::float8, greatest(0, extract(epoch from now() - ${since}))::float8 / ${halfLifeSeconds}::float8))`

async function readLimits(db: Queryable, attempts: readonly Attempt[]): Promise<Map<string, number>> {
  const buckets = [...new Set(attempts.flatMap(attempt => Object.values(bucketsOf(attempt))))]
  const rows = await db.query<{ bucket: string; wrong: number }>(
    sql`select bucket, ${faded(sql`wrong`, sql`since`)} as wrong from check_limit where bucket = any(${buckets})`,
  )
  return new Map(rows.map(row => [row.bucket, row.wrong]))
}

/**
 * Logs and counts attempts. Correct and wrong ones are counted separately, each with its own first time, so that a stranger's
 * guess does not take the first check from the buyer.
 */
async function count(
  db: Queryable,
  attempts: readonly Attempt[],
  added: ReadonlyMap<string, number>,
): Promise<Attempted[]> {
  const rows = await db.query<Stat>(sql`
    with attempt as materialized (
      select *
      from unnest(
          ${visitColumns(attempts)}, ${attempts.map(attempt => attempt.device)}::text[], ${attempts.map(attempt => attempt.hint)}::text[],
          ${attempts.map(attempt => attempt.genuine)}::boolean[], ${attempts.map(attempt => attempt.mark)}::bytea[])
        with ordinality as g (
          tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device, hint, genuine, mark, n)),
    logged as (
      insert into check_log (
        tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device,
        given_hint, genuine)
      select tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, device, hint, genuine
      from attempt order by n),
    summed as (
      insert into scan_day as d (tenant_id, day, product_id, city, checks, wrong_checks)
      select s.tenant_id, ${todayOf(sql`s.tenant_id`)}, s.product, s.city, s.checks, s.wrong from (
        select tenant_id, coalesce(product_id, 0) as product, coalesce(city, '') as city, count(*) as checks,
          count(*) filter (where not genuine) as wrong
        from attempt group by 1, 2, 3) s
      order by s.tenant_id, s.product, s.city
      on conflict (tenant_id, day, product_id, city) do update set checks = d.checks + excluded.checks, wrong_checks = d.wrong_checks + excluded.wrong_checks),
    due as (${markTodayDirty(sql`attempt`)}),
    limited as (
      insert into check_limit as l (bucket, wrong, since)
      select bucket, wrong, now()
      from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::int[]) as a (bucket, wrong)
      order by bucket
      on conflict (bucket) do update set wrong = ${faded(sql`l.wrong`, sql`l.since`)} + excluded.wrong, since = greatest(l.since, excluded.since)),
    counted as (
      insert into code_stat as s (tenant_id, request_number, serial, checks, first_check_at, wrong_checks, first_query_at)
      select tenant_id, request_number, serial, count(*) filter (where genuine),
             case when bool_or(genuine) then now() end, count(*) filter (where not genuine), now()
      from attempt
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (tenant_id, request_number, serial) do update set
        checks = s.checks + excluded.checks, first_check_at = least(s.first_check_at, excluded.first_check_at),
        wrong_checks = s.wrong_checks + excluded.wrong_checks, first_query_at = least(s.first_query_at, excluded.first_query_at)
      returning request_number, serial, checks, first_check_at, wrong_checks, first_query_at),
    answered as (
      select g.n, g.mark, c.first_check_at, c.first_query_at,
             c.checks - count(*) filter (where g.genuine) over code + count(*) filter (where g.genuine) over before as checks,
             c.wrong_checks - count(*) filter (where not g.genuine) over code + count(*) filter (where not g.genuine) over before as wrong
      from attempt g join counted c using (request_number, serial)
      window code as (partition by g.request_number, g.serial), before as (partition by g.request_number, g.serial order by g.n)),
    remembered as (
      insert into visit_answer (mark, times, first_at, wrong, first_query_at)
      select mark, checks, case when checks > 0 then first_check_at end, wrong, first_query_at from answered where mark is not null order by mark)
    select checks as right, wrong, first_query_at as "firstAt", first_check_at as "firstRightAt" from answered order by n`)
  return rows.map((stat, place) => ({
    challenged: false,
    ...stat,
    // In the group a wrong attempt may precede the first correct one.
    firstRightAt: stat.right === 0 ? null : stat.firstRightAt,
    first: stat.right === 1 && attempts[place]!.genuine,
  }))
}
