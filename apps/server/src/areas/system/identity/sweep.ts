import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { halfMinutes } from './pending-sessions.ts'
import { knownDays } from './known-devices.ts'

/** Messages are kept for so many days, read or not. */
const messageDays = 400
/** No parameter lets a session live longer. */
const sessionDays = 8

/** Removes what signing in leaves behind once it means nothing any more: whoever tries a million names fills no table. @returns how many rows */
export async function sweepSignIn(database: Database): Promise<number> {
  return database.acrossTenants('jobs', async db => {
    let removed = 0
    removed += await db.execute(sql`delete from throttle where until < now() - interval '1 day'`)
    removed += await db.execute(sql`
      delete from session where seen_at not between now() - interval '1 day' and now() + interval '1 day' or created_at < now() - make_interval(days => ${sessionDays})`)
    removed += await db.execute(
      sql`delete from half_session where created_at < now() - make_interval(mins => ${halfMinutes})`,
    )
    removed += await db.execute(
      sql`delete from known_device where seen_at < now() - make_interval(days => ${knownDays})`,
    )
    removed += await db.execute(
      sql`delete from message where created_at < now() - make_interval(days => ${messageDays})`,
    )
    return removed
  })
}
