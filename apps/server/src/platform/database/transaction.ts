import { isConnectionTrouble } from '../unavailable.ts'
import { RevokedHandle, type TransactionHandle } from './handle.ts'
import type { PoolLease } from './pool-lease.ts'
import { type Sql, sql } from './sql.ts'
import { isStalePlan, type StatementKind, send, withCurrentTenant } from './statements.ts'

/** @throws Error unless it is the id of a tenant */
export function assertTenant(tenant: number): void {
  if (!Number.isSafeInteger(tenant) || tenant <= 0) throw new Error('A tenant is needed')
}

export interface TransactionOptions {
  /** A connection on which the transaction has begun; it is released at the end. */
  lease: PoolLease
  tenant: number | undefined
  kind: StatementKind
  /** Called with each statement when it is asked for, below its caller on the stack. */
  onQuery(text: string, tenant: number | undefined): void
  /** Called with each statement before it is sent. */
  onSend(text: string): void
  /** Called with each statement's duration. */
  onDuration(text: string, ms: number): void
  /** Runs after the work, in the same transaction. */
  beforeCommit(db: TransactionHandle): Promise<void>
}

/** Runs `work` in a transaction that has begun: commits it, or rolls it back when the work fails. */
export async function runTransaction<T>(
  options: TransactionOptions,
  work: (db: TransactionHandle) => Promise<T>,
): Promise<T> {
  const { lease, kind, beforeCommit } = options
  const { handle, effects, revoke } = openHandle(options)
  let result: T
  try {
    result = await work(handle)
    await beforeCommit(handle)
    await revoke()
    if (!kind.changes && effects.length === 0) {
      // Nothing was changed, so that the result of the commit does not matter.
      send(lease, { text: 'commit' }).then(
        () => lease.release(false),
        () => lease.release(true),
      )
      return result
    }
    const { command } = await send(lease, { text: 'commit' })
    // The work caught an error of its own that aborted the transaction: nothing was committed.
    if (command !== 'COMMIT') throw new Error('The transaction had failed before it was to be committed')
  } catch (error) {
    await revoke()
    lease.release(await isBroken(lease, error))
    throw error
  }
  lease.release(false)
  for (const effect of effects) effect()
  return result
}

/** The connection may be in any state after a failure: unless it rolls back, it is closed and never reused. */
async function isBroken(lease: PoolLease, error: unknown): Promise<boolean> {
  if (lease.lost || isConnectionTrouble(error) || isStalePlan(error)) return true
  return lease.client.query('rollback').then(
    () => false,
    () => true,
  )
}

/** @returns the handle, the effects to run after the commit, and what revokes the handle once its statements have ended */
function openHandle({ lease, tenant, kind, onQuery, onSend, onDuration }: TransactionOptions): {
  handle: TransactionHandle
  effects: (() => void)[]
  revoke(): Promise<void>
} {
  let live = true
  /** Whose rows the transaction sees. */
  let visible = tenant
  const effects: (() => void)[] = []
  const answer = async (statement: Sql, asked: number | undefined) => {
    if (!live) throw new RevokedHandle()
    if (asked !== visible) throw new Error('This transaction works for another tenant at the moment')
    onSend(statement.text)
    const from = performance.now()
    try {
      return await send(lease, withCurrentTenant(kind.asQuery(statement), asked))
    } catch (error) {
      kind.onFailure?.(error)
      throw error
    } finally {
      onDuration(statement.text, performance.now() - from)
    }
  }
  // Some work sends several statements at once: a connection answers one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(send: () => Promise<T>): Promise<T> => {
    const answered = last.then(send)
    last = answered.catch(() => {})
    return answered
  }
  const run = (statement: Sql, asked: number | undefined) => {
    onQuery(statement.text, asked)
    return enqueue(() => answer(statement, asked))
  }
  const show = (other: number) =>
    enqueue(async () => {
      await answer(sql`select set_config('app.tenant', ${String(other)}, true)`, visible)
      visible = other
    })
  const openFor = (asked: number | undefined): TransactionHandle => ({
    tenant: asked,
    query: async <R extends object>(statement: Sql) => (await run(statement, asked)).rows as R[],
    one: async <R extends object>(statement: Sql) => {
      const row = (await run(statement, asked)).rows[0] as R | undefined
      if (!row) throw new Error('Expected a row')
      return row
    },
    maybe: async <R extends object>(statement: Sql) => (await run(statement, asked)).rows[0] as R | undefined,
    execute: async statement => (await run(statement, asked)).rowCount ?? 0,
    inTenant: async (_purpose, other, work) => {
      // The role that sees every tenant has no row security to turn to another one.
      if (asked === undefined) throw new Error('This transaction has no tenant')
      assertTenant(other)
      await show(other)
      try {
        return await work(openFor(other))
      } finally {
        // A statement that failed has aborted the transaction; rolling back restores the tenant.
        await show(asked).catch(() => {
          visible = asked
        })
      }
    },
    afterCommit: effect => void effects.push(effect),
  })
  return {
    effects,
    async revoke() {
      live = false
      await last
    },
    handle: openFor(tenant),
  }
}
