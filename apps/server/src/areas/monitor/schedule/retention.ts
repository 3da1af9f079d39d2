import type { TaskArgs } from '@timbermark/contract'
import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** Entries removed per transaction: a log of millions must not block others. */
const entriesPerTransaction = 5000

type Log = TaskArgs<'logRetention'>['log']

/** Entries of all enterprises older than so many days, oldest first. */
const oldest: Record<Log, (days: number) => Sql> = {
  operlog: days => sql`
    delete from oper_log where ctid = any(array(
      select ctid from oper_log where oper_time < now() - make_interval(days => ${days}) order by oper_time limit ${entriesPerTransaction}))`,
  logininfor: days => sql`
    delete from login_log where ctid = any(array(
      select ctid from login_log where login_time < now() - make_interval(days => ${days}) order by login_time limit ${entriesPerTransaction}))`,
  'job-log': days => sql`
    delete from task_run where ctid = any(array(
      select ctid from task_run where start_time < now() - make_interval(days => ${days})
        and status not in ('queued', 'running') order by start_time limit ${entriesPerTransaction}))`,
}

/** Removes log entries older than so many days. @returns how many */
export async function removeOldEntries(
  database: Database,
  { log, days }: TaskArgs<'logRetention'>,
  signal: AbortSignal,
): Promise<number> {
  for (let removed = 0; ; ) {
    signal.throwIfAborted()
    const now = await database.acrossTenants('jobs', db => db.execute(oldest[log](days)))
    removed += now
    if (now < entriesPerTransaction) return removed
  }
}
