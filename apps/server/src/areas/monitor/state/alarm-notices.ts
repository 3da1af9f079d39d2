import { sql } from '../../../platform/database/sql.ts'
import type { ShortAlarm } from '../../../platform/alarms/alarms.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notifyOperator } from '../../system/notice/operator-mail.ts'

/**
 * Notifies the operator's administrators once per alarm, from any process: of active ones, and of those that were raised
 * and cleared since the last look. Alarms about a database that cannot be written are told once it can: `/readyz` and
 * external monitoring report them meanwhile.
 */
export async function tellAlarms({ alarms, database }: Pick<Services, 'alarms' | 'database'>): Promise<void> {
  const active = await alarms.all()
  const raised = active.map(({ key }) => key)
  const short = alarms.takeShort().filter(({ key }) => !raised.includes(key))
  const keys = [...raised, ...short.map(({ key }) => key)]
  try {
    await database.acrossTenants('monitor', async db => {
      // Processes see different alarms: an alarm ends when no process has seen it for a while.
      await db.execute(
        sql`update alarm_told set told_at = now() where key = any(${keys}::text[]) and told_at < now() - interval '1 minute'`,
      )
      await db.execute(sql`delete from alarm_told where told_at < now() - interval '10 minutes'`)
      for (const { key, detail } of active) {
        const first = await db.execute(sql`insert into alarm_told (key) values (${key}) on conflict do nothing`)
        if (first > 0)
          await notifyOperator(db, 'alarm', { ...detail, phrase: `alarm.${key}`, help: `alarm.${key}.help` })
      }
      for (const alarm of short) await tellShort(db, alarm)
    })
  } catch (error) {
    alarms.putBack(short)
    throw error
  }
}

/** An alarm that ended before anybody could look: told once, and counted from then on. */
async function tellShort(db: Db, { key, times, longest }: ShortAlarm): Promise<void> {
  const { first } = await db.one<{ first: boolean }>(sql`
    insert into alarm_told as t (key, times) values (${key}, ${times})
    on conflict (key) do update set times = t.times + ${times} returning times = ${times} as first`)
  if (first) await notifyOperator(db, 'alarm', { times, longest, phrase: `alarm.${key}`, help: 'alarm.short' })
}
