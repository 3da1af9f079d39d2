import type pg from 'pg'
import { DatabaseUnavailable, isConnectionTrouble } from '../unavailable.ts'
import type { PoolLease } from './pool-lease.ts'
import { currentTenant, type Sql } from './sql.ts'

/**
 * One plan for every tenant and code: otherwise the database plans some statements again at each call, which takes ten
 * times as long as their execution.
 */
export const onePlan = 'set local plan_cache_mode = force_generic_plan'

/** Converts a statement to the driver's form. */
export type AsQuery = (statement: Sql) => pg.QueryConfig

export const plain: AsQuery = ({ text, values }) => ({ text, values: values as unknown[] })

/**
 * The statement with the transaction's tenant in place of `currentTenant`.
 * @throws Error when the transaction has no tenant
 */
export function withCurrentTenant(query: pg.QueryConfig, tenant: number | undefined): pg.QueryConfig {
  const values = query.values as unknown[] | undefined
  if (!values?.includes(currentTenant)) return query
  if (tenant === undefined)
    throw new Error(`This statement names the tenant of its transaction, which has none: ${query.text}`)
  return { ...query, values: values.map(value => (value === currentTenant ? tenant : value)) }
}

/** A connection keeps each prepared statement for good: texts generated at every call would fill the database's memory. */
const maxPrepared = 300

/** Names statements by their text, the same on every connection to a database. */
export function nameByText(): AsQuery {
  const names = new Map<string, string>()
  return statement => {
    const query = plain(statement)
    const name = names.get(query.text) ?? (names.size < maxPrepared ? `read_${names.size}` : undefined)
    if (!name) return query
    names.set(query.text, name)
    return { ...query, name }
  }
}

/** How the statements of a transaction are sent, and whether it may change anything. */
export interface StatementKind {
  asQuery: AsQuery
  changes: boolean
}
export const writing: StatementKind = { asQuery: plain, changes: true }

/** The table has changed since the statement was prepared on this connection, which cannot be used any more. */
export const isStalePlan = (error: unknown) =>
  (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery'

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
