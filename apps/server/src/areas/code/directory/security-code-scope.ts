import { codeRequest, permissionOf } from '@timbermark/contract'
import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/**
 * Code requests, as `r`, whose anti-counterfeit codes the actor may see: as far as those of his roles reach that hold this
 * right, however far another one does that lets him read the request.
 */
export const securityInReach = (actor: Actor): Sql =>
  scopePredicate(actor, permissionOf(codeRequest, 'security'), { alias: 'r', dept: 'dept_id', owner: 'created_by' })

/** Those of these requests. */
export async function securityShown(db: Db, actor: Actor, requests: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ request: number }>(sql`
    select r.request_number as request from code_request r
    where r.tenant_id = ${actor.tenantId} and r.request_number = any(${[...new Set(requests)]}) and ${securityInReach(actor)}`)
  return new Set(rows.map(({ request }) => request))
}
