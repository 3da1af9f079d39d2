import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A clock that advances by more than this between two hourly checks was set, or no server ran. */
const leapDays = 7
/** Hours until a clock that jumped is trusted again. */
const trustedAfterHours = 24

/**
 * Checks the database's clock. A clock that jumped ahead, by a dead battery or a mistake, would make all stored data look
 * old at once, and removed data does not return when the clock is corrected.
 * @returns whether it can be trusted to decide what is old: it has not jumped for a day
 */
export function isClockTrusted(database: Database): Promise<boolean> {
  return database.acrossTenants('jobs', async db => {
    const { steady } = await db.one<{ steady: boolean }>(sql`
      insert into clock_look as c (looked_at) values (now())
      on conflict (one) do update set looked_at = now(), leapt_at = case
        when now() > c.looked_at + make_interval(days => ${leapDays}) then now()
        -- Set back: what it had leapt to is not yet.
        when now() < c.leapt_at then null
        else c.leapt_at end
      returning coalesce(leapt_at < now() - make_interval(hours => ${trustedAfterHours}), true) as steady`)
    return steady
  })
}
