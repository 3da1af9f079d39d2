import type { Actor } from '../../../platform/actor.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** The dealer that an account is of, as rows of his number: none for everybody else, and while he is disabled. */
export const dealerOf = ({ tenantId, accountId }: Actor): Sql =>
  sql`(select o.id from dealer o where o.tenant_id = ${tenantId} and o.account_id = ${accountId} and o.status = '0')`
