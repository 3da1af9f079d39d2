import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import { raw, type Sql, sql } from '../../../platform/database/sql.ts'
import { reachesAll } from '../../system/rights/scope.ts'

/** Condition on a log of scans or checks, aliased `t`: the code's request is in the actor's data scope for a permission. */
export function logEntriesInScope(actor: Actor, permission: string): Sql {
  if (reachesAll(actor, permission)) return raw('true')
  const scope = scopePredicate(actor, permission, { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  return sql`t.request_number in (select r.request_number from code_request r where r.tenant_id = ${actor.tenantId} and ${scope})`
}
