import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A clock that goes on by more than this between two looks an hour apart was set, or nobody was there. */
const leapDays = 7
/** So long a clock that leapt has to stand before it is believed. */
const believedAfterHours = 24

/**
 * Looks at the clock of the database. One that leapt ahead, by a dead battery or a slip, would make all that was kept old at
 * once, and what is removed does not come back when it is set right.
 * @returns whether it may be told by it what is old: it has not leapt for a day
 */
export function lookAtClock(database: Database): Promise<boolean> {
  return database.acrossTenants('jobs', async db => {
    const { steady } = await db.one<{ steady: boolean }>(sql`
      insert into clock_look as c (looked_at) values (now())
      on conflict (one) do update set looked_at = now(), leapt_at = case
        when now() > c.looked_at + make_interval(days => ${leapDays}) then now()
        -- Set back: what it had leapt to is not yet.
        when now() < c.leapt_at then null
        else c.leapt_at end
      returning coalesce(leapt_at < now() - make_interval(hours => ${believedAfterHours}), true) as steady`)
    return steady
  })
}
