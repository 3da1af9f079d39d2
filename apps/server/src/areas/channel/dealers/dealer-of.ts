import type { Actor } from '../../../platform/actor.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** Subquery with the id of the account's dealer: empty for other accounts and for a disabled dealer. */
export const dealerOf = ({ tenantId, accountId }: Actor): Sql =>
  sql`(select o.id from dealer o where o.tenant_id = ${tenantId} and o.account_id = ${accountId} and o.status = '0')`
