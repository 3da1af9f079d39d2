import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { errorCode } from '../../../platform/error-facts.ts'

/**
 * Seconds after a promotion in which nothing is signed. Each process compares the log with the heads that it remembers
 * once a second, and needs a moment to reach the new primary.
 */
export const promotionGraceSeconds = 10

/** First eight digits of a WAL file's name: the timeline, which each promotion and each point-in-time recovery raises. */
const currentTimeline = sql`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`

/** Does this database tell its timeline? Some managed ones, whose standbys share the storage of the primary, do not. */
export async function tellsTimeline(database: Database): Promise<boolean> {
  try {
    await database.acrossTenants('ledger', db => db.one(sql`select ${currentTimeline} as timeline`))
    return true
  } catch (error) {
    // Refused for what it is (no right, no such function, not supported); trouble of the connection is the caller's.
    if (/^(42|0A)/.test(errorCode(error) ?? '')) return false
    throw error
  }
}

/**
 * Was this database promoted (or restored to a point in time) a moment ago? Notes the timeline when it is a new one; the
 * caller must commit, and sign nothing.
 */
export async function isJustPromoted(db: Db): Promise<boolean> {
  const { timeline, known, settled } = await db.one<{
    timeline: string
    known: string | null
    settled: boolean | null
  }>(sql`
    select ${currentTimeline} as timeline, t.timeline as known,
      t.since < now() - make_interval(secs => ${promotionGraceSeconds}) as settled
    from (select 1) as one left join ledger_timeline t on true`)
  if (known === timeline) return !settled
  // The first one ever is no promotion: it counts as an old one.
  const ageSeconds = known === null ? 2 * promotionGraceSeconds : 0
  await db.execute(sql`
    insert into ledger_timeline (timeline, since) values (${timeline}, now() - make_interval(secs => ${ageSeconds}))
    on conflict (only_row) do update set timeline = excluded.timeline, since = excluded.since`)
  return known !== null
}
