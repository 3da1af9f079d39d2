import { type Alarm, alarmGrades } from '@timbermark/contract'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** A commit that has waited for so long for its standby is no matter of a busy network, seconds. */
const patienceSeconds = 4

/**
 * The alarm for commits that wait for a synchronous standby. Seen are those of the worker's role, which every process
 * writes its heartbeat with.
 */
export async function waitingCommitAlarms(database: Database): Promise<Alarm[]> {
  const { waiting, since } = await database.acrossTenants('monitor', db =>
    db.one<{ waiting: number; since: Date | null }>(sql`
      select count(*)::int as waiting, min(xact_start) as since from pg_stat_activity
      where wait_event = 'SyncRep' and xact_start < now() - make_interval(secs => ${patienceSeconds})`),
  )
  if (!since) return []
  return [
    {
      key: 'standbySilent',
      grade: alarmGrades.standbySilent,
      since: since.toISOString(),
      detail: { waiting },
    },
  ]
}
