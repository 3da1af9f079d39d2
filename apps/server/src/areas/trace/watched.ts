import type { Db } from '../../platform/database.ts'
import type { Sql } from '../../platform/sql.ts'

/** Nobody waits for the answer any more. */
export class Abandoned extends Error {
  constructor() {
    super('The reader has gone')
  }
}

/** @throws Abandoned when nobody waits any more */
export function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Abandoned()
}

/** The same handle, which sends no further statement once nobody waits any more. */
export function watched(db: Db, signal: AbortSignal | undefined): Db {
  if (!signal) return db
  const sent = <T>(send: (statement: Sql) => Promise<T>) => {
    return async (statement: Sql) => {
      assertWanted(signal)
      return send(statement)
    }
  }
  return { ...db, query: sent(db.query), one: sent(db.one), maybe: sent(db.maybe), execute: sent(db.execute) } as Db
}
