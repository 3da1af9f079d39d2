import { checkBody, type Issue, passwordLength, plainText, user } from '@timbermark/contract'
import { contactText } from '@timbermark/contract/reading'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { currentTenant, identifier, join, type Sql, sql } from '../../../platform/database/sql.ts'
import { configValue } from '../parameter/config-values.ts'
import { assertCanGrant, type GrantPower, type Holder } from '../rights/grants.ts'
import { assertPassword } from '../identity/password-policy.ts'
import { loadDeptsInScope, postsInScope, hasFullScope, rolesInScope, usersInScope } from '../rights/scope.ts'
import { forgetDevicesAndIdentities } from '../identity/known-devices.ts'
import { Sessions } from '../identity/sessions.ts'
import { sendMessage } from '../notice/messages.ts'
import { removeFactor } from '../second-factor/second-factor.ts'
import { freeSignInNameAndIdentities, takeSignInName } from '../identity/sign-in-names.ts'
import { bumpRights } from '../rights/rights.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { flagIssue, idList } from '../../../entity/wire.ts'

/** An initial password can be used for this long, and only to set another one. */
export const initialHours = 72

interface LockedUser {
  id: number
  userName: string
  deptId: number | null
  status: string
  userType: number
  email: string | null
  phonenumber: string | null
  /** Self-registered and waiting for approval. */
  waiting: boolean
  roleIds: number[]
}

/**
 * Locks a user for a change. Unknown users, those of other enterprises and those out of scope get the same refusal.
 * @throws Refusal notFound, system.user.higher
 */
export async function lockUser(db: Db, power: GrantPower, id: number, permission: string): Promise<LockedUser> {
  const { actor } = power
  const row = await db.maybe<Omit<LockedUser, 'roleIds'>>(sql`
    select t.id, t.user_name as "userName", t.dept_id as "deptId", t.status, t.user_type as "userType", t.email,
      t.phonenumber, t.waits_until is not null as waiting
    from account t where t.id = ${id} and ${usersInScope(actor, permission)} for update of t`)
  if (!row) throw new Refusal('notFound')
  // Read after the lock: in the same statement they would be the roles from before the wait.
  const held = await db.query<{ id: number }>(
    sql`select role_id as id from account_role where tenant_id = ${actor.tenantId} and account_id = ${id}`,
  )
  const roleIds = held.map(role => role.id)
  if (id !== actor.accountId && !power.canActOn({ deptId: row.deptId, roleIds }))
    throw new Refusal('system.user.higher')
  return { ...row, roleIds }
}

/** Separates the fields of a body that are not columns of the account. */
function splitBody(body: Row): {
  fields: Row
  password: unknown
  roleIds: number[] | undefined
  postIds: number[] | undefined
} {
  const { password, roleIds, postIds, ...fields } = body
  return {
    fields: { ...fields, ...(typeof fields.userType === 'string' ? { userType: Number(fields.userType) } : {}) },
    password,
    roleIds: roleIds === undefined ? undefined : idList(roleIds, 'roleIds'),
    postIds: postIds === undefined ? undefined : idList(postIds, 'postIds'),
  }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? plainText(value) || null : (value ?? null))
const address = (value: unknown) => (typeof value === 'string' ? plainText(value).toLowerCase() || null : null)
const phoneNumber = (value: unknown) =>
  typeof value === 'string' ? (contactText(user.fields.phonenumber, value) ?? plainText(value)) || null : null

async function checkDept(db: Db, actor: Actor, permission: string, deptId: number): Promise<void> {
  const dept = (await loadDeptsInScope(db, actor, permission, [deptId])).get(deptId)
  if (!dept) throw invalid([{ field: 'deptId', error: 'referenceMissing' }])
  if (dept.status !== '0') throw new Refusal('system.user.deptDisabled')
}

/** Gender and status have two values each, whatever is added to their dictionaries. */
const checkFlags = (fields: Row): Issue[] => [...flagIssue(fields, 'sex'), ...flagIssue(fields, 'status')]

/** Checks uniqueness before the database does, so that the refusal can name the field. */
async function checkTaken(db: Db, actor: Actor, fields: Row, except: number): Promise<void> {
  const email = address(fields.email)
  const phone = phoneNumber(fields.phonenumber)
  const taken = await db.maybe<{ email: boolean; phone: boolean }>(sql`
    select bool_or(lower(email) = ${email}) as email, bool_or(phonenumber = ${phone}) as phone from account
    where tenant_id = ${actor.tenantId} and id <> ${except} and (lower(email) = ${email} or phonenumber = ${phone}) having count(*) > 0`)
  if (taken?.email)
    throw new Refusal('system.user.emailTaken', {}, { issues: [{ field: 'email', error: 'system.user.emailTaken' }] })
  if (taken?.phone)
    throw new Refusal(
      'system.user.phoneTaken',
      {},
      { issues: [{ field: 'phonenumber', error: 'system.user.phoneTaken' }] },
    )
}

/** A disabled role grants nothing: holders keep it, nobody else gets it. @throws Refusal system.user.roleDisabled */
async function assertRolesInUse(db: Db, actor: Actor, userId: number, roleIds: readonly number[]): Promise<void> {
  const row = await db.maybe<{ name: string }>(sql`
    select r.role_name as name from role r
    where r.tenant_id = ${actor.tenantId} and r.id = any(${[...roleIds]}::bigint[]) and r.status <> '0'
      and not exists (select from account_role ar where ar.tenant_id = ${actor.tenantId} and ar.role_id = r.id and ar.account_id = ${userId})
      limit 1`)
  if (row) throw new Refusal('system.user.roleDisabled', { name: row.name })
}

/** @throws Refusal invalid when a role is out of the actor's scope, system.role.notGrantable, system.user.roleDisabled */
export async function setRoles(
  db: Db,
  power: GrantPower,
  { id: userId, deptId }: { id: number; deptId: number | null },
  roleIds: readonly number[],
  permission: string,
): Promise<void> {
  const { actor } = power
  const availableRoles = await db.query<{ id: number }>(sql`
    select t.id from role t where t.id = any(${[...roleIds]}::bigint[]) and (${rolesInScope(actor, permission)} or exists (
      select from account_role ar where ar.tenant_id = ${actor.tenantId} and ar.role_id = t.id and ar.account_id = ${userId}))`)
  if (availableRoles.length !== new Set(roleIds).size) throw invalid([{ field: 'roleIds', error: 'referenceMissing' }])
  assertCanGrant(power, roleIds, deptId)
  await assertRolesInUse(db, actor, userId, roleIds)
  await db.execute(
    sql`
      delete from account_role
      where tenant_id = ${actor.tenantId} and account_id = ${userId} and role_id <> all(${[...roleIds]}::bigint[])`,
  )
  await insertRows(
    db,
    'account_role',
    roleIds.map(role => ({ tenant_id: actor.tenantId, account_id: userId, role_id: role })),
    sql`on conflict do nothing`,
  )
  await bumpRights(db, actor.tenantId)
}

/** @throws Refusal invalid when a post is out of the actor's scope, system.user.postDisabled */
async function setPosts(
  db: Db,
  actor: Actor,
  userId: number,
  postIds: readonly number[],
  permission: string,
): Promise<void> {
  const alreadyHeld = sql`exists (
    select from account_post ap where ap.tenant_id = ${currentTenant} and ap.post_id = t.id and ap.account_id = ${userId})`
  const availablePosts = await db.query<{ name: string; closed: boolean }>(sql`
    select t.post_name as name, t.status <> '0' and not ${alreadyHeld} as closed
    from post t where t.tenant_id = ${actor.tenantId} and t.id = any(${[...postIds]}::bigint[]) and (${alreadyHeld} or ${postsInScope(actor, permission)})`)
  if (availablePosts.length !== postIds.length) throw invalid([{ field: 'postIds', error: 'referenceMissing' }])
  const closed = availablePosts.find(post => post.closed)
  if (closed) throw new Refusal('system.user.postDisabled', { name: closed.name })
  await db.execute(
    sql`
      delete from account_post
      where tenant_id = ${actor.tenantId} and account_id = ${userId} and post_id <> all(${[...postIds]}::bigint[])`,
  )
  await insertRows(
    db,
    'account_post',
    postIds.map(post => ({ tenant_id: actor.tenantId, account_id: userId, post_id: post })),
    sql`on conflict do nothing`,
  )
}

/** A parameter can require that passwords chosen by somebody else are changed at the first sign-in. */
export async function initialUntil(db: Db): Promise<Sql> {
  const demanded = (await configValue(db, 'sys.account.initPasswordModify')) === 'true'
  return demanded ? sql`now() + make_interval(hours => ${initialHours})` : sql`null`
}

/** The hash of a new user's password: chosen in the body, or generated and shown once. A check run has no hash yet. */
export type NewPassword = { chosen: string } | { generated: string | undefined }

/** Checks the body of a new user before anything is written. @throws Refusal invalid and those of policy and department */
export async function checkNewUser(db: Db, actor: Actor, body: Row, hasPassword: boolean): Promise<void> {
  const { fields, password } = splitBody(body)
  const issues = checkBody(user, { userType: 1, ...fields }, 'add')
  if (hasPassword && (typeof password !== 'string' || password === ''))
    issues.push({ field: 'password', error: 'required' })
  assertValid([...issues, ...checkFlags(fields)])
  if (hasPassword)
    await assertPassword(db, password as string, fields.userName as string, {
      field: 'password',
      weak: passwordLength.given,
    })
  await checkDept(db, actor, 'system:user:add', fields.deptId as number)
  await checkTaken(db, actor, fields, 0)
}

/** Adds a user. @returns the id */
export async function addUser(db: Db, power: GrantPower, body: Row, newPassword: NewPassword): Promise<number> {
  const { actor } = power
  const { fields, roleIds, postIds } = splitBody(body)
  const isChosen = 'chosen' in newPassword
  await checkNewUser(db, actor, body, isChosen)
  // A check run stores nothing, so it needs no hash.
  const hash = (isChosen ? newPassword.chosen : newPassword.generated) ?? '-'
  const { id } = await db.one<{ id: number }>(sql`
    insert into account (tenant_id, dept_id, user_name, nick_name, user_type, email, phonenumber, sex, status, remark, password_hash,
      initial_until, created_by, updated_by)
    values (${actor.tenantId}, ${fields.deptId}, ${trimmed(fields.userName)}, ${trimmed(fields.nickName)}, ${fields.userType ?? 1}, ${address(fields.email)},
      ${phoneNumber(fields.phonenumber)}, ${fields.sex || '0'}, ${fields.status || '0'}, ${trimmed(fields.remark)}, ${hash},
      ${isChosen ? await initialUntil(db) : sql`now() + make_interval(hours => ${initialHours})`}, ${actor.accountId}, ${actor.accountId})
    returning id`)
  await takeSignInName(db, actor.tenantId, id, fields.userName as string)
  if (roleIds?.length) await setRoles(db, power, { id, deptId: fields.deptId as number }, roleIds, 'system:user:add')
  if (postIds?.length) await setPosts(db, actor, id, postIds, 'system:user:add')
  await assertStillInScope(db, actor, id, 'system:user:add')
  return id
}

/** Nobody may move a user out of their own scope. */
async function assertStillInScope(db: Db, actor: Actor, id: number, permission: string): Promise<void> {
  if (id === actor.accountId) return
  if (!(await db.maybe(sql`select 1 from account t where t.id = ${id} and ${usersInScope(actor, permission)}`)))
    throw new Refusal('system.user.deptOutOfReach')
}

const columns: Record<string, { column: string; stored: (value: unknown) => unknown }> = {
  nickName: { column: 'nick_name', stored: trimmed },
  userType: { column: 'user_type', stored: value => value },
  deptId: { column: 'dept_id', stored: value => value },
  email: { column: 'email', stored: address },
  phonenumber: { column: 'phonenumber', stored: phoneNumber },
  sex: { column: 'sex', stored: value => value || null },
  status: { column: 'status', stored: value => value },
  remark: { column: 'remark', stored: trimmed },
}

/** Changes the fields in the body; roles and posts are replaced as a whole when present. */
export async function editUser(db: Db, power: GrantPower, id: number, body: Row): Promise<void> {
  const { actor } = power
  const { fields, password, roleIds, postIds } = splitBody(body)
  const issues = checkBody(user, fields, 'edit')
  if (password !== undefined) issues.push({ field: 'password', error: 'unknownField', params: { name: 'password' } })
  assertValid([...issues, ...checkFlags(fields)])
  const before = await lockUser(db, power, id, 'system:user:edit')
  if ('userName' in fields && fields.userName !== before.userName)
    throw invalid([{ field: 'userName', error: 'unknownField', params: { name: 'userName' } }])
  if (id === actor.accountId) assertOwnChange(actor, before, fields, roleIds)
  // A registration can only be approved by its own call, which sets department and roles.
  if (before.waiting && fields.status === '0') throw new Refusal('system.user.waiting')
  const deptId = 'deptId' in fields ? (fields.deptId as number) : before.deptId
  const newRoles = roleIds && !sameIds(roleIds, before.roleIds) ? roleIds : undefined
  if (deptId !== before.deptId) {
    await checkDept(db, actor, 'system:user:edit', deptId!)
    await assertMayMove(db, power, before, { deptId, roleIds: newRoles ?? before.roleIds })
  }
  await checkTaken(db, actor, fields, id)
  const changes = Object.entries(columns).flatMap(([key, { column, stored }]) =>
    key in fields ? [sql`${identifier(column)} = ${stored(fields[key])}`] : [],
  )
  await db.execute(
    sql`update account set ${join([...changes, sql`updated_by = ${actor.accountId}`, sql`updated_at = now()`], ', ')}
      where tenant_id = ${actor.tenantId} and id = ${id}`,
  )
  if (newRoles) await setRoles(db, power, { id, deptId }, newRoles, 'system:user:edit')
  if (postIds) await setPosts(db, actor, id, postIds, 'system:user:edit')
  if (fields.status === '1' || ('userType' in fields && fields.userType !== before.userType))
    await Sessions.endAll(db, actor.tenantId, id)
  await assertStillInScope(db, actor, id, 'system:user:edit')
}

/** Permissions to act on users, whose scope follows departments. */
const userPermissions = /^(system:(user|role)|monitor:online|stage:authorization):/

/**
 * A user's department determines the scope of their roles, and who has them in scope. So nobody moves a user, or themselves,
 * to where the user gains more scope than the actor has, nor another user into their own scope.
 * @throws Refusal system.user.deptBeyond
 */
async function assertMayMove(db: Db, power: GrantPower, before: LockedUser, after: Holder): Promise<void> {
  const { actor } = power
  const isSelf = before.id === actor.accountId
  if (!(isSelf ? power.canWorkIn(after.deptId) : power.canActOn(after))) throw new Refusal('system.user.deptBeyond')
  const rights = [...actor.permissions].filter(permission => userPermissions.test(permission))
  if (isSelf || rights.length === 0) return
  const gainedScopes = rights.map(right => {
    const inScope = (dept: string) => scopePredicate(actor, right, { alias: 't', dept, owner: 'id' })
    return sql`(${inScope('to_dept')} and not ${inScope('from_dept')})`
  })
  const gainsScope = await db.maybe(sql`
    select 1 from (values (${before.id}::bigint, ${before.deptId}::bigint, ${after.deptId}::bigint)) t (id, from_dept, to_dept)
    where ${join(gainedScopes, ' or ')}`)
  if (gainsScope) throw new Refusal('system.user.deptBeyond')
}

const sameIds = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every(id => b.includes(id))

/** Users may change their own name here too, but nothing that affects their rights. */
function assertOwnChange(actor: Actor, before: LockedUser, fields: Row, roleIds: readonly number[] | undefined): void {
  if (roleIds && !sameIds(roleIds, before.roleIds)) throw new Refusal('system.user.selfRoles')
  if (
    ('status' in fields && fields.status !== before.status) ||
    ('userType' in fields && fields.userType !== before.userType)
  )
    throw new Refusal('system.user.self')
  if ('deptId' in fields && fields.deptId !== before.deptId && !hasFullScope(actor, 'system:user:edit'))
    throw new Refusal('system.user.self')
  // The profile page requires the password for these; this call does not.
  if (
    ('email' in fields && address(fields.email) !== (before.email?.toLowerCase() ?? null)) ||
    ('phonenumber' in fields && trimmed(fields.phonenumber) !== before.phonenumber)
  )
    throw new Refusal('system.user.selfContact')
}

/** Removes users, all or none. @throws Refusal notFound, system.user.self, system.user.higher, inUse */
export async function removeUsers(db: Db, power: GrantPower, ids: readonly number[]): Promise<number> {
  const { actor } = power
  for (const id of [...ids].sort((a, b) => a - b)) {
    await lockUser(db, power, id, 'system:user:remove')
    if (id === actor.accountId) throw new Refusal('system.user.self')
    await detachAccount(db, actor.tenantId, id)
    await db.execute(sql`delete from account where tenant_id = ${actor.tenantId} and id = ${id}`)
  }
  return ids.length
}

/** Clears references to a removed account: partners it signs in for, the enterprise it administers, its sign-in name. */
async function detachAccount(db: Db, tenantId: number, id: number): Promise<void> {
  await db.execute(sql`update customer set account_id = null where tenant_id = ${tenantId} and account_id = ${id}`)
  await db.execute(sql`update supplier set account_id = null where tenant_id = ${tenantId} and account_id = ${id}`)
  await db.execute(
    sql`update enterprise set administrator_id = null where id = ${tenantId} and administrator_id = ${id}`,
  )
  await freeSignInNameAndIdentities(db, tenantId, id)
}

/** May the actor give this user this password? */
export async function checkPasswordReset(db: Db, power: GrantPower, id: number, password: string): Promise<void> {
  const { actor } = power
  const before = await lockUser(db, power, id, 'system:user:resetPwd')
  if (id === actor.accountId) throw new Refusal('system.user.self')
  await assertPassword(db, password, before.userName, { field: 'password', weak: passwordLength.given })
}

/** Sets another user's password hash and ends their sessions. */
export async function resetPassword(db: Db, power: GrantPower, id: number, hash: string): Promise<void> {
  const { actor } = power
  await lockUser(db, power, id, 'system:user:resetPwd')
  if (id === actor.accountId) throw new Refusal('system.user.self')
  await db.execute(sql`
    update account
    set password_hash = ${hash}, initial_until = ${await initialUntil(db)}, password_changed_at = now(), updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  await Sessions.endAll(db, actor.tenantId, id)
  await forgetDevicesAndIdentities(db, actor.tenantId, id)
}

/**
 * Approves a self-registered user.
 * @throws Refusal notFound, system.user.notWaiting, system.user.deptBeyond and those of department and roles
 */
export async function approveRegistration(
  db: Db,
  power: GrantPower,
  id: number,
  approval: { deptId: number; userType: number; roleIds: readonly number[] },
): Promise<void> {
  const { actor } = power
  const before = await lockUser(db, power, id, 'system:user:add')
  if (!before.waiting) throw new Refusal('system.user.notWaiting')
  await checkDept(db, actor, 'system:user:add', approval.deptId)
  // Roles granted while the user had no department get their scope with it.
  if (!power.canActOn({ deptId: approval.deptId, roleIds: before.roleIds })) throw new Refusal('system.user.deptBeyond')
  await db.execute(sql`
    update account set dept_id = ${approval.deptId}, user_type = ${approval.userType}, status = '0', waits_until = null,
      updated_by = ${actor.accountId}, updated_at = now()
    where tenant_id = ${actor.tenantId} and id = ${id}`)
  if (approval.roleIds.length > 0)
    await setRoles(db, power, { id, deptId: approval.deptId }, approval.roleIds, 'system:user:add')
  await assertStillInScope(db, actor, id, 'system:user:add')
}

/** Removes a user's lost second factor, ends their sessions and sends them a message. @throws Refusal notFound, system.user.self, auth.secondFactorNone */
export async function resetFactor(db: Db, power: GrantPower, id: number): Promise<void> {
  const { actor } = power
  await lockUser(db, power, id, 'system:user:resetPwd')
  if (id === actor.accountId) throw new Refusal('system.user.self')
  if (!(await removeFactor(db, { tenantId: actor.tenantId, accountId: id }))) throw new Refusal('auth.secondFactorNone')
  await Sessions.endAll(db, actor.tenantId, id)
  await sendMessage(db, { tenantId: actor.tenantId, accountId: id }, 'factorReset', { by: actor.userName })
}

export async function changeUserStatus(db: Db, power: GrantPower, id: number, status: string): Promise<void> {
  const { actor } = power
  const before = await lockUser(db, power, id, 'system:user:edit')
  if (id === actor.accountId) throw new Refusal('system.user.self')
  if (before.waiting && status === '0') throw new Refusal('system.user.waiting')
  await db.execute(
    sql`
      update account set status = ${status}, updated_by = ${actor.accountId}, updated_at = now()
      where tenant_id = ${actor.tenantId} and id = ${id}`,
  )
  if (status === '1') await Sessions.endAll(db, actor.tenantId, id)
}

/** Ends all sessions of a user. @returns the number of sessions */
export async function forceLogout(db: Db, power: GrantPower, id: number): Promise<number> {
  const { actor } = power
  await lockUser(db, power, id, 'monitor:online:forceLogout')
  if (id === actor.accountId) throw new Refusal('system.user.self')
  return Sessions.endAll(db, actor.tenantId, id)
}
