import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { sendMessage, notifyAdministrators } from '../../system/notice/messages.ts'

interface Waiting {
  tenantId: number
  /** Null: nobody has been given them. */
  assigneeId: number | null
  ids: number[]
}

/**
 * Reminds of cases that are open and that nobody has touched for so many days: whoever was given them, and of those that are
 * nobody's, or of somebody who left, the administrators. Each case is told of once in so many days, however often the task runs.
 * @returns how many people's or enterprises' heaps were told of, and of how many cases
 */
export function remindOfCases(database: Database, days: number): Promise<{ told: number; cases: number }> {
  return database.acrossTenants('jobs', async db => {
    const waiting = await db.query<Waiting>(sql`
      select k.tenant_id as "tenantId", a.id as "assigneeId", json_agg(k.id) as ids
      from channel_case k
      join enterprise e on e.id = k.tenant_id and e.status = '0'
      left join account a on a.tenant_id = k.tenant_id and a.id = k.assignee_id and a.status = '0'
      where k.status = 'open' and greatest(k.updated_at, coalesce(k.reminded_at, k.created_at)) < now() - make_interval(days => ${days})
      group by 1, 2 order by 1, 2`)
    for (const { tenantId, assigneeId, ids } of waiting) {
      const facts = { n: ids.length, days }
      if (assigneeId === null) await notifyAdministrators(db, tenantId, 'casesUnassigned', facts)
      else await sendMessage(db, { tenantId, accountId: assigneeId }, 'casesWaiting', facts)
      await db.execute(
        sql`update channel_case set reminded_at = now() where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`,
      )
    }
    return { told: waiting.length, cases: waiting.reduce((sum, { ids }) => sum + ids.length, 0) }
  })
}
