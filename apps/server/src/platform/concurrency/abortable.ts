import type { FastifyReply } from 'fastify'
import type { Db } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {
  constructor() {
    super('The reader has gone')
  }
}

/** @throws CallerGone when nobody waits any more */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CallerGone()
}

/** The same transaction handle, which sends no further statement once nobody waits any more. */
export function abortable(db: Db, signal: AbortSignal | undefined): Db {
  if (!signal) return db
  const sent = <T>(send: (statement: Sql) => Promise<T>) => {
    return async (statement: Sql) => {
      assertNotAborted(signal)
      return send(statement)
    }
  }
  return { ...db, query: sent(db.query), one: sent(db.one), maybe: sent(db.maybe), execute: sent(db.execute) } as Db
}

/** Aborts when the connection ends before the answer has been sent. */
export function signalWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.on('close', () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  return gone.signal
}
