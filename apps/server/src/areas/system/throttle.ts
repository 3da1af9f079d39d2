import type { Db } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** What is limited: `free` attempts in a row, then waits that double from 1 s to `longestSeconds`. */
export interface Limit {
  free: number
  longestSeconds: number
  /** Quiet seconds after which the count starts anew. */
  forgetSeconds: number
}

export const limitsOf = {
  signInAccount: { free: 5, longestSeconds: 900, forgetSeconds: 1800 },
  signInAddress: { free: 30, longestSeconds: 60, forgetSeconds: 60 },
} as const satisfies Record<string, Limit>

/** Refuses while a wait is running. @throws Refusal auth.wait with the seconds left */
export async function assertMayTry(db: Db, buckets: readonly string[]): Promise<void> {
  const row = await db.maybe<{ seconds: number }>(sql`
    select ceil(extract(epoch from max(until) - now()))::int as seconds from throttle
    where bucket = any(${[...buckets]}) and until > now() and attempts < 0`)
  if (row && row.seconds > 0) throw new Refusal('auth.wait', { seconds: row.seconds })
}

/** Counts a failure; beyond the free attempts a wait begins. Waiting rows hold their count negated. */
export async function countFailure(db: Db, bucket: string, limit: Limit): Promise<void> {
  await db.execute(sql`
    insert into throttle (bucket, attempts, until) values (${bucket}, 1, now() + make_interval(secs => ${limit.forgetSeconds}))
    on conflict (bucket) do update set
      attempts = case
        when throttle.until < now() - (case when throttle.attempts > 0 then interval '0' else make_interval(secs => ${limit.forgetSeconds}) end) then 1
        when abs(throttle.attempts) + 1 > ${limit.free} then -(abs(throttle.attempts) + 1)
        else abs(throttle.attempts) + 1 end,
      until = case
        when abs(throttle.attempts) + 1 > ${limit.free}
          then now() + make_interval(secs => least(${limit.longestSeconds}, power(2, least(abs(throttle.attempts) - ${limit.free}, 20))))
        else now() + make_interval(secs => ${limit.forgetSeconds}) end`)
}

export async function clearFailures(db: Db, bucket: string): Promise<void> {
  await db.execute(sql`delete from throttle where bucket = ${bucket}`)
}
