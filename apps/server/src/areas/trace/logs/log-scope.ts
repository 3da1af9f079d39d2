import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import { raw, type Sql, sql } from '../../../platform/database/sql.ts'
import { hasFullScope } from '../../system/rights/scope.ts'

/** Entries of a log of scans or checks, as `t`, of codes whose request the actor's roles reach for a permission. */
export function loggedInReach(actor: Actor, permission: string): Sql {
  if (hasFullScope(actor, permission)) return raw('true')
  const scope = scopePredicate(actor, permission, { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  return sql`t.request_number in (select r.request_number from code_request r where r.tenant_id = ${actor.tenantId} and ${scope})`
}
