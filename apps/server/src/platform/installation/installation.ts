import type { Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** This installation: one row of its database. */
export interface Installation {
  id: string
  /** `making` until what a first start makes is there as a whole; nobody is served before. */
  state: 'making' | 'ready'
}

export function readInstallation(db: Db): Promise<Installation> {
  return db.one<Installation>(sql`select id, state from installation`)
}

/** Reads it and keeps others who make something at their start waiting until this transaction ends. */
export function lockInstallation(db: Db): Promise<Installation> {
  return db.one<Installation>(sql`select id, state from installation for update`)
}

/** Belongs into the last transaction of a first start. */
export async function markReady(db: Db): Promise<void> {
  await db.execute(sql`update installation set state = 'ready', made_at = now() where state = 'making'`)
}
