import { z } from 'zod'
import { idOf, idsOf } from '../../crud/write.ts'
import type { ListQuery } from '../../crud/list.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { saving, savingInSteps } from '../../crud/saving.ts'
import { GrantPower } from '../rights/grants.ts'
import { hashPassword } from '../identity/passwords.ts'
import { userReach } from '../rights/reach.ts'
import { answerUsers, findUser, type HeldRole, listUsers } from './users-list.ts'
import {
  addUser,
  changeUserStatus,
  checkNewUser,
  checkReset,
  editUser,
  lockUser,
  removeUsers,
  resetPassword,
  setRoles,
  forceLogout,
} from './users-write.ts'
import { flagIssue, idList, unknownFields, withId } from '../../crud/wire.ts'
import { roleName } from '../../crud/words.ts'

const anyQuery = z.record(z.string(), z.unknown())
const anyBody = z.record(z.string(), z.unknown())
const labels = 'system.user'
const title = 'system.user'
const permission = (verb: string) => ({ permission: `system:user:${verb}` })

/** Roles and posts that a user form offers; `grantable` says which of the roles this actor may give. */
export async function formFacts(db: Db, call: Pick<Call, 'actor' | 'language'>, power: GrantPower) {
  const roles = await db.query<HeldRole & { status: string; sort: number }>(
    sql`select id, role_key as key, role_name as name, built_in as "builtIn", status, role_sort as sort from role where tenant_id = ${call.actor.tenantId} order by role_sort, id`,
  )
  const posts = await db.query(
    sql`select id, id as "postId", post_name as "postName", post_code as "postCode", status from post where tenant_id = ${call.actor.tenantId} order by post_sort, id`,
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
      grantable: role.status === '0' && power.mayGrant(role.id),
    })),
    posts,
  }
}

async function oneUser(db: Db, call: Call, power: GrantPower, id: number, verb: string) {
  const row = await findUser(db, id, userReach(call.actor, `system:user:${verb}`))
  if (!row) throw new Refusal('notFound')
  const [answered] = await answerUsers(db, call.services.files, call.actor, power, [row], role =>
    roleName(call.language, role),
  )
  return answered!
}

const inTenant = <T>(
  call: Pick<Call, 'services' | 'actor'>,
  work: (db: Db, power: GrantPower) => Promise<T>,
): Promise<T> =>
  call.services.database.withTenant(call.actor.tenantId, async db => work(db, await GrantPower.load(db, call.actor)))

export const userRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/system/user/list',
    access: permission('list'),
    summary: 'Users within the data scope; a department counts with everything below it',
    query: anyQuery,
    labels,
    handler: call =>
      inTenant(call as Call, async (db, power) => {
        const { rows, total, estimated } = await listUsers(db, call.query as ListQuery, [
          userReach(call.actor, 'system:user:list'),
        ])
        return new Rows(
          await answerUsers(db, call.services.files, call.actor, power, rows, role => roleName(call.language, role)),
          total,
          estimated,
        )
      }),
  }),
  route({
    method: 'GET',
    path: '/system/user',
    access: permission('query'),
    summary: 'Roles and posts for a new user',
    handler: call =>
      inTenant(call, async (db, power) => {
        const facts = await formFacts(db, call, power)
        return new Answer(facts, facts)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/user/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One user with roles and posts',
    handler: call =>
      inTenant(call, async (db, power) => {
        const user = await oneUser(db, call as Call, power, Number(call.params.id), 'query')
        const postIds = (
          await db.query<{ id: number }>(
            sql`select post_id as id from account_post where tenant_id = ${call.actor.tenantId} and account_id = ${user.id}`,
          )
        ).map(row => row.id)
        const beside = { postIds, roleIds: user.roleIds, ...(await formFacts(db, call, power)) }
        return new Answer({ ...user, ...beside }, beside)
      }),
  }),
  route({
    method: 'POST',
    path: '/system/user',
    access: permission('add'),
    summary: 'Adds a user',
    body: anyBody,
    labels,
    audit: { title, kind: 'add' },
    handler: call =>
      savingInSteps(call as Call, 'operationFailed', async () => {
        const { services, actor, body } = call
        // Checked before and again while it is written: in between, while the password is hashed, no connection is held.
        await services.database.withTenant(actor.tenantId, db => checkNewUser(db, actor, body, true))
        const hash = await hashPassword(body.password as string)
        const id = await services.database.withTenant(actor.tenantId, async db =>
          addUser(db, actor, await GrantPower.lock(db, actor), body, { given: hash }),
        )
        return { id, userId: id }
      }),
  }),
  route({
    method: 'PUT',
    path: '/system/user',
    access: permission('edit'),
    summary: 'Changes the given fields of a user; roles and posts as a whole',
    body: anyBody,
    labels,
    audit: { title, kind: 'edit' },
    handler: call => {
      const body = withId(call.body, 'userId')
      const id = idOf(body.id)
      return saving(call as Call, 'operationFailed', async db =>
        editUser(db, call.actor, await GrantPower.lock(db, call.actor), id, body),
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/system/user/:ids(^[0-9,]+$)',
    access: permission('remove'),
    summary: 'Removes users, all or none',
    audit: { title, kind: 'remove' },
    handler: call =>
      saving(call, 'operationFailed', async db => ({
        removed: await removeUsers(db, call.actor, await GrantPower.lock(db, call.actor), idsOf(call.params.ids!)),
      })),
  }),
  route({
    method: 'PUT',
    path: '/system/user/resetPwd',
    access: permission('resetPwd'),
    summary: 'Gives a user a new password; the user’s sessions end',
    body: anyBody,
    labels,
    audit: { title, kind: 'edit' },
    handler: call => {
      const body = withId(call.body, 'userId')
      const id = idOf(body.id)
      assertValid(unknownFields(body, ['id', 'password']))
      if (typeof body.password !== 'string' || body.password === '')
        assertValid([{ field: 'password', error: 'required' }])
      return savingInSteps(call as Call, 'operationFailed', async () => {
        const { services, actor } = call
        const password = body.password as string
        await services.database.withTenant(actor.tenantId, async db =>
          checkReset(db, actor, await GrantPower.lock(db, actor), id, password),
        )
        const hash = await hashPassword(password)
        await services.database.withTenant(actor.tenantId, async db =>
          resetPassword(db, actor, await GrantPower.lock(db, actor), id, hash),
        )
      })
    },
  }),
  route({
    method: 'PUT',
    path: '/system/user/changeStatus',
    access: permission('edit'),
    summary: 'Enables or disables a user; a disabled user’s sessions end',
    body: anyBody,
    labels,
    audit: { title, kind: 'edit' },
    handler: call => {
      const body = withId(call.body, 'userId')
      const id = idOf(body.id)
      assertValid([...unknownFields(body, ['id', 'status']), ...flagIssue(body, 'status', true)])
      return saving(call as Call, 'operationFailed', async db =>
        changeUserStatus(db, call.actor, await GrantPower.lock(db, call.actor), id, body.status as string),
      )
    },
  }),
  route({
    method: 'PUT',
    path: '/system/user/forceLogout',
    access: { permission: 'monitor:online:forceLogout' },
    summary: 'Ends all sessions of a user',
    body: anyBody,
    labels,
    audit: { title, kind: 'forceLogout' },
    handler: call => {
      const body = withId(call.body, 'userId')
      const id = idOf(body.id)
      assertValid(unknownFields(body, ['id']))
      return saving(call as Call, 'operationFailed', async db => ({
        removed: await forceLogout(db, call.actor, await GrantPower.lock(db, call.actor), id),
      }))
    },
  }),
  route({
    method: 'GET',
    path: '/system/user/authRole/:id(^\\d+$)',
    access: permission('query'),
    summary: 'A user and all roles, with those already granted',
    handler: call =>
      inTenant(call, async (db, power) => {
        const user = await oneUser(db, call as Call, power, Number(call.params.id), 'query')
        const { roles } = await formFacts(db, call, power)
        const data = { user, roles: roles.map(role => ({ ...role, flag: user.roleIds.includes(role.id) })) }
        return new Answer(data, data)
      }),
  }),
  route({
    method: 'PUT',
    path: '/system/user/authRole',
    access: permission('edit'),
    summary: 'Replaces the roles of a user',
    query: anyQuery,
    body: anyBody,
    labels,
    audit: { title, kind: 'grant' },
    handler: call => {
      const { userId, id: plain, roleIds } = { ...(call.query as Row), ...call.body }
      const id = idOf(userId ?? plain, 'userId')
      const wanted = idList(roleIds, 'roleIds')
      return saving(call as Call, 'operationFailed', async db => {
        const power = await GrantPower.lock(db, call.actor)
        await lockUser(db, call.actor, power, id, 'system:user:edit')
        if (id === call.actor.accountId) throw new Refusal('system.user.selfRoles')
        await setRoles(db, call.actor, power, id, wanted)
      })
    },
  }),
]
