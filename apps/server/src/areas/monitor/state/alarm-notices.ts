import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { notifyOperator } from '../../system/notice/operator-mail.ts'

/**
 * Tells the operator's administrators of each alarm once while it stands, whichever process sees it. What keeps the
 * database from being written cannot be told this way, nor by mail, which waits in it: `/readyz` and the outside do.
 */
export async function tellAlarms({ alarms, database }: Pick<Services, 'alarms' | 'database'>): Promise<void> {
  const standing = await alarms.all()
  const keys = standing.map(({ key }) => key)
  await database.acrossTenants('monitor', async db => {
    // What one process sees and another does not is gone only when nobody has seen it for a while.
    await db.execute(
      sql`update alarm_told set told_at = now() where key = any(${keys}::text[]) and told_at < now() - interval '1 minute'`,
    )
    await db.execute(sql`delete from alarm_told where told_at < now() - interval '10 minutes'`)
    for (const { key, detail } of standing) {
      const first = await db.execute(sql`insert into alarm_told (key) values (${key}) on conflict do nothing`)
      if (first > 0) await notifyOperator(db, 'alarm', { ...detail, phrase: `alarm.${key}`, help: `alarm.${key}.help` })
    }
  })
}
