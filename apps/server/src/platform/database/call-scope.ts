import { AsyncLocalStorage } from 'node:async_hooks'
import type { TransactionHandle } from './handle.ts'

/** What a call requires of the transactions that it opens. */
export interface CallScope {
  /**
   * Runs inside each transaction of the call, after its work and before its commit; what it writes is committed or lost
   * together with that work. When it throws, the transaction is rolled back.
   */
  beforeCommit?: (db: TransactionHandle) => Promise<void>
  /** Milliseconds left that the call may wait for connections, however many it needs. */
  connectionBudget?: { leftMs: number }
  /**
   * The call only reads, and the reading replica may answer it once it has replayed the log up to `after`; undefined for
   * a caller who has written nothing that they could miss.
   */
  replica?: { after: bigint | undefined }
  /** Called with the call's upload as soon as it has been read completely. */
  onUpload?: (fields: Record<string, string>, name: string, content: Buffer) => Promise<void>
}

/** How long a caller waits for a connection, whether it has to be made or to become free. */
export const connectionWaitMs = 4000

const scopes = new AsyncLocalStorage<CallScope>()

/** Runs a call whose caller waits for the answer: its statements wait less long for locks than background work. */
export function runInCall<T>(scope: CallScope, work: () => Promise<T>): Promise<T> {
  scope.connectionBudget ??= { leftMs: connectionWaitMs }
  return scopes.run(scope, work)
}

/** Runs reads of a page that is no declared call; the reading replica may answer them. */
export function runReading<T>(work: () => Promise<T>): Promise<T> {
  return scopes.run({ ...scopes.getStore(), replica: { after: undefined } }, work)
}

/** Reads what is remembered beyond this call, and must therefore not come from a replica that is behind. */
export function runOnPrimary<T>(work: () => Promise<T>): Promise<T> {
  const call = scopes.getStore()
  if (!call?.replica) return work()
  const { replica: _replica, ...others } = call
  return scopes.run(others, work)
}

/** The call in progress here; undefined in background work. */
export function currentCall(): CallScope | undefined {
  return scopes.getStore()
}

/**
 * Work within a call that is not its effect: what is counted or reserved before the effect, or notified after it. The
 * call's idempotency key is not bound to it.
 */
export function runOutsideEffect<T>(work: () => Promise<T>): Promise<T> {
  const call = scopes.getStore()
  return call ? scopes.run({ connectionBudget: call.connectionBudget }, work) : work()
}
