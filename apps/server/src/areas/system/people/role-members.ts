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
import { sql } from '../../../platform/database/sql.ts'
import { userReach } from '../rights/scope.ts'
import { findRole } from '../rights/roles.ts'
import { giveRole, takeRole } from './role-users.ts'
import { usersWhere } from './users-list.ts'

/** Users whom somebody who lists roles reaches. */
const members = usersWhere(({ actor }) => userReach(actor, 'system:role:list'))

/** Users of a role, or those without it. */
function usersOf(declared: typeof roleMembers | typeof roleCandidates, holding: boolean): RouteSpec {
  return serve(declared, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { actor } = call
      const { roleId: asked, ...filters } = call.query
      const roleId = idOf(asked, 'roleId')
      await findRole(db, actor, roleId, 'system:role:list')
      const held = sql`exists (select from account_role ar where ar.tenant_id = t.tenant_id and ar.account_id = t.id and ar.role_id = ${roleId})`
      return answerPage(db, members, call, filters as ListQuery, [holding ? held : sql`not ${held}`])
    }),
  )
}

/** Gives or takes a role; ids in the query, as this family does it, or in the body. */
function change(
  call: typeof giveRoleCall | typeof takeRoleCall | typeof takeRoleFromUser,
  work: typeof giveRole,
): RouteSpec {
  return serve(call, ({ actor, query, body, ...more }) => {
    const given = { ...query, ...body }
    const roleId = idOf(given.roleId, 'roleId')
    const userIds = idList(given.userIds ?? given.userId, 'userIds')
    return runSave({ actor, ...more }, 'operationFailed', db => work(db, actor, roleId, userIds))
  })
}

/** Who holds a role: read, given and taken. */
export const roleMemberRoutes: RouteSpec[] = [
  usersOf(roleMembers, true),
  usersOf(roleCandidates, false),
  change(takeRoleFromUser, takeRole),
  change(takeRoleCall, takeRole),
  change(giveRoleCall, giveRole),
]
