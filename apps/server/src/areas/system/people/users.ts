import {
  addUser as addUserCall,
  editUser as editUserCall,
  endUserSessions,
  removeUsers as removeUsersCall,
  resetSecondFactor,
  resetUserPassword,
  setUserRoles,
  takeUser,
  userFormFacts,
  userRoles,
} from '@timbermark/contract/calls'
import { userView } from '@timbermark/contract'
import { idOf, idsOf } from '../../../entity/write.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { statusRoute } from '../../../entity/status-route.ts'
import { answerOne } from '../../../entity/answers.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { runSave, runSaveInSteps } from '../../../entity/run-save.ts'
import { GrantPower } from '../rights/grants.ts'
import { postsInScope, rolesInScope } from '../rights/scope.ts'
import { hashPassword } from '../identity/passwords.ts'
import { type HeldRole, users, usersSheet } from './users-list.ts'
import {
  addUser,
  changeUserStatus,
  checkNewUser,
  checkPasswordReset,
  editUser,
  lockUser,
  removeUsers,
  resetFactor,
  resetPassword,
  setRoles,
  approveRegistration,
  forceLogout,
} from './users-write.ts'
import { idList, recordOf, unknownFields } from '../../../entity/wire.ts'
import { roleName } from '../../../entity/words.ts'

const right = (verb: string) => `system:user:${verb}`

/**
 * Roles and posts that a user form offers. `grantable` marks roles that the actor may grant: to this user, or to anybody
 * while the department is not chosen yet.
 */
export async function loadUserFormFacts(
  db: Db,
  call: Pick<Call, 'actor' | 'language'>,
  power: GrantPower,
  user?: { deptId: number | null },
) {
  const roles = await db.query<HeldRole & { status: '0' | '1'; sort: number }>(
    sql`
      select t.id, t.role_key as key, t.role_name as name, t.built_in as "builtIn", t.status, t.role_sort as sort
      from role t where ${rolesInScope(call.actor, 'system:user:query')} order by t.role_sort, t.id`,
  )
  const posts = await db.query<{ id: number; postId: number; postName: string; postCode: string; status: '0' | '1' }>(
    sql`
      select t.id, t.id as "postId", t.post_name as "postName", t.post_code as "postCode", t.status from post t
      where ${postsInScope(call.actor, 'system:user:query')} order by t.post_sort, t.id`,
  )
  return {
    roles: roles.map(role => ({
      id: role.id,
      roleId: role.id,
      roleName: roleName(call.language, role),
      roleKey: role.key,
      roleSort: role.sort,
      status: role.status,
      builtIn: role.builtIn,
      grantable:
        role.status === '0' && (user ? power.canGrant(role.id, user.deptId) : power.canGrantSomewhere(role.id)),
    })),
    posts,
  }
}

const withGrantPower = <T>(
  call: Pick<Call, 'services' | 'actor'>,
  work: (db: Db, power: GrantPower) => Promise<T>,
): Promise<T> =>
  call.services.database.withTenant(call.actor.tenantId, async db => work(db, await GrantPower.load(db, call.actor)))

export const userRoutes: RouteSpec[] = [
  ...viewRoutes(users, {
    except: ['query'],
    summary: 'Users within the data scope; a department counts with everything below it',
    sheet: usersSheet,
  }),
  serve(userFormFacts, call =>
    withGrantPower(call, async (db, power) => {
      const facts = await loadUserFormFacts(db, call, power)
      return new Answer(facts, facts)
    }),
  ),
  route({
    method: 'GET',
    path: '/system/user/:id(^\\d+$)',
    access: { permission: right('query') },
    summary: 'One user with roles and posts',
    answer: rowSchemaOf(userView),
    handler: call =>
      withGrantPower(call, async (db, power) => {
        const user = await answerOne(db, users, call, Number(call.params.id))
        const postIds = (
          await db.query<{ id: number }>(
            sql`select post_id as id from account_post where tenant_id = ${call.actor.tenantId} and account_id = ${user.id}`,
          )
        ).map(row => row.id)
        const extras = { postIds, roleIds: user.roleIds, ...(await loadUserFormFacts(db, call, power)) }
        return new Answer({ ...user, ...extras }, extras)
      }),
  }),
  serve(addUserCall, call =>
    runSaveInSteps(call, 'operationFailed', async () => {
      const { services, actor, body } = call
      // Checked before the hash and again when written, so that no connection is held while the password is hashed.
      await services.database.withTenant(actor.tenantId, db => checkNewUser(db, actor, body, true))
      const hash = await hashPassword(body.password as string)
      const id = await services.database.withTenant(actor.tenantId, async db =>
        addUser(db, await GrantPower.lock(db, actor, right('add')), body, { chosen: hash }),
      )
      return { id, userId: id }
    }),
  ),
  serve(editUserCall, call => {
    const { id, body } = recordOf(call.body, 'userId')
    return runSave(call, 'operationFailed', async db =>
      editUser(db, await GrantPower.lock(db, call.actor, right('edit')), id, body),
    )
  }),
  serve(removeUsersCall, call =>
    runSave(call, 'operationFailed', async db => ({
      removed: await removeUsers(db, await GrantPower.lock(db, call.actor, right('remove')), idsOf(call.params.ids!)),
    })),
  ),
  serve(resetUserPassword, call => {
    const { id, body } = recordOf(call.body, 'userId')
    assertValid(unknownFields(body, ['id', 'password']))
    if (typeof body.password !== 'string' || body.password === '')
      assertValid([{ field: 'password', error: 'required' }])
    return runSaveInSteps(call, 'operationFailed', async () => {
      const { services, actor } = call
      const password = body.password as string
      await services.database.withTenant(actor.tenantId, async db =>
        checkPasswordReset(db, await GrantPower.lock(db, actor, right('resetPwd')), id, password),
      )
      const hash = await hashPassword(password)
      await services.database.withTenant(actor.tenantId, async db =>
        resetPassword(db, await GrantPower.lock(db, actor, right('resetPwd')), id, hash),
      )
    })
  }),
  serve(resetSecondFactor, call => {
    const { id, body } = recordOf(call.body, 'userId')
    assertValid(unknownFields(body, ['id']))
    return runSave(call, 'operationFailed', async db =>
      resetFactor(db, await GrantPower.lock(db, call.actor, right('resetPwd')), id),
    )
  }),
  serve(takeUser, call => {
    const { id, body } = recordOf(call.body, 'userId')
    const userType = Number(body.userType ?? 1)
    assertValid(unknownFields(body, ['id', 'deptId', 'userType', 'roleIds']))
    if (![1, 2, 3, 4, 5].includes(userType)) assertValid([{ field: 'userType', error: 'notOneOf' }])
    const approval = { deptId: idOf(body.deptId, 'deptId'), userType, roleIds: call.body.roleIds ?? [] }
    return runSave(call, 'operationFailed', async db =>
      approveRegistration(db, await GrantPower.lock(db, call.actor, right('add')), id, approval),
    )
  }),
  statusRoute(userView, 'Enables or disables a user; a disabled user’s sessions end', (call, id, status) =>
    runSave(call, 'operationFailed', async db =>
      changeUserStatus(db, await GrantPower.lock(db, call.actor, right('edit')), id, status),
    ),
  ),
  serve(endUserSessions, call => {
    const { id, body } = recordOf(call.body, 'userId')
    assertValid(unknownFields(body, ['id']))
    return runSave(call, 'operationFailed', async db => ({
      removed: await forceLogout(db, await GrantPower.lock(db, call.actor, 'monitor:online:forceLogout'), id),
    }))
  }),
  serve(userRoles, call =>
    withGrantPower(call, async (db, power) => {
      const user = await answerOne(db, users, call, Number(call.params.id))
      const { roles } = await loadUserFormFacts(db, call, power, user)
      const data = { user, roles: roles.map(role => ({ ...role, flag: user.roleIds.includes(role.id) })) }
      return new Answer(data, data)
    }),
  ),
  serve(setUserRoles, call => {
    const { userId, id: plain, roleIds } = { ...(call.query as Row), ...call.body }
    const id = idOf(userId ?? plain, 'userId')
    const wanted = idList(roleIds, 'roleIds')
    return runSave(call, 'operationFailed', async db => {
      const power = await GrantPower.lock(db, call.actor, right('edit'))
      const user = await lockUser(db, power, id, right('edit'))
      if (id === call.actor.accountId) throw new Refusal('system.user.selfRoles')
      await setRoles(db, power, user, wanted, right('edit'))
    })
  }),
]
