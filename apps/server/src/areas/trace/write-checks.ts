import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Attempt, Attempted } from './visit-counter.ts'
import { bucketsOf, guessLimits } from './guess-limits.ts'
import { onceEach, readTold } from './told.ts'
import { placesOf } from './write-scans.ts'

interface Stat {
  checks: number
  firstAt: Date | null
  wrong: number
}

/**
 * Judges a group of tries against the guess limits, then logs and counts those that were judged. What a visit has been told
 * of the same try before, it is told again. The counters are read and written by every process alike; two of them at the
 * same moment may let one try more through.
 */
export async function writeChecks(db: Db, group: readonly Attempt[]): Promise<Attempted[]> {
  const { distinct, places } = onceEach(group)
  const told = await readTold(
    db,
    distinct.flatMap(attempt => attempt.mark ?? []),
  )
  const toldOf = ({ mark }: Attempt) => (mark ? told.get(mark.toString('hex')) : undefined)
  const fresh = distinct.filter(attempt => !toldOf(attempt))
  const judged = fresh.length === 0 ? [] : await judge(db, fresh)
  const answers = distinct.map((attempt): Attempted => {
    const before = toldOf(attempt)
    if (!before) return judged[fresh.indexOf(attempt)]!
    const { times: checks, firstAt } = before
    return { challenged: false, checks, firstAt, first: checks === 1 && attempt.genuine }
  })
  return places.map(place => answers[place]!)
}

async function judge(db: Db, attempts: readonly Attempt[]): Promise<Attempted[]> {
  const stats = await readStats(db, attempts)
  const wrong = await readLimits(db, attempts)
  const added = new Map<string, number>()
  const judged: { attempt: Attempt; position: number }[] = []
  const answers: Attempted[] = []
  for (const [position, attempt] of attempts.entries()) {
    const stat = stats.get(codeKey(attempt))!
    const buckets = bucketsOf(attempt)
    const over =
      stat.wrong >= guessLimits.lifetime ||
      (wrong.get(buckets.codeAndClient) ?? 0) >= guessLimits.codeAndClient ||
      (wrong.get(buckets.code) ?? 0) >= guessLimits.code ||
      (wrong.get(buckets.client) ?? 0) >= guessLimits.client
    if (over && !attempt.solved) {
      answers[position] = { challenged: true, checks: stat.checks, firstAt: stat.firstAt, first: false }
      continue
    }
    judged.push({ attempt, position })
    if (attempt.genuine) continue
    stat.wrong++
    for (const bucket of Object.values(buckets)) {
      wrong.set(bucket, (wrong.get(bucket) ?? 0) + 1)
      added.set(bucket, (added.get(bucket) ?? 0) + 1)
    }
  }
  const counted =
    judged.length === 0
      ? []
      : await count(
          db,
          judged.map(item => item.attempt),
          added,
        )
  for (const [place, item] of judged.entries()) answers[item.position] = counted[place]!
  return answers
}

const codeKey = ({ requestNumber, serial }: { requestNumber: number; serial: number }) => `${requestNumber}:${serial}`

async function readStats(db: Db, attempts: readonly Attempt[]): Promise<Map<string, Stat>> {
  const stats = new Map<string, Stat>(
    attempts.map(attempt => [codeKey(attempt), { checks: 0, firstAt: null, wrong: 0 }]),
  )
  const rows = await db.query<{
    request_number: number
    serial: number
    checks: number
    first_check_at: Date | null
    wrong_checks: number
  }>(sql`
    select s.request_number, s.serial, s.checks, s.first_check_at, s.wrong_checks from code_stat s
    where (s.tenant_id, s.request_number, s.serial) in (select * from unnest(${attempts.map(attempt => attempt.tenantId)}::bigint[], ${attempts.map(attempt => attempt.requestNumber)}::int[], ${attempts.map(attempt => attempt.serial)}::int[]))`)
  for (const row of rows)
    stats.set(codeKey({ requestNumber: row.request_number, serial: row.serial }), {
      checks: row.checks,
      firstAt: row.first_check_at,
      wrong: row.wrong_checks,
    })
  return stats
}

async function readLimits(db: Db, attempts: readonly Attempt[]): Promise<Map<string, number>> {
  const buckets = [...new Set(attempts.flatMap(attempt => Object.values(bucketsOf(attempt))))]
  const rows = await db.query<{ bucket: string; wrong: number }>(
    sql`select bucket, wrong from check_limit where bucket = any(${buckets}) and until > now()`,
  )
  return new Map(rows.map(row => [row.bucket, row.wrong]))
}

/**
 * `checks` and the first time count right codes only, so that a stranger's guess does not take the first check from the
 * buyer; wrong ones are counted beside them, for the limits and the warning.
 */
async function count(db: Db, attempts: readonly Attempt[], added: ReadonlyMap<string, number>): Promise<Attempted[]> {
  const rows = await db.query<{ checks: number; first_check_at: Date | null }>(sql`
    with given as materialized (
      select *
      from unnest(${placesOf(attempts)}, ${attempts.map(attempt => attempt.hint)}::text[], ${attempts.map(attempt => attempt.genuine)}::boolean[], ${attempts.map(attempt => attempt.mark)}::bytea[])
        with ordinality as g (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, hint, genuine, mark, n)),
    logged as (
      insert into check_log (tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, given_hint, genuine)
      select tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, district, ip, hint, genuine
      from given order by n),
    summed as (
      insert into scan_day as d (tenant_id, day, product_id, city, checks)
      select tenant_id, current_date, coalesce(product_id, 0), coalesce(city, ''), count(*) from given group by 1, 3, 4 order by 1, 3, 4
      on conflict (tenant_id, day, product_id, city) do update set checks = d.checks + excluded.checks),
    limited as (
      insert into check_limit as l (bucket, wrong, until)
      select bucket, wrong, now() + interval '24 hours'
      from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::int[]) as a (bucket, wrong)
      order by bucket
      on conflict (bucket) do update set
        wrong = case when l.until > now() then l.wrong + excluded.wrong else excluded.wrong end,
        until = case when l.until > now() then l.until else excluded.until end),
    counted as (
      insert into code_stat as s (tenant_id, request_number, serial, checks, first_check_at, wrong_checks)
      select tenant_id, request_number, serial, count(*) filter (where genuine), case when bool_or(genuine) then now() end, count(*) filter (where not genuine)
      from given
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (tenant_id, request_number, serial) do update set
        checks = s.checks + excluded.checks, first_check_at = least(s.first_check_at, excluded.first_check_at), wrong_checks = s.wrong_checks + excluded.wrong_checks
      returning request_number, serial, checks, first_check_at),
    answered as (
      select g.n, g.mark, c.first_check_at,
             c.checks - count(*) filter (where g.genuine) over (partition by g.request_number, g.serial)
               + count(*) filter (where g.genuine) over (partition by g.request_number, g.serial order by g.n) as checks
      from given g join counted c using (request_number, serial)),
    remembered as (
      insert into visit_answer (mark, times, first_at)
      select mark, checks, case when checks > 0 then first_check_at end from answered where mark is not null order by mark)
    select checks, first_check_at from answered order by n`)
  return rows.map(({ checks, first_check_at }, place) => ({
    challenged: false,
    checks,
    // A wrong try may stand in the group before the right one that came first.
    firstAt: checks === 0 ? null : first_check_at,
    first: checks === 1 && attempts[place]!.genuine,
  }))
}
