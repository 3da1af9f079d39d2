import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { tellAdministrators } from '../system/notice/messages.ts'

/** The same is said again after so many days. */
const againDays = 7

interface Ending {
  tenantId: number
  count: number
  first: string
  name: string
}

/**
 * Tells the administrators of each enterprise how many of its papers end within so many days, and which is the first.
 * Once a week, and at once when there are others: a task that runs twice says nothing twice.
 * @returns how many enterprises were told, and of how many papers
 */
export function tellExpiringPapers(database: Database, days: number): Promise<{ enterprises: number; papers: number }> {
  return database.acrossTenants('jobs', async db => {
    const ending = await db.query<Ending>(sql`
      select d.tenant_id as "tenantId", count(*)::int as count, min(d.valid_until)::text as first,
        (array_agg(d.name order by d.valid_until, d.id))[1] as name
      from document d join enterprise e on e.id = d.tenant_id and e.status = '0'
      where d.valid_until between current_date and current_date + ${days}::int
      group by d.tenant_id order by d.tenant_id`)
    const told = { enterprises: 0, papers: 0 }
    for (const { tenantId, count, first, name } of ending) {
      const facts = { n: count, days, first, name }
      const known = await db.maybe(sql`
        select 1 from message where tenant_id = ${tenantId} and kind = 'papersExpiring' and facts = ${JSON.stringify(facts)}::jsonb
          and created_at > now() - make_interval(days => ${againDays}) limit 1`)
      if (known) continue
      await tellAdministrators(db, tenantId, 'papersExpiring', facts)
      told.enterprises++
      told.papers += count
    }
    return told
  })
}
