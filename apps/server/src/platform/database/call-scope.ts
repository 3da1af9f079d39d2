import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './database.ts'

/** What a call wants of the transactions that it opens. */
export interface CallScope {
  /**
   * Runs inside each transaction of the call, after its work and before its commit; what it writes is kept or lost
   * together with that work. When it throws, the transaction is rolled back.
   */
  beforeCommit?: (db: Db) => Promise<void>
  /** What is left of the time, in milliseconds, that the call may wait for connections, however many it asks for. */
  patience?: { leftMs: number }
  /** Told what the call's upload was, as soon as it has been read whole. */
  uploaded?: (fields: Record<string, string>, name: string, content: Buffer) => Promise<void>
}

/** How long somebody waits for a connection, whether one is to be made or to become free. */
export const connectionWaitMs = 4000

const scopes = new AsyncLocalStorage<CallScope>()

/** Runs a call of somebody who waits for the answer: its statements wait less long for locks than background work. */
export function runInCall<T>(scope: CallScope, work: () => Promise<T>): Promise<T> {
  scope.patience ??= { leftMs: connectionWaitMs }
  return scopes.run(scope, work)
}

/** The call that is under way here; undefined in background work. */
export function currentCall(): CallScope | undefined {
  return scopes.getStore()
}

/**
 * Work within a call that is not its effect: what is counted or reserved before the effect, or told after it. A key of the
 * call is not bound to it.
 */
export function runOutsideEffect<T>(work: () => Promise<T>): Promise<T> {
  const call = scopes.getStore()
  return call ? scopes.run({ patience: call.patience }, work) : work()
}
