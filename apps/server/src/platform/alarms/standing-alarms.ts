import { type Alarm, alarmGrades, type AlarmKey } from '@timbermark/contract'
import type { AlarmDetail } from './alarms.ts'
import type { Database, Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Raises an alarm of the whole installation, or updates the details of a raised one, which keeps its start time.
 * @param db a handle across tenants
 */
export async function raiseStandingAlarm(db: Db, key: AlarmKey, detail: AlarmDetail = {}): Promise<void> {
  await db.execute(sql`
    insert into standing_alarm (key, detail, since, seen_at) values (${key}, ${JSON.stringify(detail)}::jsonb, now(), now())
    on conflict (key) do update set detail = excluded.detail, seen_at = excluded.seen_at`)
}

/** @param db a handle across tenants */
export async function clearStandingAlarm(db: Db, key: AlarmKey): Promise<void> {
  await db.execute(sql`delete from standing_alarm where key = ${key}`)
}

/** The raised alarms of the whole installation; keys of a newer version that this process does not know are left out. */
export async function loadStandingAlarms(database: Database): Promise<Alarm[]> {
  const rows = await database.withoutTenant(db =>
    db.query<{ key: string; detail: AlarmDetail; since: Date }>(sql`select key, detail, since from standing_alarm`),
  )
  return rows.flatMap(({ key, detail, since }) => {
    if (!isKey(key)) return []
    return [{ key, grade: alarmGrades[key], since: since.toISOString(), detail }]
  })
}

const isKey = (key: string): key is AlarmKey => Object.hasOwn(alarmGrades, key)
