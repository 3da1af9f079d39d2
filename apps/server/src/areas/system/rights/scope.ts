import { scopePredicate } from '../../../entity/scope.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** Condition for users (aliased `t`) of the actor's enterprise that are in their scope for a permission. */
export function usersInScope(actor: Actor, permission: string): Sql {
  const scope = scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'id' })
  return sql`(t.tenant_id = ${actor.tenantId} and ${scope})`
}

/** Condition for departments (aliased `t`) in scope. The scope "own rows" contains no department. */
export function deptsInScope(actor: Actor, permission: string): Sql {
  const grants = actor.grants.filter(grant => grant.dataScope !== '5')
  const scope = scopePredicate({ ...actor, grants }, permission, { alias: 't', dept: 'id', owner: 'id' })
  return sql`(t.tenant_id = ${actor.tenantId} and ${scope})`
}

/**
 * Condition for roles (aliased `t`) in scope: all for actors with full scope, otherwise the bootstrap roles, those that the
 * actor holds or created, and those held by a user in scope.
 */
export function rolesInScope(actor: Actor, permission: string): Sql {
  if (hasFullScope(actor, permission)) return sql`t.tenant_id = ${actor.tenantId}`
  const held = actor.grants.map(grant => grant.roleId)
  const holders = scopePredicate(actor, permission, { alias: 'holder', dept: 'dept_id', owner: 'id' })
  return sql`(t.tenant_id = ${actor.tenantId} and (t.built_in or t.created_by = ${actor.accountId} or t.id = any(${held}::bigint[]) or exists (
    select from account_role ar join account holder on holder.tenant_id = ${actor.tenantId} and holder.id = ar.account_id
    where ar.tenant_id = ${actor.tenantId} and ar.role_id = t.id and ${holders})))`
}

/**
 * Condition for posts (aliased `t`) that the actor may give to users: those within the data scope, and those that the actor
 * or a user in scope holds.
 */
export function postsInScope(actor: Actor, permission: string): Sql {
  const scope = scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })
  const holders = scopePredicate(actor, permission, { alias: 'holder', dept: 'dept_id', owner: 'id' })
  return sql`(t.tenant_id = ${actor.tenantId} and (${scope} or exists (
    select from account_post ap join account holder on holder.tenant_id = ${actor.tenantId} and holder.id = ap.account_id
    where ap.tenant_id = ${actor.tenantId} and ap.post_id = t.id and (holder.id = ${actor.accountId} or ${holders}))))`
}

export function hasFullScope(actor: Actor, permission: string): boolean {
  return actor.superAdmin || actor.grants.some(grant => grant.dataScope === '1' && grant.permissions.has(permission))
}

/** Loads which of `ids` are departments in scope. */
export async function loadDeptsInScope(
  db: Db,
  actor: Actor,
  permission: string,
  ids: readonly number[],
): Promise<Map<number, { status: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: number; status: string }>(
    sql`select t.id, t.status from dept t where t.id = any(${[...ids]}::bigint[]) and ${deptsInScope(actor, permission)}`,
  )
  return new Map(rows.map(row => [row.id, row]))
}
