import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { pendingSessionMinutes } from './pending-sessions.ts'
import { knownDeviceDays } from './known-devices.ts'

/** A browser comes back from the messaging platform, and then uses what it brought, within this time each. */
export const identityAttemptMinutes = 10

/** No parameter allows a longer session. */
const sessionDays = 8

/**
 * Removes expired sign-in rows (throttles, sessions, pending sessions, trips to the messaging platform, known devices), so that
 * an attacker who tries a million names fills no table. @returns the number of removed rows
 */
export async function removeExpiredSignInRows(database: Database): Promise<number> {
  return database.acrossTenants('jobs', async db => {
    let removed = 0
    removed += await db.execute(sql`delete from throttle where until < now() - interval '1 day'`)
    removed += await db.execute(sql`
      delete from session where seen_at not between now() - interval '1 day' and now() + interval '1 day'
        or created_at < now() - make_interval(days => ${sessionDays})`)
    removed += await db.execute(
      sql`delete from half_session where created_at < now() - make_interval(mins => ${pendingSessionMinutes})`,
    )
    removed += await db.execute(sql`
      delete from identity_attempt where tenant_id = ${platformTenant}
        and created_at not between now() - make_interval(mins => ${2 * identityAttemptMinutes}) and now() + interval '1 day'`)
    removed += await db.execute(
      sql`delete from known_device where seen_at < now() - make_interval(days => ${knownDeviceDays})`,
    )
    return removed
  })
}
