import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** This installation: one row of its database. */
export interface Installation {
  id: string
  /** `making` until the first start is complete; nothing is served before. */
  state: 'making' | 'ready'
}

export function readInstallation(db: Db): Promise<Installation> {
  return db.one<Installation>(sql`select id, state from installation`)
}

/** Reads the row and locks it: other processes that set up data at their start wait until this transaction ends. */
export function lockInstallation(db: Db): Promise<Installation> {
  return db.one<Installation>(sql`select id, state from installation for update`)
}

/** Belongs in the last transaction of a first start. */
export async function markReady(db: Db): Promise<void> {
  await db.execute(sql`update installation set state = 'ready', made_at = now() where state = 'making'`)
}
