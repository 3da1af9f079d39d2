import { codeRequest, permissionOf } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Code requests, as `r`, whose security codes the actor may see: in the data scope of the roles that grant this permission;
 * the wider scope of other roles does not count.
 */
export const securityCodeScope = (actor: Actor): Sql =>
  scopePredicate(actor, permissionOf(codeRequest, 'security'), { alias: 'r', dept: 'dept_id', owner: 'created_by' })

/** Filters requests, by number, to those whose security codes the actor may see. */
export async function findRequestsWithVisibleSecurity(
  db: Db,
  actor: Actor,
  requests: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query<{ request: number }>(sql`
    select r.request_number as request from code_request r
    where r.tenant_id = ${actor.tenantId} and r.request_number = any(${[...new Set(requests)]}) and ${securityCodeScope(actor)}`)
  return new Set(rows.map(({ request }) => request))
}
