import {
  giveRole as giveRoleCall,
  roleCandidates,
  roleMembers,
  takeRole as takeRoleCall,
  takeRoleFromUser,
} from '@timbermark/contract/calls'
import type { ListQuery } from '../../../entity/list-query.ts'
import { runSave } from '../../../entity/run-save.ts'
import { idList } from '../../../entity/wire.ts'
import { answerPage } from '../../../entity/answers.ts'
import { idOf } from '../../../entity/write.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { currentTenant, sql } from '../../../platform/database/sql.ts'
import { usersInScope } from '../rights/scope.ts'
import { findRole } from '../rights/roles.ts'
import { grantRole, revokeRole } from './role-users.ts'
import { usersReadingWhere } from './users-list.ts'

/** Users in the scope of the permission to list roles. */
const members = usersReadingWhere(({ actor }) => usersInScope(actor, 'system:role:list'))

/** Users of a role, or those without it. */
function serveUsersOf(declared: typeof roleMembers | typeof roleCandidates, holding: boolean): RouteSpec {
  return serve(declared, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { actor } = call
      const { roleId: roleParam, ...filters } = call.query
      const roleId = idOf(roleParam, 'roleId')
      await findRole(db, actor, roleId, 'system:role:list')
      const held = sql`exists (select from account_role ar where ar.tenant_id = ${currentTenant} and ar.account_id = t.id and ar.role_id = ${roleId})`
      return answerPage(db, members, call, filters as ListQuery, [holding ? held : sql`not ${held}`])
    }),
  )
}

/** Grants or revokes a role; the ids are in the query, as in the other role calls, or in the body. */
function serveRoleChange(
  call: typeof giveRoleCall | typeof takeRoleCall | typeof takeRoleFromUser,
  work: typeof grantRole,
): RouteSpec {
  return serve(call, ({ actor, query, body, ...more }) => {
    const input = { ...query, ...body }
    const roleId = idOf(input.roleId, 'roleId')
    const userIds = idList(input.userIds ?? input.userId, 'userIds')
    return runSave({ actor, ...more }, 'operationFailed', db => work(db, actor, roleId, userIds))
  })
}

/** Lists the holders of a role, grants it and revokes it. */
export const roleMemberRoutes: RouteSpec[] = [
  serveUsersOf(roleMembers, true),
  serveUsersOf(roleCandidates, false),
  serveRoleChange(takeRoleFromUser, revokeRole),
  serveRoleChange(takeRoleCall, revokeRole),
  serveRoleChange(giveRoleCall, grantRole),
]
