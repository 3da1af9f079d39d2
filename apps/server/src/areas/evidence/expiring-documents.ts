import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { notifyAdministrators } from '../system/notice/messages.ts'

/** An unchanged message is repeated after this many days. */
const againDays = 7

interface ExpiringDocuments {
  tenantId: number
  count: number
  first: string
  name: string
}

/**
 * Sends the administrators of each enterprise a message: how many of its documents expire within this many days, and which is
 * the first. Once a week, and at once when the documents change, so that a second run of the task sends nothing twice.
 * @returns the number of notified enterprises, and of their documents
 */
export function notifyExpiringDocuments(
  database: Database,
  days: number,
): Promise<{ enterprises: number; papers: number }> {
  return database.acrossTenants('jobs', async db => {
    const expiring = await db.query<ExpiringDocuments>(sql`
      select d.tenant_id as "tenantId", count(*)::int as count, min(d.valid_until)::text as first,
        (array_agg(d.name order by d.valid_until, d.id))[1] as name
      from document d join enterprise e on e.id = d.tenant_id and e.status = '0'
      where d.valid_until between current_date and current_date + ${days}::int
      group by d.tenant_id order by d.tenant_id`)
    const notified = { enterprises: 0, papers: 0 }
    for (const { tenantId, count, first, name } of expiring) {
      const facts = { n: count, days, first, name }
      const recentMessage = await db.maybe(sql`
        select 1 from message where tenant_id = ${tenantId} and kind = 'papersExpiring' and facts = ${JSON.stringify(facts)}::jsonb
          and created_at between now() - make_interval(days => ${againDays}) and now() limit 1`)
      if (recentMessage) continue
      await notifyAdministrators(db, tenantId, 'papersExpiring', facts)
      notified.enterprises++
      notified.papers += count
    }
    return notified
  })
}
