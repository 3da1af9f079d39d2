import type { AlarmKey } from '@timbermark/contract'
import { sql } from '../../platform/database/sql.ts'
import { platformTenant } from '../../platform/operator.ts'
import type { Services } from '../../platform/services.ts'
import { tellAdministrators } from '../notice/messages.ts'

/**
 * Tells the operator's administrators of each alarm once while it stands, whichever process sees it. What keeps the
 * database from being written cannot be told this way: `/readyz` and the outside do.
 */
export async function tellAlarms({ alarms, database }: Pick<Services, 'alarms' | 'database'>): Promise<void> {
  const standing: AlarmKey[] = (await alarms.all()).map(({ key }) => key)
  await database.acrossTenants('monitor', async db => {
    // What one process sees and another does not is gone only when nobody has seen it for a while.
    await db.execute(
      sql`update alarm_told set told_at = now() where key = any(${standing}::text[]) and told_at < now() - interval '1 minute'`,
    )
    await db.execute(sql`delete from alarm_told where told_at < now() - interval '10 minutes'`)
    for (const key of standing) {
      const first = await db.execute(sql`insert into alarm_told (key) values (${key}) on conflict do nothing`)
      if (first > 0) await tellAdministrators(db, platformTenant, 'alarm', { phrase: `alarm.${key}` })
    }
  })
}
