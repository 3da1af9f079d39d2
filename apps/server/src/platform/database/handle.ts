import type { CrossTenantPurpose } from './purposes.ts'
import type { Sql } from './sql.ts'

export type Row = Record<string, unknown>

/** The typed access to one transaction, revoked at its end. */
export interface TransactionHandle {
  /** Tenant whose rows are visible; undefined across tenants. */
  readonly tenant: number | undefined
  query<T extends object = Row>(statement: Sql): Promise<T[]>
  /** The single row of a statement that must return one. @throws Error when there is none */
  one<T extends object = Row>(statement: Sql): Promise<T>
  maybe<T extends object = Row>(statement: Sql): Promise<T | undefined>
  /** @returns number of rows that the write affected */
  execute(statement: Sql): Promise<number>
  /**
   * Runs `work` on the rows of another tenant within this transaction of a tenant, so that both commit or neither does. Row security
   * shows the other tenant's rows only; meanwhile this handle refuses statements.
   * @throws Error when this transaction has no tenant, or `tenant` is none
   */
  inTenant<T>(purpose: CrossTenantPurpose, tenant: number, work: (db: this) => Promise<T>): Promise<T>
  /** Runs after the transaction has been committed (wake-ups); never when it is rolled back. */
  afterCommit(effect: () => void): void
}

export class RevokedHandle extends Error {
  constructor() {
    super('This database handle belongs to a transaction that has ended')
  }
}
