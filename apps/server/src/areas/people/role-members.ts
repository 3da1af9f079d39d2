import { z } from 'zod'
import type { ListQuery } from '../../crud/list-query.ts'
import { saving } from '../../crud/saving.ts'
import { idList, unknownFields } from '../../crud/wire.ts'
import { roleName } from '../../crud/words.ts'
import { idOf } from '../../crud/write.ts'
import type { Row } from '../../platform/database/database.ts'
import { type Call, type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { assertValid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { GrantPower } from '../rights/grants.ts'
import { userReach } from '../rights/reach.ts'
import { findRole } from '../rights/roles.ts'
import { giveRole, takeRole } from './role-users.ts'
import { answerUsers, listUsers } from './users-list.ts'

const anyQuery = z.record(z.string(), z.unknown())
const anyBody = z.record(z.string(), z.unknown())
const title = 'system.role'
const permission = (verb: string) => ({ permission: `system:role:${verb}` })

/** Users of a role, or those without it. */
function usersOf(path: string, holding: boolean): RouteSpec {
  return route({
    method: 'GET',
    path: `/system/role/authUser/${path}`,
    access: permission('list'),
    summary: holding ? 'Users who hold a role' : 'Users who do not hold a role',
    query: anyQuery,
    labels: 'system.user',
    handler: call =>
      call.services.database.withTenant(call.actor.tenantId, async db => {
        const roleId = idOf(call.query.roleId, 'roleId')
        await findRole(db, call.actor, roleId, 'system:role:list')
        const { roleId: _roleId, ...query } = call.query as ListQuery
        const held = sql`exists (select from account_role ar where ar.tenant_id = t.tenant_id and ar.account_id = t.id and ar.role_id = ${roleId})`
        const { rows, total, estimated } = await listUsers(db, query, [
          userReach(call.actor, 'system:role:list'),
          holding ? held : sql`not ${held}`,
        ])
        const power = await GrantPower.load(db, call.actor)
        return new Rows(
          await answerUsers(db, call.services.files, call.actor, power, rows, role => roleName(call.language, role)),
          total,
          estimated,
        )
      }),
  })
}

/** Gives or takes a role; ids in the query, as this family does it, or in the body. */
function change(path: string, summary: string, work: typeof giveRole): RouteSpec {
  return route({
    method: 'PUT',
    path: `/system/role/authUser/${path}`,
    access: permission('edit'),
    summary,
    query: anyQuery,
    body: anyBody,
    labels: 'system.user',
    audit: { title, kind: 'grant' },
    handler: call => {
      const given: Row = { ...call.query, ...call.body }
      assertValid(unknownFields(given, ['roleId', 'userId', 'userIds']))
      const roleId = idOf(given.roleId, 'roleId')
      const userIds = idList(given.userIds ?? given.userId, 'userIds')
      return saving(call as Call, 'operationFailed', db => work(db, call.actor, roleId, userIds))
    },
  })
}

/** Who holds a role: read, given and taken. */
export const roleMemberRoutes: RouteSpec[] = [
  usersOf('allocatedList', true),
  usersOf('unallocatedList', false),
  change('cancel', 'Takes a role from one user', takeRole),
  change('cancelAll', 'Takes a role from users', takeRole),
  change('selectAll', 'Gives a role to users', giveRole),
]
