import type { Database, Db } from '../../platform/database/database.ts'
import { platformTenant } from '../../platform/operator.ts'
import { sql } from '../../platform/database/sql.ts'

/** A draft whose moment has come: it is read like every published article, before anybody has moved its state. */
export const due = sql`(t.status = 'draft' and t.publish_at <= now())`

const published = sql`status = 'published', publish_time = publish_at, publish_at = null`

/** Moves one article to where its moment has brought it. @returns whether it moved */
export async function settle(db: Db, id: number): Promise<boolean> {
  return (await db.execute(sql`update article t set ${published} where t.id = ${id} and ${due}`)) > 0
}

/** Who read the news is forgotten after so many days. */
const keptDays = 2

/** Publishes every draft whose moment has come, and forgets who read the news before yesterday. */
export function publishDue(database: Database): Promise<{ published: number; forgotten: number }> {
  return database.acrossTenants('jobs', async db => ({
    published: await db.execute(sql`update article t set ${published} where ${due}`),
    forgotten: await db.execute(
      sql`delete from article_reader where tenant_id = ${platformTenant} and day < (now() at time zone 'UTC')::date - ${keptDays}::int`,
    ),
  }))
}
