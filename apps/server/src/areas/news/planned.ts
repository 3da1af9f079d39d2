import type { Database, Db } from '../../platform/database/database.ts'
import { platformTenant } from '../../platform/operator.ts'
import { sql } from '../../platform/database/sql.ts'

/** Condition for drafts (rows `t`) whose planned time has come: they are read as published before their state is changed. */
export const isDue = sql`(t.status = 'draft' and t.publish_at <= now())`

/** Condition for articles (rows `t`) that everybody may read. */
export const isPublished = sql`(t.status = 'published' or ${isDue})`

const published = sql`status = 'published', publish_time = publish_at, publish_at = null`

/** Publishes one article if its planned time has come. @returns whether it was published now */
export async function publishIfDue(db: Db, id: number): Promise<boolean> {
  return (await db.execute(sql`update article t set ${published} where t.id = ${id} and ${isDue}`)) > 0
}

/** Readers of articles are stored for this many days. */
const readerRetentionDays = 2

/** Publishes all drafts whose planned time has come, and removes expired reader rows. */
export function publishDue(database: Database): Promise<{ published: number; forgotten: number }> {
  return database.acrossTenants('jobs', async db => ({
    published: await db.execute(sql`update article t set ${published} where ${isDue}`),
    forgotten: await db.execute(
      sql`delete from article_reader where tenant_id = ${platformTenant} and day < (now() at time zone 'UTC')::date - ${readerRetentionDays}::int`,
    ),
  }))
}
