import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { notifyOperator } from '../../system/notice/operator-mail.ts'

/**
 * Notifies the operator's administrators once per active alarm, from any process. Alarms about a database that cannot be
 * written cannot be sent this way or by mail, which is queued there: `/readyz` and external monitoring report them.
 */
export async function tellAlarms({ alarms, database }: Pick<Services, 'alarms' | 'database'>): Promise<void> {
  const active = await alarms.all()
  const keys = active.map(({ key }) => key)
  await database.acrossTenants('monitor', async db => {
    // Processes see different alarms: an alarm ends when no process has seen it for a while.
    await db.execute(
      sql`update alarm_told set told_at = now() where key = any(${keys}::text[]) and told_at < now() - interval '1 minute'`,
    )
    await db.execute(sql`delete from alarm_told where told_at < now() - interval '10 minutes'`)
    for (const { key, detail } of active) {
      const first = await db.execute(sql`insert into alarm_told (key) values (${key}) on conflict do nothing`)
      if (first > 0) await notifyOperator(db, 'alarm', { ...detail, phrase: `alarm.${key}`, help: `alarm.${key}.help` })
    }
  })
}
