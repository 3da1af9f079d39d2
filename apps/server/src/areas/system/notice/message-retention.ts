import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Messages are stored for this many days, read or not. */
const messageDays = 400

/** Removes messages that are past their retention, in every enterprise. @returns the number of removed rows */
export async function removeOldMessages(database: Database): Promise<number> {
  return database.acrossTenants('jobs', db =>
    db.execute(sql`delete from message where created_at < now() - make_interval(days => ${messageDays})`),
  )
}
