import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A limit: `free` attempts in a row, then waits that double from 1 s to `longestSeconds`. */
export interface Limit {
  free: number
  longestSeconds: number
  /** The count restarts after this many seconds without an attempt. */
  forgetSeconds: number
}

/** No limit waits or remembers longer, seconds. What waits longer comes from a wrong clock (monitor/clock/moments.ts). */
export const longestLimitSeconds = 86_400

/**
 * Counts one try before it is checked, so that simultaneous tries are counted one after the other; the caller gives a
 * successful one back. After the free tries a wait begins; rows that are waiting store their count as a negative number.
 * @returns the number of tries, including this one
 * @throws Refusal auth.wait with the seconds left while a wait is running
 */
export async function takeTry(db: Db, bucket: string, limit: Limit): Promise<number> {
  if (Math.max(limit.longestSeconds, limit.forgetSeconds) > longestLimitSeconds)
    throw new RangeError(`No limit may last longer than ${longestLimitSeconds} s`)
  const forgotten = sql`throttle.until < now() - (case when throttle.attempts > 0 then interval '0' else make_interval(secs => ${limit.forgetSeconds}) end)`
  const count = sql`(case when ${forgotten} then 1 else abs(throttle.attempts) + 1 end)`
  const taken = await db.maybe<{ count: number }>(sql`
    insert into throttle (bucket, attempts, until) values (${bucket}, 1, now() + make_interval(secs => ${limit.forgetSeconds}))
    on conflict (bucket) do update set
      attempts = case when ${count} > ${limit.free} then -${count} else ${count} end,
      until = now() + make_interval(secs => case when ${count} > ${limit.free}
        then least(${limit.longestSeconds}, power(2, least(${count} - 1 - ${limit.free}, 20))) else ${limit.forgetSeconds} end)
    where not (throttle.attempts < 0 and throttle.until > now()) returning abs(attempts) as count`)
  if (taken) return taken.count
  const { seconds } = await db.one<{ seconds: number }>(
    sql`select coalesce(ceil(extract(epoch from max(until) - now())), 1)::int as seconds from throttle where bucket = ${bucket}`,
  )
  throw new Refusal('auth.wait', { seconds: Math.max(1, seconds) })
}

/** Takes back a try that does not count, and ends the wait that it began. */
export async function giveBackTry(db: Db, bucket: string, limit: Limit): Promise<void> {
  const left = sql`(abs(attempts) - 1)`
  await db.execute(sql`
    update throttle set attempts = case when ${left} > ${limit.free} then -${left} else ${left} end,
      until = case when ${left} > ${limit.free} then now() else now() + make_interval(secs => ${limit.forgetSeconds}) end
    where bucket = ${bucket}`)
  await db.execute(sql`delete from throttle where bucket = ${bucket} and attempts = 0`)
}

/** Removes the count after a success or an unlock. */
export async function clearFailures(db: Db, bucket: string): Promise<void> {
  await db.execute(sql`delete from throttle where bucket = ${bucket}`)
}
