import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'
import type { PoolLease } from './pool-lease.ts'
import type { Sql } from './sql.ts'

/**
 * One plan for every tenant and code: otherwise the database plans some statements again at each call, which takes ten
 * times as long as their execution.
 */
export const onePlan = 'set local plan_cache_mode = force_generic_plan'

/** Converts a statement to the driver's form. */
export type AsQuery = (statement: Sql) => pg.QueryConfig

export const plain: AsQuery = ({ text, values }) => ({ text, values: values as unknown[] })

/** A connection keeps each prepared statement for good: texts generated at every call would fill the database's memory. */
const maxPrepared = 300

/**
 * Statements with names, which a connection prepares once. A name is a digest of the text: behind a pooler that keeps no
 * statements apart, a name may already stand for what another process prepared, and then it stands for the same text.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  #refused = false

  readonly asQuery: AsQuery = statement => {
    const query = plain(statement)
    if (this.#refused) return query
    const name = this.#names.get(query.text) ?? this.#nameOf(query.text)
    return name ? { ...query, name } : query
  }

  /** From now on statements are sent without names, because the pooler before the database loses them. */
  giveUp(): void {
    this.#refused = true
  }

  #nameOf(text: string): string | undefined {
    if (this.#names.size >= maxPrepared) return undefined
    const name = `read_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }
}

/** How the statements of a transaction are sent, and whether it may change anything. */
export interface StatementKind {
  asQuery: AsQuery
  changes: boolean
  /** Called with the failure of a statement, whatever the work makes of it. */
  onFailure?: (error: unknown) => void
}
export const writing: StatementKind = { asQuery: plain, changes: true }
export const reading: StatementKind = { asQuery: plain, changes: false }

/** The table has changed since the statement was prepared on this connection, which cannot be used any more. */
export const isStalePlan = (error: unknown) =>
  (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery'

/**
 * The name of a prepared statement means nothing here, or was given before: a pooler lends each transaction another
 * connection of the database and does not keep the statements of its clients (PgBouncer before 1.21). Nothing of the
 * statement was executed.
 */
export const isLostName = (error: unknown) => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '42P05' || code === '26000'
}

/** @throws DatabaseUnavailable when the connection is at fault, whatever the driver's error is */
export async function send(lease: PoolLease, query: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await lease.client.query(query)
  } catch (error) {
    if (!lease.lost && !isConnectionTrouble(error)) throw error
    lease.lost = true
    throw new DatabaseUnavailable('The connection to the database was lost', error)
  }
}
