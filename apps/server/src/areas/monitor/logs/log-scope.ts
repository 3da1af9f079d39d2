import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import { raw, type Sql, sql } from '../../../platform/database/sql.ts'
import { hasFullScope } from '../../system/rights/scope.ts'

/**
 * Entries of a log of people, as `entry`, that somebody reaches for a permission: those of users in his data scope. What
 * nobody of the enterprise did (a wrong name at the sign-in) is for whoever reaches all.
 */
export function entriesInReach(log: 'oper_log' | 'login_log', actor: Actor, permission: string, entry: Sql): Sql {
  if (hasFullScope(actor, permission)) return raw('true')
  const by =
    log === 'oper_log' ? sql`who.id = ${entry}.account_id` : sql`lower(who.user_name) = lower(${entry}.user_name)`
  const scope = scopePredicate(actor, permission, { alias: 'who', dept: 'dept_id', owner: 'id' })
  return sql`exists (select from account who where who.tenant_id = ${actor.tenantId} and ${by} and ${scope})`
}
