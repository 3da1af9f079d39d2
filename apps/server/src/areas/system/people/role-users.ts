import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { currentTenant, sql } from '../../../platform/database/sql.ts'
import { assertCanGrant, GrantPower, type Holder } from '../rights/grants.ts'
import { usersInScope } from '../rights/scope.ts'
import { findRole } from '../rights/roles.ts'
import { bumpRights } from '../rights/rights.ts'

const permission = 'system:role:edit'

/**
 * The role and every user must be in scope. Users of other enterprises, unknown users and users out of scope get the same
 * refusal. Nobody changes the roles of somebody who holds more than they do.
 */
async function checkRoleAndUsers(db: Db, caller: Actor, roleId: number, userIds: readonly number[]): Promise<void> {
  const power = await GrantPower.lock(db, caller, permission)
  const { actor } = power
  await findRole(db, actor, roleId, permission)
  if (userIds.length === 0) throw invalid([{ field: 'userIds', error: 'required' }])
  if (userIds.includes(actor.accountId)) throw new Refusal('system.user.selfRoles')
  const users = await db.query<Holder>(sql`
    select t.dept_id as "deptId", coalesce((select json_agg(ar.role_id) from account_role ar where ar.tenant_id = ${currentTenant}
      and ar.account_id = t.id), '[]') as "roleIds"
    from account t where t.id = any(${[...userIds]}::bigint[]) and ${usersInScope(actor, permission)}`)
  if (users.length !== userIds.length) throw new Refusal('notFound')
  for (const { deptId } of users) assertCanGrant(power, [roleId], deptId)
  if (!users.every(user => power.canActOn(user))) throw new Refusal('system.user.higher')
}

/** Grants a role to users, all or none. */
export async function grantRole(db: Db, actor: Actor, roleId: number, userIds: readonly number[]): Promise<void> {
  await checkRoleAndUsers(db, actor, roleId, userIds)
  const disabledRole = await db.maybe<{ name: string }>(
    sql`select role_name as name from role where tenant_id = ${actor.tenantId} and id = ${roleId} and status <> '0'`,
  )
  if (disabledRole) throw new Refusal('system.user.roleDisabled', { name: disabledRole.name })
  await insertRows(
    db,
    'account_role',
    userIds.map(user => ({ tenant_id: actor.tenantId, account_id: user, role_id: roleId })),
    sql`on conflict do nothing`,
  )
  await bumpRights(db, actor.tenantId)
}

/** Revokes a role from users, all or none. */
export async function revokeRole(db: Db, actor: Actor, roleId: number, userIds: readonly number[]): Promise<void> {
  await checkRoleAndUsers(db, actor, roleId, userIds)
  await db.execute(
    sql`delete from account_role where tenant_id = ${actor.tenantId} and role_id = ${roleId} and account_id = any(${[...userIds]}::bigint[])`,
  )
  await bumpRights(db, actor.tenantId)
}
