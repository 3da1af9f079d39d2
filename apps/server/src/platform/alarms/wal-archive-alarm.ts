import { type Alarm, alarmGrades } from '@timbermark/contract'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** The alarm that the database's newest try to archive its write-ahead log has failed; none when it has no archive. */
export async function walArchiveAlarm(database: Database): Promise<Alarm[]> {
  const rows = await database.withoutTenant(db =>
    db.query<{ since: Date }>(sql`
      select last_failed_time as since from pg_stat_archiver
      where current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`),
  )
  return rows.map(({ since }) => ({
    key: 'walNotArchived',
    grade: alarmGrades.walNotArchived,
    since: since.toISOString(),
    detail: {},
  }))
}
